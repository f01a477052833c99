import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { endSockets } from '../../../worker/chat/end-sockets.ts';
import { type ChatSessions, notifySessions } from '../../../worker/chat/notify-sessions.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import { bindingWith } from '../../support/bindings.ts';
import { logLines } from '../../support/log-lines.ts';
import { db, makeChat } from './people.ts';
import { connect } from './socket-client.ts';

const brokenD1 = {
  prepare: () => {
    throw new Error('D1 is down');
  },
} as unknown as D1Database;

const NEWS = { type: 'progress', progress: 40, step: 'Reading' } as const;

test('a conversation that cannot be reached is logged and holds up no other', async () => {
  const [unreachable, reached] = [await makeChat(), await makeChat()];
  const socket = await connect(reached.reader, reached.sessionId);
  const fail = () => Promise.reject(new Error('the object is moving'));
  const sessions: ChatSessions = bindingWith(env.CHAT_SESSIONS, {
    getByName: (id: string) =>
      id === unreachable.sessionId ? { insightNews: fail } : env.CHAT_SESSIONS.getByName(id),
  });
  const logged = logLines();
  await notifySessions({ db, sessions }, [unreachable.reader.id], unreachable.episodeId, NEWS);
  await notifySessions({ db, sessions }, [reached.reader.id], reached.episodeId, NEWS);
  expect(logged).toEqual([
    { event: 'chat_not_told', level: 'warn', error: 'Error: the object is moving' },
  ]);
  expect(await socket.next('insight_progress')).toMatchObject({
    progress: 40,
    currentStep: 'Reading',
  });
  const [row] = await runInDurableObject(reached.stub, (_, { storage }) =>
    storage.sql.exec('SELECT insight_status, insight_progress FROM conversation').toArray(),
  );
  expect(row).toEqual({ insight_status: 'queued', insight_progress: 40 });
});

test('without D1, nobody is told, and what the news are of goes on', async () => {
  const { reader, episodeId } = await makeChat();
  const logged = logLines();
  const deps = { db: createDatabase(brokenD1), sessions: env.CHAT_SESSIONS };
  await notifySessions(deps, [reader.id], episodeId, NEWS);
  await endSockets(deps, reader.id, ['a-login']);
  expect(logged).toMatchObject([
    { event: 'chat_not_told', level: 'warn' },
    { event: 'sockets_not_ended', level: 'error' },
  ]);
});

test('news that comes after the insight changes nothing', async () => {
  const { reader, sessionId, stub } = await makeChat();
  const socket = await connect(reader, sessionId);
  await stub.insightNews({ status: 'done', text: 'Charge more.', progress: 100, step: '' });
  await socket.next('insight_complete');
  await stub.insightNews({ status: 'queued', text: null, progress: 95, step: 'Late' });
  await stub.insightNews({ status: 'failed', text: null, progress: 0, step: 'Later' });
  expect((await stub.read(reader.id))?.insight.status).toBe('done');
  expect(socket.events.map(({ type }) => type)).toEqual(['session', 'insight_complete']);
});

/** The object and D1 follow each other, and recover from what went wrong between them. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { generations } from '../../../schema/tables/insights.ts';
import { searchChanges } from '../../../schema/tables/search.ts';
import { saveFollowUps } from '../../../worker/chat/store.ts';
import { logLines } from '../../support/log-lines.ts';
import { makePerson } from '../../support/people.ts';
import { addSource } from '../../support/sources.ts';
import {
  ask,
  db,
  makeChat,
  makeSession,
  sessionStub,
  type TestReader,
  untilSyncFailed,
} from './people.ts';
import { connect } from './socket-client.ts';

/** Fails the insight in D1 without telling the conversation. */
const failUnnoticed = ({ id: userId }: TestReader, episodeId: string) =>
  db.insert(generations).values({
    userId,
    episodeId,
    status: 'failed',
    isCharged: false,
    takenAt: new Date(),
    error: 'It could not be read.',
  });

test('failed writes to D1 are repeated by the alarm', async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  await (await connect(reader, sessionId)).next('session');
  const logged = logLines();
  await env.DB.exec('ALTER TABLE chat_follow_ups RENAME TO chat_follow_ups_away');
  try {
    const response = await ask(reader, episodeId, sessionId, 'How high did you raise the price?');
    expect(response.status).toBe(200);
    await untilSyncFailed(logged);
  } finally {
    await env.DB.exec('ALTER TABLE chat_follow_ups_away RENAME TO chat_follow_ups');
  }
  const kept = () => db.select().from(chatFollowUps).where(eq(chatFollowUps.sessionId, sessionId));
  expect(await kept()).toEqual([]);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect(await kept()).toHaveLength(1);
  const [session] = await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId));
  expect(session?.remainingFollowUps).toBe(9);
});

test('an answer over a socket goes to the search index without another request', async () => {
  const { reader, sessionId } = await makeChat();
  // When a change is sent, it is taken. The index may still be busy with what another test has left in its queue.
  const isUnsent = and(eq(searchChanges.sourceId, sessionId), isNull(searchChanges.takenAt));
  const unsent = () => db.$count(searchChanges, isUnsent);
  expect(await unsent()).toBeGreaterThan(0);
  const client = await connect(reader, sessionId);
  client.send({ type: 'chat', message: 'How high did you raise the price?' });
  await expect.poll(() => db.$count(chatFollowUps, eq(chatFollowUps.sessionId, sessionId))).toBe(1);
  await expect.poll(unsent).toBe(0);
});

test('a question whose id somebody else has used is kept as well', async () => {
  const id = crypto.randomUUID();
  for (const { reader, sessionId } of [await makeChat(), await makeChat()]) {
    const client = await connect(reader, sessionId);
    client.send({ type: 'chat', id, message: 'How high did you raise the price?' });
    await expect
      .poll(() => db.$count(chatFollowUps, eq(chatFollowUps.sessionId, sessionId)))
      .toBe(1);
  }
});

test('an object deletes its storage after an idle month, and is restored from D1', async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  const asked = await ask(reader, episodeId, sessionId, 'How high did you raise the price?');
  await asked.text();
  const rows = () =>
    runInDurableObject(stub, (_, { storage }) => [
      ...storage.sql.exec('SELECT id FROM turns').toArray(),
    ]);
  await expect.poll(rows).toHaveLength(1);
  await expect
    .poll(() => db.select().from(chatFollowUps).where(eq(chatFollowUps.sessionId, sessionId)))
    .toHaveLength(1);
  await runDurableObjectAlarm(stub);
  expect(await rows()).toHaveLength(1);

  await runInDurableObject(stub, (_, { storage }) => {
    storage.sql.exec('UPDATE conversation SET active_at = active_at - 2678400000');
  });
  await runDurableObjectAlarm(stub);
  // Nothing is left, not even an empty table or an alarm.
  await expect(rows()).rejects.toThrow(/no such table/);
  expect(await runDurableObjectAlarm(stub)).toBe(false);
  const { messages, session } = await (await connect(reader, sessionId)).next('session');
  expect(messages).toHaveLength(3);
  expect(session.remainingFollowUps).toBe(9);
});

test('the alarm finds an insight whose notification was lost', async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  await stub.insightNews({ status: 'queued', text: null, progress: 40, step: 'Reading' });
  await socket.next('insight_progress');
  await failUnnoticed(reader, episodeId);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect(await socket.next('insight_failed')).toMatchObject({ message: 'It could not be read.' });
});

test('of counts that reach D1 out of order, the lower one stays', async () => {
  const { sessionId } = await makeChat();
  await saveFollowUps(db, sessionId, [], 7);
  await saveFollowUps(db, sessionId, [], 8);
  const [session] = await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId));
  expect(session?.remainingFollowUps).toBe(7);
});

test('opening a socket counts as use', async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  await (await ask(reader, episodeId, sessionId, 'How high did you raise the price?')).text();
  await runInDurableObject(stub, (_, { storage }) => {
    storage.sql.exec('UPDATE conversation SET active_at = 1');
  });
  const before = Date.now();
  await (await connect(reader, sessionId)).next('session');
  const [row] = await runInDurableObject(stub, (_, { storage }) =>
    storage.sql.exec('SELECT active_at FROM conversation').toArray(),
  );
  expect(Number(row?.active_at)).toBeGreaterThanOrEqual(before);
});

test('a socket opens with an insight whose notification was lost', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  const first = await (await connect(reader, sessionId)).next('session');
  expect(first.insight.status).toBe('none');
  await failUnnoticed(reader, episodeId);
  const later = await (await connect(reader, sessionId)).next('session');
  expect(later.insight).toMatchObject({ status: 'failed', currentStep: 'It could not be read.' });
});

test('opening a socket schedules the next look', async () => {
  const { reader, sessionId, stub } = await makeChat();
  await (await connect(reader, sessionId)).next('session');
  const alarm = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
  expect(alarm).toBeGreaterThan(Date.now());
});

test('while D1 does not answer, an object reads what it knows itself', async () => {
  const [known, unknown] = [await makeChat(), await makeChat()];
  const opened = await known.stub.read(known.reader.id);
  const logged = logLines();
  await env.DB.exec('ALTER TABLE chat_sessions RENAME TO chat_sessions_away');
  try {
    expect(await known.stub.read(known.reader.id)).toEqual(opened);
    // A running search index needs the table, too.
    const read = logged.filter(({ event }) => event === 'chat_read_failed');
    expect(read).toMatchObject([{ level: 'warn' }]);
    const isRefused = await runInDurableObject(unknown.stub, (session) =>
      session.read(unknown.reader.id).then(
        () => false,
        () => true,
      ),
    );
    expect(isRefused).toBe(true);
  } finally {
    await env.DB.exec('ALTER TABLE chat_sessions_away RENAME TO chat_sessions');
  }
  expect((await unknown.stub.read(unknown.reader.id))?.session.id).toBe(unknown.sessionId);
});

test("an object whose tables are an older version's replaces them", async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  await runInDurableObject(stub, (_, { storage }) => {
    storage.sql.exec('CREATE TABLE conversation (id INTEGER PRIMARY KEY)');
    storage.sql.exec('CREATE TABLE turns (id TEXT PRIMARY KEY)');
  });
  const reply = await ask(reader, episodeId, sessionId, 'How high did you raise the price?');
  expect(reply.status).toBe(200);
});

test('a conversation about a source greets as one, also after an eviction', async () => {
  const person = await makePerson();
  const { id: episodeId } = await addSource(person);
  const sessionId = await makeSession(person, episodeId);
  const greetingOf = async () => (await sessionStub(sessionId).read(person.id))?.messages[0];
  expect(await greetingOf()).toMatchObject({
    content: expect.stringMatching(/^Ready to discuss this source/),
  });
  await evictDurableObject(sessionStub(sessionId));
  expect(await greetingOf()).toMatchObject({
    content: expect.stringMatching(/^Ready to discuss this source/),
  });
});

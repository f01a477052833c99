import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chatFollowUps, chatSessions, deletedConversations } from '../../../schema/tables/chat.ts';
import { episodes } from '../../../schema/tables/episodes.ts';
import { WS_CLOSE_SESSION_GONE } from '../../../schema/wire/chat.ts';
import { CONVERSATION_GONE } from '../../../worker/chat/conversation.ts';
import { deleteConversations } from '../../../worker/chat/delete-conversations.ts';
import type { ChatSessions } from '../../../worker/chat/notify-sessions.ts';
import { takeOverLostWork } from '../../../worker/take-over.ts';
import { logLines } from '../../support/log-lines.ts';
import {
  ask,
  askStreaming,
  call,
  db,
  linesOf,
  makeChat,
  makeReader,
  sessionStub,
  type TestReader,
} from './people.ts';
import { SlowAssistant } from './slow-assistant.ts';
import { connect } from './socket-client.ts';

const remove = (reader: TestReader, id: string) =>
  call(`/api/user/chat-sessions/${id}`, {
    method: 'DELETE',
    reader,
    headers: { Origin: 'http://localhost' },
  });

const tablesOf = (sessionId: string) =>
  runInDurableObject(sessionStub(sessionId), (_, { storage }) =>
    storage.sql
      .exec("SELECT name FROM sqlite_master WHERE name IN ('conversation', 'turns')")
      .toArray(),
  );

test('deleting a conversation removes its rows, its object and its sockets', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  await (await ask(reader, episodeId, sessionId, 'How high did you raise the price?')).text();
  const socket = await connect(reader, sessionId);
  const reply = await remove(reader, sessionId);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ success: true });
  expect(await socket.closed()).toBe(WS_CLOSE_SESSION_GONE);
  expect(await tablesOf(sessionId)).toEqual([]);
  const ofSession = eq(chatFollowUps.sessionId, sessionId);
  expect(await db.select().from(chatFollowUps).where(ofSession)).toEqual([]);
  expect(await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId))).toEqual([]);
  const asked = await ask(reader, episodeId, sessionId, 'Are you still there?');
  expect(asked.status).toBe(404);
  expect((await remove(reader, sessionId)).status).toBe(404);
});

test.each([
  [2, 3],
  [9, 3],
])('an object that moves %i times meanwhile is asked three times', async (moves, tries) => {
  const { sessionId } = await makeChat();
  let asked = 0;
  const deleteSession = async () => {
    if (++asked <= moves) throw new Error('the object moved');
  };
  const sessions = { getByName: () => ({ deleteSession }) } as unknown as ChatSessions;
  const logged = logLines();
  await deleteConversations({ db, sessions }, [sessionId]);
  expect(asked).toBe(tries);
  expect(logged).toHaveLength(Math.min(moves, tries));
  for (const one of logged) expect(one).toMatchObject({ event: 'chat_not_deleted', sessionId });
});

test('an object whose deletion died is deleted later, whatever deleted its row', async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  await (await ask(reader, episodeId, sessionId, 'How high did you raise the price?')).text();
  const socket = await connect(reader, sessionId);
  await db.delete(episodes).where(eq(episodes.id, episodeId));
  expect(await tablesOf(sessionId)).not.toEqual([]);
  await takeOverLostWork(env);
  expect(await socket.closed()).toBe(WS_CLOSE_SESSION_GONE);
  expect(await tablesOf(sessionId)).toEqual([]);
  expect(await stub.read(reader.id)).toBeNull();
  const ofSession = eq(deletedConversations.id, sessionId);
  expect(await db.select().from(deletedConversations).where(ofSession)).toEqual([]);
});

test('an object that was deleted is not asked again', async () => {
  const { reader, sessionId } = await makeChat();
  expect((await remove(reader, sessionId)).status).toBe(200);
  const ofSession = eq(deletedConversations.id, sessionId);
  expect(await db.select().from(deletedConversations).where(ofSession)).toEqual([]);
});

test('a stranger cannot delete a conversation', async () => {
  const { reader, sessionId } = await makeChat();
  expect((await remove(await makeReader(), sessionId)).status).toBe(404);
  expect(await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId))).toHaveLength(
    1,
  );
  expect((await remove(reader, 'no-id')).status).toBe(404);
  expect((await call(`/api/user/chat-sessions/${sessionId}`, { method: 'DELETE' })).status).toBe(
    401,
  );
});

test.each([
  ['its conversation', remove],
  [
    'the account',
    (reader: TestReader) =>
      call('/api/user', {
        method: 'DELETE',
        reader,
        body: '{}',
        headers: { Origin: 'http://localhost', 'Content-Type': 'application/json' },
      }),
  ],
])('an answer being streamed over HTTP ends, and says why, when %s is deleted', async (_, end) => {
  const { reader, episodeId, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  assistant.say('Once upon ');
  const streamed = await askStreaming(reader, episodeId, sessionId, 'A long story?');
  await expect.poll(() => assistant.questions).toHaveLength(1);
  expect((await end(reader, sessionId)).status).toBe(200);
  expect((await linesOf(streamed)).at(-1)).toMatchObject({
    done: true,
    error: 'not_found',
    details: CONVERSATION_GONE,
    remainingFollowUps: 0,
  });
  assistant.finish();
  expect(await tablesOf(sessionId)).toEqual([]);
  const ofSession = eq(chatFollowUps.sessionId, sessionId);
  expect(await db.select().from(chatFollowUps).where(ofSession)).toEqual([]);
});

test('a whole answer over HTTP is not found when its conversation is deleted', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const asking = ask(reader, episodeId, sessionId, 'A long story?');
  await expect.poll(() => assistant.questions).toHaveLength(1);
  expect((await remove(reader, sessionId)).status).toBe(200);
  const reply = await asking;
  expect(reply.status).toBe(404);
  expect(await reply.json()).toMatchObject({ message: CONVERSATION_GONE });
  assistant.finish();
});

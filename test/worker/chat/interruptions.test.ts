/** An interrupted answer ends as a clear failure that costs nothing. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chatFollowUps } from '../../../schema/tables/chat.ts';
import type { ChatHistorySession } from '../../../schema/wire/chat.ts';
import { ANSWER_INTERRUPTED } from '../../../worker/chat/conversation.ts';
import { logLines } from '../../support/log-lines.ts';
import { ask, call, crash, db, makeChat, sessionStub, untilSyncFailed } from './people.ts';
import { SlowAssistant } from './slow-assistant.ts';
import { connect } from './socket-client.ts';

test('a conversation survives the eviction of its object, sockets and all', async () => {
  const { reader, sessionId, stub } = await makeChat();
  const socket = await connect(reader, sessionId);
  socket.send({ type: 'chat', message: 'How high did you raise the price?' });
  const { message } = await socket.answer();
  await evictDurableObject(stub);
  socket.send({ type: 'chat', message: 'Why did so few leave?' });
  expect((await socket.answer()).remainingFollowUps).toBe(8);
  const later = await (await connect(reader, sessionId)).next('session');
  expect(later.messages).toHaveLength(5);
  expect(later.messages[2]).toEqual(message);
});

test('a partial answer is marked as failed after a crash, is free and can be requested again', async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  socket.send({ type: 'chat', message: 'How high is the price?' });
  assistant.say('Half of ');
  await socket.next('chat_message', ({ message }) => message.isPartial);
  await crash(stub);

  const later = await (await connect(reader, sessionId)).next('session');
  expect(later.session.remainingFollowUps).toBe(10);
  expect(later.messages.slice(1)).toMatchObject([
    { role: 'user', content: 'How high is the price?' },
    { role: 'system', content: ANSWER_INTERRUPTED },
  ]);
  const again = await ask(reader, episodeId, sessionId, 'How high is the price?');
  expect(again.status).toBe(200);
});

test('a streamed reply whose object crashed ends in a line that says so', async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const response = await ask(reader, episodeId, sessionId, 'How high is the price?', {
    Accept: 'application/x-ndjson',
  });
  assistant.say('Half of ');
  const body = response.body?.getReader();
  await body?.read();
  await crash(stub);
  let text = '';
  for (;;) {
    const { done, value } = (await body?.read()) ?? { done: true };
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  expect(JSON.parse(text)).toMatchObject({ done: true, error: 'answer_failed' });
});

test('a partial answer of an evicted object is marked as failed without a request', async () => {
  const { reader, sessionId, stub } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  // The state in which the object left it: with an answer begun, and the alarm that watches every answer.
  await runInDurableObject(stub, async (_, { storage }) => {
    storage.sql.exec(
      "INSERT INTO turns VALUES ('half', 'How high is the price?', '', 'writing', NULL, 1, 1)",
    );
    await storage.setAlarm(Date.now() + 60_000);
  });
  await evictDurableObject(stub);
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect(await socket.next('chat_error')).toMatchObject({
    messageId: 'half',
    message: ANSWER_INTERRUPTED,
    remainingFollowUps: 10,
  });
});

test("lists don't contain a partial answer, but the complete one after a retry", async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  const history = async () => {
    const reply = await call('/api/user/chat-sessions', { reader });
    const { chatSessions }: { chatSessions: ChatHistorySession[] } = await reply.json();
    return chatSessions;
  };
  const remaining = async () => (await history())[0]?.remainingFollowUps;
  await ask(reader, episodeId, sessionId, 'How high did you raise the price?');
  await expect.poll(remaining).toBe(9);
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  socket.send({ type: 'chat', message: 'Why did so few leave?' });
  assistant.say('Half of ');
  await socket.next('chat_message', ({ message }) => message.isPartial);
  await crash(stub);

  expect(await history()).toMatchObject([
    { remainingFollowUps: 9, followUps: [{ question: 'How high did you raise the price?' }] },
  ]);
  await ask(reader, episodeId, sessionId, 'Why did so few leave?');
  await expect.poll(remaining).toBe(8);
  const [session] = await history();
  expect(session?.followUps.map(({ question }) => question)).toEqual([
    'How high did you raise the price?',
    'Why did so few leave?',
  ]);
});

test('an answer completed before the crash is kept, and written to D1 afterwards', async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  await (await connect(reader, sessionId)).next('session');
  const logged = logLines();
  await env.DB.exec('ALTER TABLE chat_follow_ups RENAME TO chat_follow_ups_away');
  try {
    await ask(reader, episodeId, sessionId, 'How high did you raise the price?');
    await untilSyncFailed(logged);
    await crash(stub);
  } finally {
    await env.DB.exec('ALTER TABLE chat_follow_ups_away RENAME TO chat_follow_ups');
  }
  const kept = () => db.$count(chatFollowUps, eq(chatFollowUps.sessionId, sessionId));
  expect(await kept()).toBe(0);
  expect(await runDurableObjectAlarm(sessionStub(sessionId))).toBe(true);
  expect(await kept()).toBe(1);
  const { messages } = await (await connect(reader, sessionId)).next('session');
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', isComplete: true });
});

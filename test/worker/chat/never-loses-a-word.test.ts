import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { generations } from '../../../schema/tables/insights.ts';
import type { ChatSession } from '../../../worker/chat/ChatSession.ts';
import { ANSWER_INTERRUPTED } from '../../../worker/chat/conversation.ts';
import { saveFollowUps } from '../../../worker/chat/store.ts';
import { ask, db, makeEpisode, makeReader, makeSession, sessionStub } from './people.ts';
import { SlowAssistant } from './slow-assistant.ts';
import { connect } from './socket-client.ts';

async function makeChat() {
  const reader = await makeReader();
  const episodeId = await makeEpisode();
  const sessionId = await makeSession(reader, episodeId);
  return { reader, episodeId, sessionId, stub: sessionStub(sessionId) };
}

/** Ends the object as a failing machine would. */
async function crash(stub: DurableObjectStub<ChatSession>): Promise<void> {
  await runInDurableObject(stub, (_, state) => state.abort('crashed')).catch(() => {});
}

test('a connection lost mid-answer gets all that came, then the rest, once and in order', async () => {
  const { reader, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const first = await connect(reader, sessionId);
  first.send({ type: 'chat', message: 'Tell me' });
  assistant.say('One ');
  assistant.say('two ');
  await first.next('chat_message', ({ message }) => message.content === 'two ');
  first.close();
  assistant.say('three ');

  const second = await connect(reader, sessionId);
  const { messages } = await second.next('session');
  const soFar = messages.at(-1);
  expect(soFar).toMatchObject({ role: 'assistant', isPartial: true });
  assistant.say('four ');
  assistant.finish();
  const { message } = await second.answer();
  const rest = second.events.flatMap((event) =>
    event.type === 'chat_message' && event.message.isPartial ? [event.message.content] : [],
  );
  expect(`${soFar?.content}${rest.join('')}`).toBe('One two three four ');
  expect(message).toMatchObject({ id: soFar?.id, content: 'One two three four ' });
});

test('several tabs see the same stream', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  const tabs = [await connect(reader, sessionId), await connect(reader, sessionId)];
  await ask(reader, episodeId, sessionId, 'How high did you raise the price?');
  const [one, other] = await Promise.all(
    tabs.map(async (tab) => {
      await tab.answer();
      return tab.events.filter((event) => event.type === 'chat_message');
    }),
  );
  expect(one).toEqual(other);
  expect(one?.length).toBeGreaterThan(1);
});

test('a reader that reads nothing holds nobody up', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  const long = 'word '.repeat(20_000);
  const unread = await ask(reader, episodeId, sessionId, 'A long story?', {
    Accept: 'application/x-ndjson',
  });
  for (let piece = 0; piece < 5; piece++) assistant.say(long);
  assistant.finish();
  expect((await socket.answer()).message.content).toHaveLength(long.length * 5);
  const next = await ask(reader, episodeId, sessionId, 'How high did you raise the price?', {
    Accept: 'application/x-ndjson',
  });
  expect(next.status).toBe(200);
  await Promise.all([unread.body?.cancel(), next.body?.cancel()]);
});

test('stopping ends the answer, keeps what came and counts it', async () => {
  const { reader, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  socket.send({ type: 'chat', message: 'A long story?' });
  assistant.say('Once upon ');
  await socket.next('chat_message', ({ message }) => message.isPartial);
  socket.send({ type: 'stop' });
  const { message, remainingFollowUps } = await socket.answer();
  expect(message.content).toBe('Once upon ');
  expect(remainingFollowUps).toBe(9);
  const later = await (await connect(reader, sessionId)).next('session');
  expect(later.messages.at(-1)).toMatchObject({ content: 'Once upon ', isComplete: true });
});

test('stopping before the first word costs nothing', async () => {
  const { reader, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  socket.send({ type: 'chat', message: 'A long story?' });
  await expect.poll(() => assistant.questions).toHaveLength(1);
  socket.send({ type: 'stop' });
  expect(await socket.next('chat_error')).toMatchObject({ remainingFollowUps: 10 });
});

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

test('a half answer is failed after a crash, costs nothing and can be asked again', async () => {
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

test('a half answer whose object was evicted is failed without anybody asking', async () => {
  const { reader, sessionId, stub } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  // As the object left it: the answer begun, and the alarm that watches over every answer set.
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

test('what D1 could not take is written by the alarm', async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  await (await connect(reader, sessionId)).next('session');
  await env.DB.exec('ALTER TABLE chat_follow_ups RENAME TO chat_follow_ups_away');
  try {
    const response = await ask(reader, episodeId, sessionId, 'How high did you raise the price?');
    expect(response.status).toBe(200);
    await response.text();
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

test('an object idle for a month clears itself away, and comes back from D1', async () => {
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

test('an insight whose word got lost is found by the alarm', async () => {
  const { reader, episodeId, sessionId, stub } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  await stub.insightNews({ status: 'queued', text: null, progress: 40, step: 'Reading' });
  await socket.next('insight_progress');
  await db.insert(generations).values({
    userId: reader.id,
    episodeId,
    status: 'failed',
    isCharged: false,
    takenAt: new Date(),
    error: 'It could not be read.',
  });
  expect(await runDurableObjectAlarm(stub)).toBe(true);
  expect(await socket.next('insight_failed')).toMatchObject({ message: 'It could not be read.' });
});

test('counts that overtake each other on the way to D1 leave the lower one', async () => {
  const { sessionId } = await makeChat();
  await saveFollowUps(db, sessionId, [], 7);
  await saveFollowUps(db, sessionId, [], 8);
  const [session] = await db.select().from(chatSessions).where(eq(chatSessions.id, sessionId));
  expect(session?.remainingFollowUps).toBe(7);
});

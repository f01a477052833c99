import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chatFollowUps } from '../../../schema/tables/chat.ts';
import { ANSWER_STOPPED_EMPTY } from '../../../worker/chat/conversation.ts';
import {
  ask,
  askStreaming,
  call,
  db,
  linesOf,
  makeChat,
  makeEpisode,
  makeReader,
  type TestReader,
} from './people.ts';
import { SlowAssistant } from './slow-assistant.ts';
import { connect } from './socket-client.ts';

test('stopping ends the answer, keeps its text and charges it', async () => {
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

test('stopping before the first word is free', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  socket.send({ type: 'chat', message: 'A long story?' });
  await expect.poll(() => assistant.questions).toHaveLength(1);
  socket.send({ type: 'stop' });
  expect(await socket.next('chat_error')).toMatchObject({
    error: 'answer_failed',
    message: ANSWER_STOPPED_EMPTY,
    remainingFollowUps: 10,
  });
  // Sent again under its id, it says the same.
  const [asked] = socket.events.flatMap((event) =>
    event.type === 'chat_message' && event.message.role === 'user' ? [event.message.id] : [],
  );
  const again = await call(`/api/podcasts/episodes/${episodeId}/chat`, {
    method: 'POST',
    reader,
    headers: { 'Idempotency-Key': asked?.split(':', 1)[0] ?? '' },
    body: JSON.stringify({ message: 'A long story?', sessionId }),
  });
  expect(again.status).toBe(502);
  expect(await again.json()).toMatchObject({ message: ANSWER_STOPPED_EMPTY });
});

const stopOverHttp = (
  reader: TestReader | undefined,
  episodeId: string,
  sessionId: string,
  id?: string,
): Promise<Response> =>
  call(`/api/podcasts/episodes/${episodeId}/chat/stop`, {
    method: 'POST',
    ...(reader ? { reader } : {}),
    body: JSON.stringify({ sessionId, id }),
  });

test('a late stop of one answer leaves the next one alone', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const [here, there] = [await connect(reader, sessionId), await connect(reader, sessionId)];
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  here.send({ type: 'chat', id: first, message: 'A long story?' });
  assistant.say('Once upon a time.');
  assistant.finish();
  await here.answer();
  here.send({ type: 'chat', id: second, message: 'And a short one?' });
  assistant.say('There ');
  await here.next('chat_message', ({ message }) => message.isPartial && message.id === second);
  there.send({ type: 'stop', id: first });
  expect((await stopOverHttp(reader, episodeId, sessionId, first)).status).toBe(200);
  assistant.say('was.');
  assistant.finish();
  expect((await here.answer()).message).toMatchObject({ id: second, content: 'There was.' });
});

test('a stop that overtakes its question stops the answer before it begins', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  const id = crypto.randomUUID();
  expect((await stopOverHttp(reader, episodeId, sessionId, id)).status).toBe(200);
  socket.send({ type: 'chat', id, message: 'A long story?' });
  expect(await socket.next('chat_error')).toMatchObject({
    messageId: id,
    message: ANSWER_STOPPED_EMPTY,
    remainingFollowUps: 10,
  });
  expect(assistant.questions).toEqual([]);
});

test('over HTTP, it ends the stream like a complete answer, stored and charged', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  const streamed = await askStreaming(reader, episodeId, sessionId, 'A long story?');
  assistant.say('Once upon ');
  await socket.next('chat_message', ({ message }) => message.isPartial);
  const reply = await stopOverHttp(reader, episodeId, sessionId);
  expect(await reply.json()).toEqual({ success: true });
  const lines = await linesOf(streamed);
  expect(lines.map(({ response }) => response)).toEqual(['Once upon ', '']);
  expect(lines.at(-1)).toMatchObject({ done: true, remainingFollowUps: 9 });
  expect(lines.at(-1)?.error).toBeUndefined();
  expect((await socket.answer()).message.content).toBe('Once upon ');
  const kept = () => db.select().from(chatFollowUps).where(eq(chatFollowUps.sessionId, sessionId));
  await expect.poll(kept).toMatchObject([{ answer: 'Once upon ' }]);
});

test('does nothing if no answer is being written', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  expect((await stopOverHttp(reader, episodeId, sessionId)).status).toBe(200);
  expect((await ask(reader, episodeId, sessionId, 'How high is the price?')).status).toBe(200);
});

test("is limited to the conversation's owner", async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  const stranger = await makeReader();
  expect((await stopOverHttp(undefined, episodeId, sessionId)).status).toBe(401);
  expect((await stopOverHttp(stranger, episodeId, sessionId)).status).toBe(404);
  expect((await stopOverHttp(reader, await makeEpisode(), sessionId)).status).toBe(404);
  expect((await stopOverHttp(reader, episodeId, 'none')).status).toBe(400);
});

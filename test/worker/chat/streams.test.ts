/** Everyone who watches an answer sees all of it, once and in order, and delays nobody. */

import { addDays } from 'date-fns';
import { expect, test } from 'vitest';
import { ask, askStreaming, call, linesOf, makeChat, refusalOf } from './people.ts';
import { SlowAssistant } from './slow-assistant.ts';
import { connect, SocketClient } from './socket-client.ts';

test('a connection lost mid-answer gets everything so far, then the remainder, once and in order', async () => {
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

test('a reader that never reads delays nobody', async () => {
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

test('the socket and the HTTP stream carry the same', async () => {
  const { reader, episodeId, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  const said = ['We ', 'raised ', 'the price [0:20].'];
  for (const piece of said) assistant.say(piece);
  assistant.finish();
  const lines = await linesOf(await askStreaming(reader, episodeId, sessionId, 'How high is it?'));
  const whole = await socket.answer();
  const pieces = socket.events.flatMap((event) =>
    event.type === 'chat_message' && event.message.isPartial ? [event.message.content] : [],
  );
  expect(pieces).toEqual(said);
  expect(lines.slice(0, -1).map(({ response }) => response)).toEqual(said);
  expect(lines.at(-1)).toMatchObject({ done: true, response: '' });
  expect(lines.at(-1)?.remainingFollowUps).toBe(whole.remainingFollowUps);
  expect(whole.message.content).toBe(said.join(''));

  assistant.say('Half ');
  assistant.fail();
  const failed = await linesOf(await askStreaming(reader, episodeId, sessionId, 'And why?'));
  const { error, message, remainingFollowUps } = await socket.next('chat_error');
  expect(failed.map(({ response }) => response)).toEqual(['Half ', '']);
  expect(failed.at(-1)).toMatchObject({ done: true, error, details: message, remainingFollowUps });
});

test('a socket that is never read delays nobody', async () => {
  const { reader, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const headers = { Upgrade: 'websocket' };
  const deaf = await call(`/ws?sessionId=${sessionId}`, { reader, headers });
  expect(deaf.status).toBe(101);
  const socket = await connect(reader, sessionId);
  const long = 'word '.repeat(20_000);
  socket.send({ type: 'chat', message: 'A long story?' });
  for (let piece = 0; piece < 20; piece++) assistant.say(long);
  assistant.finish();
  expect((await socket.answer()).message.content).toHaveLength(long.length * 20);
  deaf.webSocket?.accept();
  deaf.webSocket?.close();
});

test('a conversation has a limited number of sockets', async () => {
  const { reader, sessionId, stub } = await makeChat();
  const headers = { Upgrade: 'websocket' };
  // Asked directly, because the Worker lets a login's handshakes through one by one.
  const owner = new URLSearchParams({
    userId: reader.id,
    loginId: crypto.randomUUID(),
    loginExpiresAt: String(addDays(new Date(), 1).getTime()),
  });
  const places = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const { webSocket } = await stub.fetch(`https://chat-session/?${owner}`, { headers });
      if (!webSocket) throw new Error('no socket came');
      return new SocketClient(webSocket);
    }),
  );
  const refused = await call(`/ws?sessionId=${sessionId}`, { reader, headers });
  expect(await refusalOf(refused)).toEqual([
    429,
    'too_many_requests',
    'This conversation is open in too many places. Please close some.',
  ]);
  places[0]?.close();
  await places[0]?.closed();
  await (await connect(reader, sessionId)).next('session');
});

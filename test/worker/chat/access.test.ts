import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { chatSockets } from '../../../schema/tables/chat.ts';
import { LOGIN_NEEDED } from '../../../schema/wire/chat-texts.ts';
import { ORIGIN } from '../../support/people.ts';
import { ask, call, db, makeChat, makeEpisode, makeReader, refusalOf } from './people.ts';
import { connect } from './socket-client.ts';

const UPGRADE = { Upgrade: 'websocket' };
const NOBODYS = '00000000-0000-4000-8000-000000000000';

describe('access to the socket', () => {
  test("answers 426 to a request that isn't a handshake", async () => {
    const { reader, sessionId } = await makeChat();
    const response = await call(`/ws?sessionId=${sessionId}`, { reader });
    expect(response.headers.get('Upgrade')).toBe('websocket');
    expect(await refusalOf(response)).toEqual([426, 'upgrade_required', 'Open a WebSocket here']);
  });

  test('answers 401 without a session cookie', async () => {
    const { sessionId } = await makeChat();
    const response = await call(`/ws?sessionId=${sessionId}`, { headers: UPGRADE });
    expect(await refusalOf(response)).toEqual([401, 'unauthorized', LOGIN_NEEDED]);
  });

  test('answers 404 without a session id, and for a malformed or unknown one', async () => {
    const reader = await makeReader();
    for (const query of ['', '?sessionId=', '?sessionId=1', `?sessionId=${NOBODYS}`]) {
      const response = await call(`/ws${query}`, { reader, headers: UPGRADE });
      expect(await refusalOf(response)).toEqual([404, 'not_found', 'Conversation not found']);
    }
  });

  test("answers 403 for another person's session", async () => {
    const { sessionId } = await makeChat();
    const stranger = await makeReader();
    const response = await call(`/ws?sessionId=${sessionId}`, {
      reader: stranger,
      headers: UPGRADE,
    });
    const message = 'This conversation belongs to someone else';
    expect(await refusalOf(response)).toEqual([403, 'forbidden', message]);
  });

  test('is closed to a conversation about something else than the address names', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    const opened = await call('/api/ask', { reader, method: 'POST', body: '{}' });
    const ofAll = (await opened.json<{ session: { id: string } }>()).session.id;
    for (const [id, named] of [
      [sessionId, await makeEpisode()],
      [sessionId, ''],
      [ofAll, episodeId],
    ]) {
      const path = `/ws?sessionId=${id}&episodeId=${named}`;
      const refused = await call(path, { reader, headers: UPGRADE });
      expect(await refusalOf(refused)).toEqual([404, 'not_found', 'Conversation not found']);
      expect(await db.$count(chatSockets, eq(chatSockets.chatSessionId, id ?? ''))).toBe(0);
    }
    for (const [id, named] of [
      [sessionId, episodeId],
      [ofAll, ''],
    ]) {
      const socket = await connect(reader, id ?? '', named);
      await socket.next('session');
      socket.close();
    }
  });

  test("refuses a handshake from another site's page and takes one from its own", async () => {
    const { reader, sessionId } = await makeChat();
    const from = (Origin: string) =>
      call(`/ws?sessionId=${sessionId}`, { reader, headers: { ...UPGRADE, Origin } });
    const message = 'Requests from other sites are refused';
    expect(await refusalOf(await from('https://elsewhere.test'))).toEqual([
      403,
      'forbidden',
      message,
    ]);
    const own = await from(ORIGIN);
    expect(own.status).toBe(101);
    own.webSocket?.accept();
    own.webSocket?.close();
  });

  test("closes with 4401 if the userId is another user's", async () => {
    const { reader, sessionId } = await makeChat();
    const socket = await connect(reader, sessionId);
    socket.send({ type: 'authenticate', userId: NOBODYS });
    expect(await socket.closed()).toBe(4401);
    expect(socket.closeReason).toBe('Logged in as someone else');
  });

  test.each([
    ['no JSON', 'not json'],
    ['no event', '[]'],
    ['an unknown event', '{"type":"shout"}'],
    ['an empty question', '{"type":"chat","message":"   "}'],
    ['a question with nothing to see', '{"type":"chat","message":"\\u200b\\u2060"}'],
    ['a question without words', '{"type":"chat"}'],
    ['a question that is too long', JSON.stringify({ type: 'chat', message: 'x'.repeat(2_001) })],
    ['far too much', 'x'.repeat(100_000)],
  ])('reports %s as a bad request and continues', async (_, data) => {
    const { reader, sessionId } = await makeChat();
    const socket = await connect(reader, sessionId);
    socket.send(data);
    const refused = await socket.next('chat_error');
    expect(refused).toMatchObject({
      error: 'bad_request',
      message: 'The message is not valid',
      remainingFollowUps: 10,
    });
    expect(refused).not.toHaveProperty('questionId');
    socket.send({ type: 'chat', message: 'How much do you charge now?' });
    await socket.answer();
  });
});

describe('a socket that its user closes', () => {
  test.each([
    [undefined, 1000],
    [1000, 1000],
    [3001, 3001],
  ])('with %s is closed with %s', async (given, returned) => {
    const { reader, sessionId } = await makeChat();
    const socket = await connect(reader, sessionId);
    socket.close(given);
    expect(await socket.closed()).toBe(returned);
  });
});

describe('access to the chat over HTTP', () => {
  test('is closed to strangers, and to sessions of another episode', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    const stranger = await makeReader();
    expect((await ask(stranger, episodeId, sessionId, 'Hello?')).status).toBe(404);
    expect((await ask(reader, await makeEpisode(), sessionId, 'Hello?')).status).toBe(404);
    expect((await ask(reader, episodeId, NOBODYS, 'Hello?')).status).toBe(404);
    const nobody = { id: '', cookie: '' };
    expect((await ask(nobody, episodeId, sessionId, 'Hello?')).status).toBe(401);
  });

  test('refuses empty and over-long messages', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    expect((await ask(reader, episodeId, sessionId, ' \n ')).status).toBe(400);
    expect((await ask(reader, episodeId, sessionId, 'x'.repeat(2_001))).status).toBe(400);
  });

  test("an object only answers its owner, even without the route's check", async () => {
    const { episodeId, sessionId } = await makeChat();
    const stranger = await makeReader();
    const object = env.CHAT_SESSIONS.getByName(sessionId);
    const asked = await object.ask(stranger.id, episodeId, { id: NOBODYS, question: 'Hello?' });
    expect(asked).toMatchObject({
      status: 'refused',
      refusal: { code: 'not_found', message: 'Conversation not found' },
    });
    expect(await object.read(stranger.id)).toBeNull();
    const opened = await object.fetch(`https://chat-session/?userId=${stranger.id}`, {
      headers: { Upgrade: 'websocket' },
    });
    expect(opened.status).toBe(404);
  });
});

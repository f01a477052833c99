/** A socket ends with its session, without asking D1 whether that is still valid. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { addDays, subHours } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions, users } from '../../../schema/tables/accounts.ts';
import { chatSockets } from '../../../schema/tables/chat.ts';
import { hashPassword } from '../../../worker/accounts/passwords.ts';
import { startSession } from '../../../worker/accounts/sessions.ts';
import type { ChatSession } from '../../../worker/chat/ChatSession.ts';
import { endSockets } from '../../../worker/chat/end-sockets.ts';
import type { ChatSessions } from '../../../worker/chat/notify-sessions.ts';
import { insertSocket } from '../../../worker/chat/socket-store.ts';
import { cookieOf } from '../../support/accounts.ts';
import { bindingWith } from '../../support/bindings.ts';
import { logLines } from '../../support/log-lines.ts';
import { ORIGIN } from '../../support/people.ts';
import { call, db, makeChat, makeSession, type TestReader } from './people.ts';
import { SlowAssistant } from './slow-assistant.ts';
import { connect } from './socket-client.ts';

const logOut = (reader: TestReader) => call('/api/logout', { reader, method: 'POST' });

/** The same user on another device. */
async function logInAgain({ id }: TestReader): Promise<TestReader> {
  const { cookies } = await startSession(db, id, { url: ORIGIN, days: 30 });
  return { id, cookie: cookies[0]?.split(';', 1)[0] ?? '' };
}

const loginsOf = ({ id }: TestReader) =>
  db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, id));

const notes = ({ id }: TestReader) => db.$count(chatSockets, eq(chatSockets.userId, id));

test('a socket opens with a session that is due to be extended', async () => {
  const { reader, sessionId } = await makeChat();
  const expiresAt = addDays(new Date(), 3);
  await db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, reader.id));
  await (await connect(reader, sessionId)).next('session');
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, reader.id));
  expect(session?.expiresAt.getTime()).toBeGreaterThan(expiresAt.getTime());
});

describe('a session that ends', () => {
  test('closes its sockets with a final state, in the middle of an answer too', async () => {
    const { reader, sessionId } = await makeChat();
    const elsewhere = await logInAgain(reader);
    const assistant = await new SlowAssistant().answersIn(sessionId);
    const [here, there] = [await connect(reader, sessionId), await connect(elsewhere, sessionId)];
    there.send({ type: 'chat', message: 'A long story?' });
    assistant.say('Once upon ');
    await here.next('chat_message', ({ message }) => message.isPartial);
    await there.next('chat_message', ({ message }) => message.isPartial);

    await logOut(reader);
    expect(await here.closed()).toBe(4401);
    const toldHere = here.events.length;
    assistant.say('a time.');
    assistant.finish();
    expect((await there.answer()).message.content).toBe('Once upon a time.');
    expect(here.events).toHaveLength(toldHere);
    expect(there.closeCode).toBeNull();
  });

  test('closes its sockets in every conversation, and forgets them', async () => {
    const { reader, sessionId } = await makeChat();
    const other = await makeChat();
    const sockets = [await connect(reader, sessionId), await connect(reader, sessionId)];
    const stranger = await connect(other.reader, other.sessionId);
    expect(await notes(reader)).toBe(1);
    await logOut(reader);
    for (const socket of sockets) expect(await socket.closed()).toBe(4401);
    expect(await notes(reader)).toBe(0);
    expect(stranger.closeCode).toBeNull();
  });

  test('is known to an object that hibernated meanwhile', async () => {
    const { reader, sessionId, stub } = await makeChat();
    const socket = await connect(reader, sessionId);
    await socket.next('session');
    await evictDurableObject(stub);
    await logOut(reader);
    expect(await socket.closed()).toBe(4401);
    expect(socket.closeReason).toBe('Logged out');
  });

  test('has its sockets closed by a new password, and opens new ones with its new cookie', async () => {
    const { reader, sessionId } = await makeChat();
    const socket = await connect(reader, sessionId);
    const reply = await call('/api/user/password', {
      reader,
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Origin: ORIGIN },
      body: JSON.stringify({ password: 'battery staple' }),
    });
    expect(await socket.closed()).toBe(4401);
    const headers = { Upgrade: 'websocket' };
    const stolen = await call(`/ws?sessionId=${sessionId}`, { reader, headers });
    expect(stolen.status).toBe(401);
    const renewed = await connect({ ...reader, cookie: cookieOf(reply) }, sessionId);
    await renewed.next('session');
  });

  test('has its sockets closed by the login that ends it because there were too many', async () => {
    const { reader, sessionId } = await makeChat();
    const socket = await connect(reader, sessionId);
    await socket.next('session');
    const [user] = await db
      .update(users)
      .set({ passwordHash: await hashPassword('battery staple') })
      .where(eq(users.id, reader.id))
      .returning();
    const lastUsedAt = subHours(new Date(), 3);
    await db.update(sessions).set({ lastUsedAt }).where(eq(sessions.userId, reader.id));
    for (let count = 1; count < 50; count++) await logInAgain(reader);
    expect(socket.closeCode).toBeNull();
    const reply = await call('/api/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: ORIGIN },
      body: JSON.stringify({ username: user?.username, password: 'battery staple' }),
    });
    expect(reply.status).toBe(200);
    expect(await socket.closed()).toBe(4401);
  });

  test('opens no more sockets, even for a handshake in progress', async () => {
    const { reader, sessionId, stub } = await makeChat();
    const [login] = await loginsOf(reader);
    if (!login) throw new Error('nobody is logged in');
    await stub.endLogins([login.id]);
    const handshake = await call(`/ws?sessionId=${sessionId}`, {
      reader,
      headers: { Upgrade: 'websocket' },
    });
    expect(handshake.status).toBe(401);
  });

  test('is asked to end again if its conversation moved meanwhile', async () => {
    const { reader, sessionId } = await makeChat();
    const socket = await connect(reader, sessionId);
    const ids = (await loginsOf(reader)).map(({ id }) => id);
    let calls = 0;
    const endLogins = () => Promise.reject(new Error('the object moved'));
    const moved: ChatSessions = bindingWith(env.CHAT_SESSIONS, {
      getByName(id: string) {
        calls += 1;
        return calls === 1 ? { endLogins } : env.CHAT_SESSIONS.getByName(id);
      },
    });
    const logged = logLines();
    await endSockets({ db, sessions: moved }, reader.id, ids);
    expect(await socket.closed()).toBe(4401);
    expect(logged).toMatchObject([{ event: 'sockets_asked_again' }]);
  });

  test('closes its other sockets if many conversations cannot be reached', async () => {
    const { reader, episodeId, sessionId } = await makeChat();
    const [login] = await loginsOf(reader);
    if (!login) throw new Error('nobody is logged in');
    const away: string[] = [];
    while (away.length < 30) away.push(await makeSession(reader, episodeId));
    for (const id of away) await insertSocket(db, id, login.id);
    const socket = await connect(reader, sessionId);
    const endLogins = () => Promise.reject(new Error('unreachable'));
    const reachable: ChatSessions = bindingWith(env.CHAT_SESSIONS, {
      getByName: (id: string) =>
        away.includes(id) ? { endLogins } : env.CHAT_SESSIONS.getByName(id),
    });
    const logged = logLines();
    await endSockets({ db, sessions: reachable }, reader.id, [login.id]);
    expect(await socket.closed()).toBe(4401);
    expect(await notes(reader)).toBe(0);
    expect(logged.filter(({ event }) => event === 'sockets_not_ended')).toHaveLength(away.length);
  });

  test("can't be ended by another user", async () => {
    const { reader, sessionId } = await makeChat();
    const { reader: stranger } = await makeChat();
    const socket = await connect(reader, sessionId);
    const ids = (await loginsOf(reader)).map(({ id }) => id);
    await endSockets({ db, sessions: env.CHAT_SESSIONS }, stranger.id, ids);
    socket.send({ type: 'chat', message: 'How high did you raise the price?' });
    await socket.answer();
  });
});

test('a question is accepted without checking the session in D1', async () => {
  const { reader, sessionId } = await makeChat();
  const assistant = await new SlowAssistant().answersIn(sessionId);
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  await env.DB.exec('ALTER TABLE sessions RENAME TO sessions_away');
  try {
    socket.send({ type: 'chat', message: 'Hello?' });
    assistant.say('Hello.');
    await socket.next('chat_message', ({ message }) => message.isPartial);
  } finally {
    await env.DB.exec('ALTER TABLE sessions_away RENAME TO sessions');
  }
  assistant.finish();
  await socket.answer();
});

describe('a session whose known expiry has passed', () => {
  /** Lets the session's known expiry pass. */
  async function letExpire(stub: DurableObjectStub<ChatSession>) {
    await runInDurableObject(stub, (_, state) => {
      for (const socket of state.getWebSockets()) {
        socket.serializeAttachment({ ...socket.deserializeAttachment(), loginExpiresAt: 1 });
      }
    });
    await evictDurableObject(stub);
  }

  test('is looked up once, and continues if the session was extended', async () => {
    const { reader, sessionId, stub } = await makeChat();
    const socket = await connect(reader, sessionId);
    await letExpire(stub);
    socket.send({ type: 'chat', message: 'How high did you raise the price?' });
    expect((await socket.answer()).message.content).toContain('4,200');
  });

  test('that cannot be looked up gives the question back, and takes it again', async () => {
    const { reader, sessionId, stub } = await makeChat();
    const socket = await connect(reader, sessionId);
    await letExpire(stub);
    const question = {
      type: 'chat',
      id: crypto.randomUUID(),
      message: 'How high did you raise the price?',
    };
    await env.DB.exec('ALTER TABLE sessions RENAME TO sessions_away');
    try {
      socket.send(question);
      expect(await socket.next('chat_error')).toMatchObject({
        error: 'internal',
        questionId: question.id,
        remainingFollowUps: 10,
      });
    } finally {
      await env.DB.exec('ALTER TABLE sessions_away RENAME TO sessions');
    }
    socket.send(question);
    expect((await socket.answer()).message.content).toContain('4,200');
  });

  test("closes its sockets if it wasn't", async () => {
    const { reader, sessionId, stub } = await makeChat();
    const socket = await connect(reader, sessionId);
    await letExpire(stub);
    await db.delete(sessions).where(eq(sessions.userId, reader.id));
    socket.send({ type: 'chat', message: 'How high did you raise the price?' });
    expect(await socket.closed()).toBe(4401);
    expect(socket.closeReason).toBe('Logged out');
  });

  test('closes its sockets if it has expired in D1, too', async () => {
    const { reader, sessionId, stub } = await makeChat();
    const socket = await connect(reader, sessionId);
    await letExpire(stub);
    await db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(sessions.userId, reader.id));
    socket.send({ type: 'chat', message: 'How high did you raise the price?' });
    expect(await socket.closed()).toBe(4401);
  });

  test('receives nothing more and must reconnect', async () => {
    const { reader, sessionId, stub } = await makeChat();
    const socket = await connect(reader, sessionId);
    await socket.next('session');
    await letExpire(stub);
    await stub.insightNews({ status: 'queued', text: null, progress: 10, step: 'Reading' });
    expect(await socket.closed()).toBe(4408);
    expect(socket.closeReason).toBe('Please connect again');
    expect(socket.events.map(({ type }) => type)).toEqual(['session']);
  });
});

test("D1 forgets a session's sockets when the last one closes", async () => {
  const { reader, sessionId } = await makeChat();
  const [one, other] = [await connect(reader, sessionId), await connect(reader, sessionId)];
  one.close();
  await one.closed();
  expect(await notes(reader)).toBe(1);
  other.close();
  await expect.poll(() => notes(reader)).toBe(0);
});

test("D1 forgets a session's socket that fails", async () => {
  const { reader, sessionId, stub } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  expect(await notes(reader)).toBe(1);
  const logged = logLines();
  await runInDurableObject(stub, async (instance, state) => {
    const [failing] = state.getWebSockets();
    if (failing) await instance.webSocketError(failing, new Error('reset by peer'));
  });
  expect(await notes(reader)).toBe(0);
  expect(logged).toContainEqual({
    event: 'chat_socket_failed',
    level: 'warn',
    error: 'Error: reset by peer',
  });
});

test('a socket closes even if D1 does not forget it', async () => {
  const { reader, sessionId } = await makeChat();
  const socket = await connect(reader, sessionId);
  await socket.next('session');
  const logged = logLines();
  await env.DB.exec('ALTER TABLE chat_sockets RENAME TO chat_sockets_away');
  try {
    socket.close();
    expect(await socket.closed()).toBe(1000);
    await expect
      .poll(() => logged)
      .toContainEqual(expect.objectContaining({ event: 'socket_not_forgotten' }));
  } finally {
    await env.DB.exec('ALTER TABLE chat_sockets_away RENAME TO chat_sockets');
  }
});

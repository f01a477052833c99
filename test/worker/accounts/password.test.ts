import { env } from 'cloudflare:workers';
import { addDays, addMinutes, subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { FRESH_LOGIN_MINUTES } from '../../../schema/limits.ts';
import { loginAttempts, sessions, users } from '../../../schema/tables/accounts.ts';
import type { User } from '../../../schema/wire/accounts.ts';
import { inHashQueue } from '../../../worker/accounts/hash-queue.ts';
import { FREE_ATTEMPTS, takeAttempt } from '../../../worker/accounts/login-store.ts';
import { sessionIdOf, startSession } from '../../../worker/accounts/sessions.ts';
import { insertToken } from '../../../worker/accounts/token-store.ts';
import {
  confirmSubscription,
  createConfirmation,
  findBriefSubscription,
  findConfirmation,
  saveSubscription,
} from '../../../worker/brief/subscription-store.ts';
import { createFeed } from '../../../worker/outgoing-feeds/store.ts';
import { cookieOf, makeAccount, post } from '../../support/accounts.ts';
import { rejectingBatches } from '../../support/databases.ts';
import { mailService } from '../../support/mail.ts';
import { ask, makePerson, ORIGIN } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { useUp } from '../../support/rate-limits.ts';

const OLD = 'correct horse';
const NEW = 'battery staple';

const put = (cookie: string, path: string, body: unknown) =>
  ask(path, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Origin: ORIGIN, Cookie: cookie },
    body: JSON.stringify(body),
  });
const change = (cookie: string, body: unknown) => put(cookie, '/api/user/password', body);
const status = async (cookie: string) =>
  (await ask('/api/user', { headers: { Cookie: cookie } })).status;
const idOf = async (cookie: string) =>
  (await sessionIdOf(new Request(ORIGIN, { headers: { Cookie: cookie } }))) ?? '';

test('whoever would be the sixty-first to wait for a hash is told to come again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 60 }, () => inHashQueue(() => promise));
  await expect(inHashQueue(async () => {})).rejects.toMatchObject({ status: 503 });
  resolve();
  await Promise.all(waiting);
  expect(await inHashQueue(async () => 'hashed')).toBe('hashed');
});

describe('changing the password', () => {
  test('needs the old one; from then on, only the new one works', async () => {
    const { username, cookie } = await makeAccount(OLD);
    const reply = await change(cookie, { currentPassword: OLD, password: NEW });
    expect(reply.status).toBe(200);
    expect((await post('/api/login', { username, password: OLD })).status).toBe(401);
    expect((await post('/api/login', { username, password: NEW })).status).toBe(200);
  });

  test('is done, and this session goes on, even if its place cannot be noted', async () => {
    const { username, cookie } = await makeAccount(OLD);
    const DB = rejectingBatches(env.DB, /^insert into "known_places"/);
    const init = {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', Origin: ORIGIN, Cookie: cookie },
      body: JSON.stringify({ currentPassword: OLD, password: NEW }),
    };
    const reply = await ask('/api/user/password', init, { ...env, DB });
    expect(reply.status).toBe(200);
    expect(await status(cookieOf(reply))).toBe(200);
    expect((await post('/api/login', { username, password: NEW })).status).toBe(200);
  });

  test('ends every other session and gives this one a new token', async () => {
    const { id, username, cookie } = await makeAccount(OLD);
    const elsewhere = cookieOf(await post('/api/login', { username, password: OLD }));
    const [before] = await db
      .select()
      .from(sessions)
      .where(eq(sessions.id, await idOf(cookie)));
    const reply = await change(cookie, { currentPassword: OLD, password: NEW });
    expect(await status(elsewhere)).toBe(401);
    expect(await status(cookie), 'whoever stole the token').toBe(401);
    const renewed = cookieOf(reply);
    expect(await status(renewed)).toBe(200);
    const rows = await db.select().from(sessions).where(eq(sessions.userId, id));
    const { expiresAt } = rows[0] ?? {};
    expect(rows).toEqual([{ ...before, id: await idOf(renewed), expiresAt }]);
  });

  test('a reply that was on its way does not bring back the old token', async () => {
    const { id, cookie } = await makeAccount(OLD);
    // Due to be extended.
    const expiresAt = addDays(new Date(), 3);
    await db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, id));
    const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const limit = async () => {
      arrived.resolve();
      await released.promise;
      return { success: true };
    };
    const headers = { 'Content-Type': 'application/json', Origin: ORIGIN, Cookie: cookie };
    const body = JSON.stringify({ content: 'A thought' });
    const slow = ask(
      '/api/content',
      { method: 'POST', headers, body },
      { ...env, WRITE_LIMIT: { limit } },
    );
    await arrived.promise;
    const renewed = cookieOf(await change(cookie, { currentPassword: OLD, password: NEW }));
    released.resolve();
    const reply = await slow;
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await status(renewed)).toBe(200);
  });

  test('of two changes from one session at once, the second changes nothing', async () => {
    const { username, cookie } = await makeAccount(OLD);
    const replies = await Promise.all(
      [NEW, 'another one'].map(async (password) => {
        const reply = await change(cookie, { currentPassword: OLD, password });
        return { password, reply };
      }),
    );
    const [changed, ...others] = replies.filter(({ reply }) => reply.ok);
    expect(others).toEqual([]);
    expect(await status(cookieOf(changed?.reply ?? new Response()))).toBe(200);
    for (const { password, reply } of replies) {
      const login = await post('/api/login', { username, password });
      expect([reply.status, login.status]).toEqual(reply.ok ? [200, 200] : [401, 401]);
    }
  });

  test.each([
    ['no old one', { password: NEW }, 400, 'currentPassword', 'Please enter your password'],
    [
      'a wrong old one',
      { currentPassword: NEW, password: NEW },
      403,
      'currentPassword',
      'Wrong password',
    ],
    [
      'a new one that is too short',
      { currentPassword: OLD, password: 'short' },
      400,
      'password',
      'Password must be at least 6 characters',
    ],
  ])('%s is refused by its field, and nothing changes', async (_, body, status, field, message) => {
    const { username, cookie } = await makeAccount(OLD);
    const elsewhere = cookieOf(await post('/api/login', { username, password: OLD }));
    const reply = await change(cookie, body);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ field, message });
    expect((await ask('/api/user', { headers: { Cookie: elsewhere } })).status).toBe(200);
    expect((await post('/api/login', { username, password: OLD })).status).toBe(200);
  });

  test('revokes feed addresses and forgets an unconfirmed address of the brief', async () => {
    const { id, cookie } = await makeAccount(OLD);
    const by = { userId: id, sessionId: await idOf(cookie) };
    const token = await createFeed(db, by, 'saved');
    const brief = { email: 'other@example.com', weekday: 1, hour: 8, timeZone: 'UTC' };
    const later = { origin: ORIGIN, now: new Date() };
    await saveSubscription(db, by, brief, later);
    const confirmation = await createConfirmation(db, id, brief.email, later.now);
    if (confirmation === null || confirmation === 'on its way') throw new Error('no link');
    const renewed = cookieOf(await change(cookie, { currentPassword: OLD, password: NEW }));
    expect((await ask(`/api/feeds/${token}`)).status).toBe(404);
    expect(await findConfirmation(db, confirmation.token, later.now)).toBeNull();
    const renewedBy = { userId: id, sessionId: await idOf(renewed) };
    await saveSubscription(db, renewedBy, brief, later);
    await confirmSubscription(db, { userId: id, email: brief.email }, later.now);
    await change(renewed, { currentPassword: NEW, password: OLD });
    expect(await findBriefSubscription(db, id)).toMatchObject({ email: brief.email });
  });

  test.each([
    ['token', 'access_tokens', 'POST', '/api/user/tokens', { name: 'a', scopes: ['read'] }],
    ['feed', 'outgoing_feeds', 'POST', '/api/user/feeds/saved', {}],
    [
      "brief's address",
      'brief_subscriptions',
      'PUT',
      '/api/user/brief',
      { email: 'other@example.com', weekday: 1, hour: 8, timeZone: 'UTC' },
    ],
  ])('stores no %s for a session that it ends meanwhile', async (_, table, method, path, body) => {
    const { id, username, cookie } = await makeAccount(OLD);
    const elsewhere = cookieOf(await post('/api/login', { username, password: OLD }));
    // The session has been read when its user's writes are counted.
    const WRITE_LIMIT = {
      limit: async (options: RateLimitOptions) => {
        await change(cookie, { currentPassword: OLD, password: NEW });
        return env.WRITE_LIMIT.limit(options);
      },
    };
    const headers = { 'Content-Type': 'application/json', Origin: ORIGIN, Cookie: elsewhere };
    const init = { method, headers, body: JSON.stringify(body) };
    const reply = await ask(path, init, { ...mailService().bindings, WRITE_LIMIT });
    expect(reply.status).toBe(401);
    const stored = env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`).bind(id);
    expect(await stored.first('n')).toBe(0);
  });

  test('changes nothing if the tokens cannot be revoked', async () => {
    const { id, username, cookie } = await makeAccount(OLD);
    await insertToken(db, await idOf(cookie), {
      id: crypto.randomUUID(),
      userId: id,
      name: 'a',
      tokenHash: id,
      scopes: ['read'],
      expiresAt: null,
    });
    await env.DB.exec(
      `CREATE TRIGGER keep_tokens BEFORE DELETE ON access_tokens BEGIN SELECT RAISE(ABORT, 'kept'); END`,
    );
    try {
      const reply = await change(cookie, { currentPassword: OLD, password: NEW });
      expect(reply.status).toBe(500);
    } finally {
      await env.DB.exec('DROP TRIGGER keep_tokens');
    }
    expect((await post('/api/login', { username, password: NEW })).status).toBe(401);
    expect((await change(cookie, { currentPassword: OLD, password: NEW })).status).toBe(200);
  });

  test('ends a login with the old one that was still being checked', async () => {
    const { id, cookie } = await makeAccount(OLD);
    const [before] = await db.select().from(users).where(eq(users.id, id));
    expect((await change(cookie, { currentPassword: OLD, password: NEW })).status).toBe(200);
    const login = { url: ORIGIN, days: 30, passwordHash: before?.passwordHash ?? null };
    await expect(startSession(db, id, login)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'Invalid username or password',
    });
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(1);
  });

  test('guessing the old one gets slower and slower, in that session only', async () => {
    const { username, cookie } = await makeAccount(OLD);
    const elsewhere = cookieOf(await post('/api/login', { username, password: OLD }));
    const key = `confirm ${await idOf(cookie)}`;
    for (let tries = 0; tries < FREE_ATTEMPTS; tries++) await takeAttempt(db, key, new Date());
    const inAMinute = addMinutes(new Date(), 1);
    await db.update(loginAttempts).set({ nextAt: inAMinute }).where(eq(loginAttempts.key, key));
    const reply = await change(cookie, { currentPassword: OLD, password: NEW });
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await change(elsewhere, { currentPassword: OLD, password: NEW })).status).toBe(200);
  });

  test('guessing the old one is stopped', async () => {
    const { id, cookie } = await makeAccount(OLD);
    useUp(env.LOGIN_LIMIT, `confirm ${id}`);
    expect((await change(cookie, { currentPassword: OLD, password: NEW })).status).toBe(429);
  });

  test('people without one can set one right after logging in, but not later', async () => {
    const person = await makePerson();
    expect((await change(person.cookie, { password: NEW })).status).toBe(200);
    const { username } = person;
    expect((await post('/api/login', { username, password: NEW })).status).toBe(200);
    const late = await makePerson();
    const long = subMinutes(new Date(), FRESH_LOGIN_MINUTES);
    await db.update(sessions).set({ signedInAt: long }).where(eq(sessions.userId, late.id));
    expect((await change(late.cookie, { password: NEW })).status).toBe(403);
  });

  test('requires a login', async () => {
    expect((await change('', { currentPassword: OLD, password: NEW })).status).toBe(401);
  });
});

describe('changing the email', () => {
  const PATH = '/api/user/profile';
  const emailOf = async (cookie: string) =>
    (await (await ask('/api/user', { headers: { Cookie: cookie } })).json<User>()).email;

  test('requires the password if there is already an email', async () => {
    const { cookie } = await makeAccount(OLD, { email: 'ada@example.com' });
    for (const email of ['eve@example.com', null]) {
      const reply = await put(cookie, PATH, { email });
      expect(reply.status).toBe(400);
      expect(await reply.text()).toBe('Please enter your password');
      const wrong = await put(cookie, PATH, { email, currentPassword: NEW });
      expect(wrong.status).toBe(403);
      expect(await wrong.text()).toBe('Wrong password');
    }
    expect(await emailOf(cookie)).toBe('ada@example.com');
    const reply = await put(cookie, PATH, { email: 'ada@example.org', currentPassword: OLD });
    expect(await reply.json()).toMatchObject({ email: 'ada@example.org' });
  });

  test('needs no password for a first email or an unchanged one', async () => {
    const { cookie } = await makeAccount(OLD);
    const body = { email: 'ada@example.com', linkedinUrl: null };
    for (let time = 0; time < 2; time++) expect((await put(cookie, PATH, body)).status).toBe(200);
    expect((await put(cookie, PATH, { role: 'Buyer' })).status).toBe(200);
    expect(await emailOf(cookie)).toBe('ada@example.com');
  });

  test('people without a password must have logged in recently', async () => {
    const person = await makePerson();
    await person.send('PUT', PATH, { email: 'ada@example.com' });
    expect((await person.send('PUT', PATH, { email: 'ada@example.org' })).status).toBe(200);
    const long = subMinutes(new Date(), FRESH_LOGIN_MINUTES);
    await db.update(sessions).set({ signedInAt: long }).where(eq(sessions.userId, person.id));
    const reply = await person.send('PUT', PATH, { email: 'eve@example.com' });
    expect(reply.status).toBe(403);
    expect(await reply.text()).toMatch(/^Please log out, log in again/);
  });
});

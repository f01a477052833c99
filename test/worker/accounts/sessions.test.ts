import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { addHours, subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions } from '../../../schema/tables/accounts.ts';
import worker from '../../../worker/index.ts';
import { sha256Hex } from '../../../worker/platform/sha256.ts';
import { cookieOf, someName } from '../../support/accounts.ts';
import { rejectingDatabase } from '../../support/databases.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { runWeekly } from '../../support/queues.ts';

const sessionOf = async (person: Person) => {
  const [row] = await db.select().from(sessions).where(eq(sessions.userId, person.id));
  return row;
};

const setExpiry = (person: Person, expiresAt: Date) =>
  db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, person.id));

describe('a session', () => {
  test('identifies its user', async () => {
    const person = await makePerson();
    const reply = await person.ask('/api/user');
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({
      id: person.id,
      username: person.username,
      hasPassword: false,
      email: null,
      linkedinUrl: null,
      industry: null,
      role: null,
      goals: null,
    });
  });

  test.each([
    ['no cookie', {}],
    ['an empty cookie', { Cookie: 'dripcast_session=' }],
    ['an invented token', { Cookie: `dripcast_session=${'a'.repeat(43)}` }],
    ['a broken token', { Cookie: 'dripcast_session=%E0%A4%A' }],
    ['a cookie of another name', { Cookie: 'session=whatever' }],
  ])('%s is nobody: 401 as JSON', async (_, headers) => {
    const reply = await ask('/api/user', { headers });
    expect(reply.status).toBe(401);
    expect(await reply.json()).toEqual({
      error: 'unauthorized',
      message: 'You need to be logged in to use this feature. Please log in and try again.',
    });
  });

  test("tolerates other programs' cookies, however broken", async () => {
    const { cookie } = await makePerson();
    for (const line of [`theirs=%E0%A4%A; ${cookie}`, `; =; ${cookie}; x`, `a=";"; ${cookie}`]) {
      expect((await ask('/api/user', { headers: { Cookie: line } })).status).toBe(200);
    }
  });

  test('is stored as the hash of its token, never as the token', async () => {
    const person = await makePerson();
    const token = person.cookie.split('=')[1] ?? '';
    const row = await sessionOf(person);
    expect(row?.id).toBe(await sha256Hex(token));
    expect(JSON.stringify(row)).not.toContain(token);
    const stolen = await ask('/api/user', { headers: { Cookie: `dripcast_session=${row?.id}` } });
    expect(stolen.status).toBe(401);
  });

  test('expires', async () => {
    const person = await makePerson();
    await setExpiry(person, subMinutes(new Date(), 1));
    expect((await person.ask('/api/user')).status).toBe(401);
  });

  test('is extended by thirty days when used, at most once a day', async () => {
    const person = await makePerson();
    expect((await person.ask('/api/user')).headers.getSetCookie()).toEqual([]);
    await setExpiry(person, addHours(new Date(), 30 * 24 - 23));
    expect((await person.ask('/api/user')).headers.getSetCookie()).toEqual([]);
    await setExpiry(person, addHours(new Date(), 30 * 24 - 25));
    const reply = await person.ask('/api/user');
    expect(cookieOf(reply)).toBe(person.cookie);
    const slid = (await sessionOf(person))?.expiresAt;
    expect(slid?.getTime()).toBeGreaterThan(addHours(new Date(), 30 * 24 - 1).getTime());
    expect((await person.ask('/api/user')).headers.getSetCookie()).toEqual([]);
  });

  test('that cannot be extended right now fails no request, and is extended by the next', async () => {
    const DB = rejectingDatabase(env.DB, /^update "sessions"/);
    const person = await makePerson();
    await setExpiry(person, addHours(new Date(), 3 * 24));
    const init = {
      method: 'POST',
      headers: { Cookie: person.cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: 'Kept.' }),
    };
    const reply = await ask('/api/content', init, { ...env, DB });
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([200, []]);
    const next = await person.ask('/api/content');
    expect(await next.json()).toMatchObject({ content: 'Kept.' });
    expect(next.headers.getSetCookie()).toHaveLength(2);
  });

  test('ends with a log-out, for this browser only', async () => {
    const username = someName();
    const account = { username, password: 'a password' };
    const headers = { 'Content-Type': 'application/json', 'CF-Connecting-IP': username };
    const init = { method: 'POST', headers, body: JSON.stringify(account) };
    const here = cookieOf(await ask('/api/register', init));
    const there = cookieOf(await ask('/api/login', init));
    const reply = await ask('/api/logout', { method: 'POST', headers: { Cookie: here } });
    expect(await reply.json()).toEqual({ success: true });
    expect(reply.status).toBe(200);
    expect(cookieOf(reply)).toBe('dripcast_session=');
    expect((await ask('/api/user', { headers: { Cookie: here } })).status).toBe(401);
    expect((await ask('/api/user', { headers: { Cookie: there } })).status).toBe(200);
  });

  test('comes with a hint cookie, which grants nothing', async () => {
    const address = someName();
    const headers = { 'Content-Type': 'application/json', 'CF-Connecting-IP': address };
    const body = JSON.stringify({ username: address, password: 'a password' });
    const reply = await ask('/api/register', { method: 'POST', headers, body });
    const hint = cookieOf(reply, 'dripcast_signed_in');
    expect(hint).toBe('dripcast_signed_in=1');
    expect((await ask('/api/user', { headers: { Cookie: hint } })).status).toBe(401);
    const Cookie = `${cookieOf(reply)}; ${hint}`;
    const out = await ask('/api/logout', { method: 'POST', headers: { Cookie } });
    expect(cookieOf(out, 'dripcast_signed_in')).toBe('dripcast_signed_in=');
  });

  test('logging out without a session is no error', async () => {
    expect((await ask('/api/logout', { method: 'POST' })).status).toBe(200);
  });

  test('off localhost, its cookies are secure, and no other host may set them', async () => {
    const person = await makePerson();
    await setExpiry(person, addHours(new Date(), 30 * 24 - 23));
    expect((await person.ask('/api/user')).headers.getSetCookie()).toEqual([]);
    await setExpiry(person, addHours(new Date(), 30 * 24 - 25));
    const askAt = async (path: string, init: RequestInit) => {
      const context = createExecutionContext();
      const request = new Request<unknown, IncomingRequestCfProperties>(
        `https://dripcast.example${path}`,
        init as RequestInit<IncomingRequestCfProperties>,
      );
      const reply = await worker.fetch(request, env, context);
      await waitOnExecutionContext(context);
      return reply;
    };
    const askWith = (Cookie: string) => askAt('/api/user', { headers: { Cookie } });
    expect((await askWith(person.cookie)).status).toBe(401);
    const reply = await askWith(`__Host-${person.cookie}`);
    expect(reply.status).toBe(200);
    const [session = '', hint = ''] = reply.headers.getSetCookie();
    expect(session).toMatch(/^__Host-dripcast_session=/);
    expect(session).toContain('Path=/');
    expect(session).not.toContain('Domain');
    expect(hint).toMatch(/^__Host-dripcast_signed_in=1; /);
    for (const cookie of [session, hint]) expect(cookie).toContain('Secure');

    const registered = await askAt('/api/register', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': someName() },
      body: JSON.stringify({ username: someName(), password: 'a password' }),
    });
    const cookies = registered.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual([
      '__Host-dripcast_session',
      '__Host-dripcast_signed_in',
      '__Host-dripcast_device',
    ]);
    for (const cookie of cookies) expect(cookie).toContain('Secure');
  });

  test('is deleted by the weekly run once it has expired', async () => {
    const [gone, alive] = [await makePerson(), await makePerson()];
    await setExpiry(gone, subMinutes(new Date(), 1));
    await runWeekly();
    expect(await sessionOf(gone)).toBeUndefined();
    expect(await sessionOf(alive)).toBeDefined();
  });
});

import { env } from 'cloudflare:workers';
import { subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { FRESH_LOGIN_MINUTES, PASSWORD_MAX_CHARS } from '../../../schema/limits.ts';
import { sessions, users } from '../../../schema/tables/accounts.ts';
import type { User } from '../../../schema/wire/accounts.ts';
import { confirmIdentity } from '../../../worker/accounts/confirm-identity.ts';
import { makeAccount } from '../../support/accounts.ts';
import { ask, makePerson, ORIGIN } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { useUp } from '../../support/rate-limits.ts';

const password = 'correct horse';

const remove = (cookie: string, body: unknown) =>
  ask('/api/user', {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json', Origin: ORIGIN, Cookie: cookie },
    body: JSON.stringify(body),
  });

const exists = async (id: string) => (await db.$count(users, eq(users.id, id))) === 1;

describe('deleting an account that has a password', () => {
  test('needs the exact password', async () => {
    const { id, cookie } = await makeAccount(password);
    for (const body of [{}, { password: '' }]) {
      const reply = await remove(cookie, body);
      expect(reply.status).toBe(400);
      expect(await reply.json()).toEqual({
        error: 'bad_request',
        message: 'Please enter your password',
        field: 'password',
      });
    }
    const wrong = await remove(cookie, { password: password.toUpperCase() });
    expect(wrong.status).toBe(403);
    expect(await wrong.json()).toEqual({
      error: 'forbidden',
      message: 'Wrong password',
      field: 'password',
    });
    expect(wrong.headers.getSetCookie()).toEqual([]);
    expect(await exists(id)).toBe(true);
    expect((await remove(cookie, { password })).status).toBe(200);
    expect(await exists(id)).toBe(false);
  });

  test.each([[17], [['a']], ['x'.repeat(PASSWORD_MAX_CHARS + 1)]])(
    'an invalid password is refused: %s',
    async (odd) => {
      const { id, cookie } = await makeAccount(password);
      expect((await remove(cookie, { password: odd })).status).toBe(400);
      expect(await exists(id)).toBe(true);
    },
  );

  test('guessing is stopped across addresses, even with the correct password', async () => {
    const { id, cookie } = await makeAccount(password);
    useUp(env.LOGIN_LIMIT, `confirm ${id}`);
    const stopped = await remove(cookie, { password });
    expect(stopped.status).toBe(429);
    expect(await exists(id)).toBe(true);
    const other = await makeAccount(password);
    expect((await remove(other.cookie, { password })).status).toBe(200);
  });
});

describe('deleting an account of a login service', () => {
  test('needs a recent login', async () => {
    const person = await makePerson();
    const long = subMinutes(new Date(), FRESH_LOGIN_MINUTES);
    await db.update(sessions).set({ signedInAt: long }).where(eq(sessions.userId, person.id));
    const reply = await remove(person.cookie, {});
    expect(reply.status).toBe(403);
    expect(await reply.json()).toEqual({
      error: 'forbidden',
      message: 'Please log out, log in again and come back within 10 minutes',
    });
    expect(await exists(person.id)).toBe(true);
  });

  test('a sliding session is not a new login', async () => {
    const person = await makePerson();
    const long = subMinutes(new Date(), FRESH_LOGIN_MINUTES);
    await db
      .update(sessions)
      .set({ signedInAt: long, expiresAt: new Date(Date.now() + 60_000) })
      .where(eq(sessions.userId, person.id));
    expect((await person.ask('/api/user')).headers.getSetCookie()).toHaveLength(2);
    expect((await remove(person.cookie, {})).status).toBe(403);
  });

  test('needs a session, also one that has ended since the request came', async () => {
    const nobody = { headers: new Headers(), url: ORIGIN };
    const confirmation = confirmIdentity({ db, limiter: env.LOGIN_LIMIT }, nobody, {
      password,
      field: 'password',
    });
    await expect(confirmation).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Please log in again first',
    });
  });

  test('works right after logging in', async () => {
    const person = await makePerson();
    expect((await remove(person.cookie, {})).status).toBe(200);
    expect(await exists(person.id)).toBe(false);
  });
});

test("the user's data says whether there is a password", async () => {
  const { cookie } = await makeAccount(password);
  const withOne = await ask('/api/user', { headers: { Cookie: cookie } });
  expect(await withOne.json<User>()).toMatchObject({ hasPassword: true });
  const without = await (await makePerson()).ask('/api/user');
  expect(await without.json<User>()).toMatchObject({ hasPassword: false });
});

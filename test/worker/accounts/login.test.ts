import { env } from 'cloudflare:workers';
import { Buffer } from 'node:buffer';
import { scryptSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { users } from '../../../schema/tables/accounts.ts';
import { cookieOf, makeAccount, post, someAddress, someName } from '../../support/accounts.ts';
import { ask } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { useUp } from '../../support/rate-limits.ts';

const password = 'correct horse';

/** The number of hashing rounds per login: after each, the Worker serves other requests. */
async function roundsOf(body: unknown): Promise<number> {
  const wait = vi.spyOn(scheduler, 'wait');
  try {
    expect((await post('/api/login', body)).status).toBe(401);
    return wait.mock.calls.length;
  } finally {
    wait.mockRestore();
  }
}

describe('logging in', () => {
  test('returns the user and a session', async () => {
    const { username, id } = await makeAccount(password);
    const reply = await post('/api/login', { username, password });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ user: { id, username } });
    const me = await ask('/api/user', { headers: { Cookie: cookieOf(reply) } });
    expect(await me.json()).toMatchObject({ id });
  });

  test('ignores the case of the name, but not of the password', async () => {
    const { username } = await makeAccount(password);
    const upper = await post('/api/login', { username: username.toUpperCase(), password });
    expect(upper.status).toBe(200);
    const shouted = await post('/api/login', { username, password: password.toUpperCase() });
    expect(shouted.status).toBe(401);
  });

  test('a wrong password and an unknown name get the same answer', async () => {
    const { username } = await makeAccount(password);
    const replies = await Promise.all([
      post('/api/login', { username, password: 'wrong password' }),
      post('/api/login', { username: someName(), password }),
    ]);
    for (const reply of replies) {
      expect(reply.status).toBe(401);
      expect(reply.headers.get('Content-Type')).toMatch(/^text\/plain/);
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect(await reply.text()).toBe('Invalid username or password');
    }
  });

  test('a wrong password and an unknown name take the same work, so that time tells nothing', async () => {
    const username = someName();
    await post('/api/register', { username, password });
    const wrong = await roundsOf({ username, password: 'wrong password' });
    expect(wrong).toBeGreaterThan(1);
    expect(await roundsOf({ username: someName(), password })).toBe(wrong);
  });

  test('an account of a login service has no valid password', async () => {
    const username = someName();
    await env.DB.prepare(
      'INSERT INTO users (id, username, username_key, created_at) VALUES (?, ?, ?, 0)',
    )
      .bind(crypto.randomUUID(), username, username)
      .run();
    expect((await post('/api/login', { username, password })).status).toBe(401);
  });

  test.each([
    [{ username: 'ab', password }, 'Username must be at least 3 characters'],
    [{ username: 'someone', password: 'short' }, 'Password must be at least 6 characters'],
    [{}, 'Username must be at least 3 characters'],
  ])('%o is refused in the words of the form', async (body, message) => {
    const reply = await post('/api/login', body);
    expect(reply.status).toBe(400);
    expect(await reply.text()).toBe(message);
  });

  test('many attempts on one name are stopped, but not on another name', async () => {
    const { username } = await makeAccount(password);
    const address = someAddress();
    useUp(env.LOGIN_LIMIT, `${address} ${username}`);
    const stopped = await post('/api/login', { username, password }, { address });
    expect(stopped.status).toBe(429);
    expect(await stopped.text()).toMatch(/^Too many attempts/);
    expect(stopped.headers.getSetCookie()).toEqual([]);
    // The same name in full-width letters is the same account.
    const wide = username.replace(/[!-~]/g, (one) =>
      String.fromCodePoint(one.charCodeAt(0) + 0xfee0),
    );
    expect((await post('/api/login', { username: wide, password })).status).toBe(200);
    expect((await post('/api/login', { username: wide, password }, { address })).status).toBe(429);
    const other = await makeAccount(password);
    const free = await post('/api/login', { username: other.username, password }, { address });
    expect(free.status).toBe(200);
  });

  test('an old name with invisible characters still logs in', async () => {
    const { username, id } = await makeAccount(password);
    const old = `${username}\u200b`;
    await env.DB.prepare('UPDATE users SET username = ?, username_key = ? WHERE id = ?')
      .bind(old, old, id)
      .run();
    expect((await post('/api/login', { username: old, password })).status).toBe(200);
  });

  test('a password hashed in a single call still works', async () => {
    const { username, id } = await makeAccount(password);
    const salt = 'aabbccddeeff00112233445566778899';
    const key = scryptSync(password, Buffer.from(salt, 'hex'), 32, {
      N: 16_384,
      r: 8,
      p: 5,
      maxmem: 64 * 1_024 * 1_024,
    }).toString('hex');
    await env.DB.prepare('UPDATE users SET password_hash = ? WHERE id = ?')
      .bind(`scrypt$16384$8$5$${salt}$${key}`, id)
      .run();
    expect((await post('/api/login', { username, password })).status).toBe(200);
    expect((await post('/api/login', { username, password: 'wrong word' })).status).toBe(401);
  });

  test('passwords are stored as salted hashes with their parameters', async () => {
    const hashes = await Promise.all(
      [someName(), someName()].map(async (username) => {
        await post('/api/register', { username, password });
        const [user] = await db.select().from(users).where(eq(users.username, username));
        return user?.passwordHash;
      }),
    );
    expect(hashes[0]).toMatch(/^scrypt-rounds\$16384\$8\$5\$[0-9a-f]{32}\$[0-9a-f]{64}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});

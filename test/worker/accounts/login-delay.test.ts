/**
 * Guessing one user's password from many addresses gets slower and slower, without slowing down that user.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loginAttempts } from '../../../schema/tables/accounts.ts';
import { FREE_ATTEMPTS, takeAttempt } from '../../../worker/accounts/login-store.ts';
import { sha256Hex } from '../../../worker/platform/sha256.ts';
import { cookieOf, post, someAddress, someName } from '../../support/accounts.ts';
import { ask, ORIGIN } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { runWeekly } from '../../support/queues.ts';

const password = 'correct horse';
const keyOf = (username: string) => sha256Hex(`${username} `);

/**
 * Guesses as often as there is no delay, each time from another address. Returns the name's key.
 */
async function spendFreeAttempts(username: string): Promise<string> {
  const key = await keyOf(username);
  for (let tries = 0; tries < FREE_ATTEMPTS; tries++) await takeAttempt(db, key, new Date());
  return key;
}

/** Moves a name's last attempt into the past. */
async function wait(key: string, ms: number) {
  await db
    .update(loginAttempts)
    .set({
      nextAt: sql`${loginAttempts.nextAt} - ${ms}`,
      attemptedAt: sql`${loginAttempts.attemptedAt} - ${ms}`,
    })
    .where(eq(loginAttempts.key, key));
}

/** Blocks further attempts for a minute and a half. */
const holdUp = (key: string) =>
  db
    .update(loginAttempts)
    .set({ nextAt: new Date(Date.now() + 90_000) })
    .where(eq(loginAttempts.key, key));

const guess = (username: string) => post('/api/login', { username, password: 'wrong password' });

async function makeAccount(address = someAddress()) {
  const username = someName();
  const reply = await post('/api/register', { username, password }, { address });
  expect(reply.status).toBe(201);
  return { username, address, device: cookieOf(reply, 'dripcast_device') };
}

describe('guesses of a name from many addresses', () => {
  test('have to wait once the free ones are used up, even with the correct password', async () => {
    const { username } = await makeAccount();
    const key = await spendFreeAttempts(username);
    expect((await guess(username)).status).toBe(401);
    await holdUp(key);
    const early = await post('/api/login', { username, password });
    expect(early.status).toBe(429);
    expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(60);
    expect(Number(early.headers.get('Retry-After'))).toBeLessThanOrEqual(90);
    expect(await early.text()).toMatch(
      /^Too many attempts\. Please wait \d+ seconds and try again\.$/,
    );
    await wait(key, 90_000);
    expect((await post('/api/login', { username, password })).status).toBe(200);
  });

  test.each([
    [1_000, '1 second'],
    [1_001, '2 seconds'],
    [119_000, '119 seconds'],
    [120_000, '2 minutes'],
    [120_001, '3 minutes'],
  ])('are told to wait for %i ms in words: %s', async (ms, words) => {
    const username = someName();
    const key = await spendFreeAttempts(username);
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    onTestFinished(() => void vi.useRealTimers());
    await db
      .update(loginAttempts)
      .set({ nextAt: new Date(now + ms) })
      .where(eq(loginAttempts.key, key));
    const early = await guess(username);
    expect(await early.text()).toBe(`Too many attempts. Please wait ${words} and try again.`);
    expect(early.headers.get('Retry-After')).toBe(String(Math.ceil(ms / 1_000)));
  });

  test('wait longer each time, up to some minutes', async () => {
    const key = await spendFreeAttempts(someName());
    const delays: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      const now = new Date();
      expect(await takeAttempt(db, key, now)).toBe(0);
      const [row] = await db.select().from(loginAttempts).where(eq(loginAttempts.key, key));
      delays.push(((row?.nextAt.getTime() ?? 0) - now.getTime()) / 1_000);
      await wait(key, 600_000);
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 512, 512]);
  });

  test('at the same time do not all pass', async () => {
    const key = await keyOf(someName());
    const now = new Date();
    const waits = await Promise.all(Array.from({ length: 40 }, () => takeAttempt(db, key, now)));
    expect(waits.filter((ms) => ms === 0)).toHaveLength(FREE_ATTEMPTS + 1);
  });

  test('are counted for unknown usernames too', async () => {
    const username = someName();
    const key = await spendFreeAttempts(username);
    expect((await guess(username)).status).toBe(401);
    await holdUp(key);
    expect((await guess(username)).status).toBe(429);
  });

  test('are forgotten after a day', async () => {
    const username = someName();
    const key = await spendFreeAttempts(username);
    await wait(key, 25 * 60 * 60 * 1_000);
    expect(await takeAttempt(db, key, new Date())).toBe(0);
    expect(await takeAttempt(db, key, new Date())).toBe(0);
  });
});

describe("the name's owner", () => {
  async function underAttack() {
    const account = await makeAccount();
    const key = await spendFreeAttempts(account.username);
    await holdUp(key);
    expect((await guess(account.username)).status).toBe(429);
    return account;
  }

  test('is not slowed down at an address they have logged in from', async () => {
    const { username, address } = await underAttack();
    const reply = await post('/api/login', { username, password }, { address });
    expect(reply.status).toBe(200);
  });

  test('nor where they have logged in once since', async () => {
    const { username } = await makeAccount();
    const address = someAddress();
    expect((await post('/api/login', { username, password }, { address })).status).toBe(200);
    await holdUp(await spendFreeAttempts(username));
    expect((await post('/api/login', { username, password }, { address })).status).toBe(200);
    expect((await post('/api/login', { username, password })).status).toBe(429);
  });

  test('starts anew after logging in', async () => {
    const { username } = await makeAccount();
    const key = await spendFreeAttempts(username);
    expect((await post('/api/login', { username, password })).status).toBe(200);
    expect(await db.$count(loginAttempts, eq(loginAttempts.key, key))).toBe(0);
  });

  test('nor in that browser at another address', async () => {
    const { username, device } = await underAttack();
    const init = {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'CF-Connecting-IP': someAddress(),
        Origin: ORIGIN,
        Cookie: device,
      },
      body: JSON.stringify({ username, password }),
    };
    expect((await ask('/api/login', init)).status).toBe(200);
    const invented = {
      ...init.headers,
      'CF-Connecting-IP': someAddress(),
      Cookie: `dripcast_device=${'a'.repeat(43)}`,
    };
    expect((await ask('/api/login', { ...init, headers: invented })).status).toBe(429);
  });

  test('nor in the same /64 of IPv6', async () => {
    const network = () => crypto.randomUUID().slice(0, 4);
    const prefix = `2001:db8:${network()}:${network()}`;
    const { username } = await makeAccount(`${prefix}::1`);
    const key = await spendFreeAttempts(username);
    await holdUp(key);
    const neighbour = { address: `${prefix}:1:2:3:4` };
    expect((await post('/api/login', { username, password }, neighbour)).status).toBe(200);
  });

  test('a known address or browser has its own count with the same delays', async () => {
    const { username, address } = await makeAccount();
    const place = await sha256Hex(`network ${address}`);
    const key = await sha256Hex(`${username} ${place}`);
    for (let tries = 0; tries < FREE_ATTEMPTS; tries++) await takeAttempt(db, key, new Date());
    await holdUp(key);
    const here = await post('/api/login', { username, password }, { address });
    expect(here.status).toBe(429);
    expect((await guess(username)).status).toBe(401);
  });
});

test('old attempts are deleted by the weekly run', async () => {
  const key = await spendFreeAttempts(someName());
  await wait(key, 25 * 60 * 60 * 1_000);
  await runWeekly();
  expect(await db.$count(loginAttempts, eq(loginAttempts.key, key))).toBe(0);
});

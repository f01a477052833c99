import { addDays, subHours, subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions } from '../../../schema/tables/accounts.ts';
import type { SessionInfo } from '../../../schema/wire/accounts.ts';
import { startSession } from '../../../worker/accounts/sessions.ts';
import { cookieOf } from '../../support/accounts.ts';
import { ask, makePerson, ORIGIN, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';

const PATH = '/api/user/sessions';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Logs in on another device of this user; returns its `Cookie` header. */
async function logInElsewhere(person: Person, userAgent = PHONE): Promise<string> {
  const { cookies } = await startSession(db, person.id, { url: ORIGIN, days: 30, userAgent });
  return cookies[0]?.split(';', 1)[0] ?? '';
}

async function listOf(person: Person): Promise<SessionInfo[]> {
  const reply = await person.ask(PATH);
  expect(reply.status).toBe(200);
  return (await reply.json<{ sessions: SessionInfo[] }>()).sessions;
}

const statusOf = async (cookie: string) =>
  (await ask('/api/user', { headers: { Cookie: cookie } })).status;

describe('the list of sessions', () => {
  test('names each device and its last use, and marks the current one', async () => {
    const person = await makePerson();
    const used = subMinutes(new Date(), 5);
    await db.update(sessions).set({ lastUsedAt: used }).where(eq(sessions.userId, person.id));
    await logInElsewhere(person);
    const list = await listOf(person);
    expect(list.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari on iPhone', false],
      ['Unknown device', true],
    ]);
    const stored = await db.select().from(sessions).where(eq(sessions.userId, person.id));
    expect(list.map(({ lastUsedAt, signedInAt }) => `${lastUsedAt} ${signedInAt}`).sort()).toEqual(
      stored.map((one) => `${one.lastUsedAt.toISOString()} ${one.signedInAt.toISOString()}`).sort(),
    );
    expect(list[1]?.lastUsedAt).toBe(used.toISOString());
  });

  test("excludes expired sessions and other users' sessions", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    await logInElsewhere(other);
    await db.insert(sessions).values({
      id: crypto.randomUUID(),
      userId: person.id,
      expiresAt: subMinutes(new Date(), 1),
    });
    expect((await listOf(person)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  test('a use is noted after an hour, without a new cookie', async () => {
    const person = await makePerson();
    const before = subHours(new Date(), 3);
    await db.update(sessions).set({ lastUsedAt: before }).where(eq(sessions.userId, person.id));
    const reply = await person.ask('/api/user');
    expect(reply.headers.getSetCookie()).toEqual([]);
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, person.id));
    expect(row?.lastUsedAt.getTime()).toBeGreaterThan(before.getTime() + 3_600_000);
  });

  test('one without a recorded use says so', async () => {
    const person = await makePerson();
    await db.insert(sessions).values({
      id: 'a'.repeat(64),
      userId: person.id,
      expiresAt: addDays(new Date(), 1),
    });
    expect((await listOf(person)).find(({ id }) => id === 'a'.repeat(64))?.lastUsedAt).toBeNull();
  });

  test('stays short: a login beyond fifty ends the one unused for longest', async () => {
    const person = await makePerson();
    await db
      .update(sessions)
      .set({ lastUsedAt: subHours(new Date(), 3) })
      .where(eq(sessions.userId, person.id));
    for (let count = 0; count < 50; count++) await logInElsewhere(person);
    expect(await db.$count(sessions, eq(sessions.userId, person.id))).toBe(50);
    expect(await statusOf(person.cookie)).toBe(401);
  });
});

describe('ending a session', () => {
  test('logs that device out and no other', async () => {
    const person = await makePerson();
    const [phone, tablet] = [await logInElsewhere(person), await logInElsewhere(person)];
    const [first] = (await listOf(person)).filter(({ isCurrent }) => !isCurrent);
    const reply = await person.send('DELETE', `${PATH}/${first?.id}`);
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect([await statusOf(phone), await statusOf(tablet)].toSorted()).toEqual([200, 401]);
    expect((await person.ask('/api/user')).status).toBe(200);
    expect((await person.send('DELETE', `${PATH}/${first?.id}`)).status).toBe(404);
  });

  test('ending the current one clears the cookie, too', async () => {
    const person = await makePerson();
    const [own] = await listOf(person);
    const reply = await person.send('DELETE', `${PATH}/${own?.id}`);
    expect(cookieOf(reply)).toBe('dripcast_session=');
    expect((await person.ask('/api/user')).status).toBe(401);
  });

  test("another user can't", async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const [own] = await listOf(person);
    expect((await stranger.send('DELETE', `${PATH}/${own?.id}`)).status).toBe(404);
    expect((await stranger.send('DELETE', `${PATH}/nonsense`)).status).toBe(404);
    expect((await person.ask('/api/user')).status).toBe(200);
    expect((await ask(PATH)).status).toBe(401);
    expect((await ask(PATH, { method: 'DELETE' })).status).toBe(401);
  });

  test('ending all of them logs out everywhere, here as well, and nobody else', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const phone = await logInElsewhere(person);
    const reply = await person.send('DELETE', PATH);
    expect(reply.status).toBe(200);
    expect(cookieOf(reply)).toBe('dripcast_session=');
    expect(await statusOf(phone)).toBe(401);
    expect(await statusOf(person.cookie)).toBe(401);
    expect(await statusOf(other.cookie)).toBe(200);
  });
});

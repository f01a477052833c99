import { env } from 'cloudflare:workers';
import { addMinutes, subDays, subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { TOKENS_MAX } from '../../../schema/limits.ts';
import { accessTokens } from '../../../schema/tables/tokens.ts';
import type { TokenInfo } from '../../../schema/wire/tokens.ts';
import { deleteExpiredTokens } from '../../../worker/accounts/token-store.ts';
import { askWithToken, makeToken } from '../../support/access-tokens.ts';
import { ask, makePerson, ORIGIN, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { useUp } from '../../support/rate-limits.ts';

const PATH = '/api/user/tokens';
const JSON_TYPE = { 'Content-Type': 'application/json' };

async function listOf(person: Person): Promise<TokenInfo[]> {
  return (await (await person.ask(PATH)).json<{ tokens: TokenInfo[] }>()).tokens;
}

const writeContent = (token: string, headers: Record<string, string> = {}) =>
  askWithToken(token, '/api/content', {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: '{"content":"by a program"}',
  });

describe('an access token', () => {
  test('is shown once, stored as a hash, and listed without its value', async () => {
    const person = await makePerson();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = { name: ' My script ', scopes: ['write', 'read'], expiresAt };
    const reply = await person.send('POST', PATH, body);
    expect(reply.status).toBe(201);
    const { id, token } = await reply.json<{ id: string; token: string }>();
    expect(token).toMatch(/^dripcast_[\w-]{43}$/);
    const list = await listOf(person);
    expect(list).toEqual([
      {
        id,
        name: 'My script',
        scopes: ['read', 'write'],
        createdAt: expect.any(String),
        expiresAt,
        lastUsedAt: null,
      },
    ]);
    const rows = await db.select().from(accessTokens).where(eq(accessTokens.id, id));
    expect(JSON.stringify(rows)).not.toContain(token.slice('dripcast_'.length));
  });

  test('is one if its creation is sent again because the reply was lost', async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const body = { id: crypto.randomUUID(), name: 'Mine', scopes: ['read'] };
    const create = async (who: Person, more = {}) => {
      const reply = await who.send('POST', PATH, { ...body, ...more });
      expect(reply.status).toBe(201);
      return reply.json<{ id: string; token: string }>();
    };
    const lost = await create(person);
    for (let count = 1; count < TOKENS_MAX; count += 1) await makeToken(person, ['read']);
    const seen = await create(person, { name: 'Renamed' });
    expect(seen.id).toBe(lost.id);
    expect((await listOf(person)).filter(({ name }) => name === 'Renamed')).toHaveLength(1);
    expect(await listOf(person)).toHaveLength(TOKENS_MAX);
    // Nobody has seen the first one, so nobody may use it.
    expect((await askWithToken(lost.token, '/api/user')).status).toBe(401);
    expect((await askWithToken(seen.token, '/api/user')).status).toBe(200);

    expect((await create(stranger)).id).not.toBe(seen.id);
    expect((await askWithToken(seen.token, '/api/user')).status).toBe(200);
  });

  test('acts as its owner on the API, and its use is recorded', async () => {
    const person = await makePerson();
    const { token } = await makeToken(person, ['read', 'write']);
    const reply = await askWithToken(token, '/api/user');
    expect(await reply.json()).toMatchObject({ id: person.id });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect((await writeContent(token)).status).toBe(200);
    expect(await (await person.ask('/api/content')).json()).toMatchObject({
      content: 'by a program',
    });
    const [listed] = await listOf(person);
    const row = await db
      .select()
      .from(accessTokens)
      .where(eq(accessTokens.userId, person.id))
      .get();
    expect(row?.lastUsedAt).toBeInstanceOf(Date);
    expect(listed?.lastUsedAt).toBe(row?.lastUsedAt?.toISOString());
  });

  test('says why it is refused', async () => {
    const person = await makePerson();
    const reply = await askWithToken('dripcast_nothing', '/api/user');
    expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    const { token } = await makeToken(person, ['read']);
    expect(await (await writeContent(token)).json()).toEqual({
      error: 'forbidden',
      message: 'This access token has no write scope',
    });
  });

  test('is revoked at once, and only by its owner', async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const { id, token } = await makeToken(person, ['read']);
    const refused = await stranger.send('DELETE', `${PATH}/${id}`);
    expect(refused.status).toBe(404);
    expect(await refused.json()).toEqual({ error: 'not_found', message: 'Access token not found' });
    expect(await listOf(stranger)).toEqual([]);
    expect((await askWithToken(token, '/api/user')).status).toBe(200);
    expect((await person.send('DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect((await askWithToken(token, '/api/user')).status).toBe(401);
    expect((await person.send('DELETE', `${PATH}/${id}`)).status).toBe(404);
  });

  test('cannot change how its owner logs in, or delete the account', async () => {
    const person = await makePerson();
    const { token } = await makeToken(person, ['read', 'write']);
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', '/api/user/password'],
      ['DELETE', '/api/user'],
      ['DELETE', '/api/user/sessions'],
    ] as const) {
      const body = '{"name":"more","scopes":["read"],"password":"stolen password"}';
      const reply = await askWithToken(token, path, { method, headers: JSON_TYPE, body });
      expect(reply.status).toBe(403);
    }
    expect((await person.ask('/api/user')).status).toBe(200);
    expect(await listOf(person)).toHaveLength(1);
  });

  test('is deleted with the account, and when the password changes', async () => {
    const [leaving, changing] = [await makePerson(), await makePerson()];
    const { token: left } = await makeToken(leaving, ['read']);
    const { token: changed } = await makeToken(changing, ['read']);
    expect((await leaving.send('DELETE', '/api/user', {})).status).toBe(200);
    const reply = await changing.send('PUT', '/api/user/password', { password: 'quite another' });
    expect(reply.status).toBe(200);
    for (const token of [left, changed]) {
      expect((await askWithToken(token, '/api/user')).status).toBe(401);
    }
  });

  test.each([
    ['no name', { scopes: ['read'] }],
    ['a blank name', { name: '\u200b ', scopes: ['read'] }],
    ['a long name', { name: 'x'.repeat(65), scopes: ['read'] }],
    ['no scope', { name: 'x', scopes: [] }],
    ['an unknown scope', { name: 'x', scopes: ['admin'] }],
    ['a time that has passed', { name: 'x', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' }],
    [
      'a year of five digits',
      { name: 'x', scopes: ['read'], expiresAt: '9999-12-31T23:00:00-02:00' },
    ],
    ['no time', { name: 'x', scopes: ['read'], expiresAt: 'tomorrow' }],
  ])('with %s is not created', async (_, body) => {
    const person = await makePerson();
    expect((await person.send('POST', PATH, body)).status).toBe(400);
    expect(await listOf(person)).toEqual([]);
  });

  test('is not created above the limit', async () => {
    const person = await makePerson();
    for (let count = 1; count < TOKENS_MAX; count++) await makeToken(person, ['read']);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => person.send('POST', PATH, { name: 'x', scopes: ['read'] })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await replies.find(({ status }) => status === 409)?.json()).toEqual({
      error: 'conflict',
      message: `You have ${TOKENS_MAX} access tokens. Revoke one first.`,
    });
    expect(await listOf(person)).toHaveLength(TOKENS_MAX);
  });

  test('says which field has a time that has passed', async () => {
    const person = await makePerson();
    const expiresAt = '2020-01-01T00:00:00Z';
    const reply = await person.send('POST', PATH, { name: 'x', scopes: ['read'], expiresAt });
    expect(await reply.json()).toEqual({
      error: 'bad_request',
      message: 'Choose a time in the future',
      field: 'expiresAt',
    });
  });

  test('works until its time has come', async () => {
    const person = await makePerson();
    const { id, token } = await makeToken(person, ['read']);
    const expireAt = (expiresAt: Date) =>
      db.update(accessTokens).set({ expiresAt }).where(eq(accessTokens.id, id));
    await expireAt(addMinutes(new Date(), 5));
    expect((await askWithToken(token, '/api/user')).status).toBe(200);
    await expireAt(new Date());
    expect((await askWithToken(token, '/api/user')).status).toBe(401);
  });

  test.each([
    [59, false],
    [61, true],
  ])('that was used %i minutes ago is recorded as used again: %s', async (minutes, isRecorded) => {
    const person = await makePerson();
    const { id, token } = await makeToken(person, ['read']);
    const before = subMinutes(new Date(), minutes);
    await db.update(accessTokens).set({ lastUsedAt: before }).where(eq(accessTokens.id, id));
    expect((await askWithToken(token, '/api/user')).status).toBe(200);
    const [listed] = await listOf(person);
    expect(listed?.lastUsedAt !== before.toISOString()).toBe(isRecorded);
  });

  test('is deleted a month after it expired', async () => {
    const person = await makePerson();
    const now = new Date();
    const expiring = async (expiresAt: Date) => {
      const { id } = await makeToken(person, ['read']);
      await db.update(accessTokens).set({ expiresAt }).where(eq(accessTokens.id, id));
      return id;
    };
    const remaining = await expiring(addMinutes(subDays(now, 30), 1));
    const deleted = await expiring(subMinutes(subDays(now, 30), 1));
    await deleteExpiredTokens(db, now);
    const ids = (await listOf(person)).map(({ id }) => id);
    expect(ids).toContain(remaining);
    expect(ids).not.toContain(deleted);
  });

  test('has a limit of its own', async () => {
    const person = await makePerson();
    const { id, token } = await makeToken(person, ['read']);
    const { token: other } = await makeToken(person, ['read']);
    useUp(env.TOKEN_LIMIT, id);
    expect((await askWithToken(token, '/api/user')).status).toBe(429);
    expect((await askWithToken(other, '/api/user')).status).toBe(200);
  });
});

describe('another site’s page', () => {
  const ELSEWHERE = { Origin: 'https://elsewhere.test' };

  test('can write with a token that it was given, but not with a cookie in addition', async () => {
    const [person, victim] = [await makePerson(), await makePerson()];
    const { token } = await makeToken(person, ['write']);
    expect((await writeContent(token, { ...ELSEWHERE, Cookie: victim.cookie })).status).toBe(200);
    expect(await (await victim.ask('/api/content')).json()).toMatchObject({ content: '' });
    expect((await writeContent('', { ...ELSEWHERE, Cookie: victim.cookie })).status).toBe(401);
    const logout = await askWithToken('', '/api/logout', {
      method: 'POST',
      headers: { ...ELSEWHERE, Cookie: victim.cookie },
    });
    expect(logout.status).toBe(200);
    expect((await victim.ask('/api/user')).status).toBe(200);
  });

  test('cannot write with a cookie and another kind of authorization', async () => {
    const victim = await makePerson();
    for (const Authorization of ['Basic eDp5', 'bearers x', 'Negotiate']) {
      const headers = { ...JSON_TYPE, ...ELSEWHERE, Authorization };
      const init = { method: 'POST', headers, body: '{"content":"stolen"}' };
      expect((await victim.ask('/api/content', init)).status).toBe(403);
    }
    const init = { headers: { Authorization: 'Basic eDp5' } };
    expect((await victim.ask('/api/user', init)).status).toBe(200);
  });

  test('gets no permission to send one', async () => {
    const headers = { Origin: ORIGIN, 'Access-Control-Request-Headers': 'authorization' };
    const reply = await ask('/api/content', { method: 'OPTIONS', headers });
    expect(reply.headers.get('Access-Control-Allow-Headers')).toBeNull();
  });
});

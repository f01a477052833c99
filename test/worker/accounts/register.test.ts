import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../../schema/tables/accounts.ts';
import { userSchema } from '../../../schema/wire/accounts.ts';
import { insertOAuthUser } from '../../../worker/accounts/store.ts';
import { cookieOf, makeAccount, post, someAddress, someName } from '../../support/accounts.ts';
import { rejectingBatches } from '../../support/databases.ts';
import { ask } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { useUp } from '../../support/rate-limits.ts';

const INVISIBLE = 'Username must not contain invisible characters';

describe('registering', () => {
  test('creates an account and signs its owner in', async () => {
    const username = someName();
    const reply = await post('/api/register', {
      username,
      password: 'a password',
      email: 'ada@example.com',
      linkedinUrl: 'https://www.linkedin.com/in/ada',
    });
    expect(reply.status).toBe(201);
    const { user } = await reply.json<{ user: unknown }>();
    expect(user).toEqual({
      id: userSchema.parse(user).id,
      username,
      hasPassword: true,
      email: 'ada@example.com',
      linkedinUrl: 'https://www.linkedin.com/in/ada',
      industry: null,
      role: null,
      goals: null,
    });
    const me = await ask('/api/user', { headers: { Cookie: cookieOf(reply) } });
    expect(await me.json()).toEqual(user);
  });

  test.each([
    ['its places cannot be noted', /^insert into "known_places"/, 201, 409],
    ['no session can be started', /^insert into "sessions"/, 500, 201],
  ])('leaves no account that its owner believes failed: %s', async (_, which, first, second) => {
    const account = { username: someName(), password: 'a password' };
    const DB = rejectingBatches(env.DB, which);
    expect((await post('/api/register', account, { bindings: { ...env, DB } })).status).toBe(first);
    expect((await post('/api/register', account)).status).toBe(second);
    expect((await post('/api/login', account)).status).toBe(200);
  });

  test('an empty or absent email or link counts as none', async () => {
    const empty = await post('/api/register', {
      username: someName(),
      password: 'a password',
      email: '',
      linkedinUrl: '',
    });
    expect(await empty.json()).toMatchObject({ user: { email: null, linkedinUrl: null } });
    const absent = await post('/api/register', { username: someName(), password: 'a password' });
    expect(await absent.json()).toMatchObject({ user: { email: null, linkedinUrl: null } });
  });

  test('the cookie is inaccessible to scripts and other sites', async () => {
    const account = () => ({ username: someName(), password: 'a password' });
    const [cookie = ''] = (await post('/api/register', account())).headers.getSetCookie();
    expect(cookie).toMatch(/^dripcast_session=[\w-]{43};/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Path=/');
    expect(cookie).toContain('Expires=');
    expect(cookie).not.toContain('Secure');
  });

  test('a taken name is refused in any case', async () => {
    const username = someName();
    await makeAccount('a password', { username });
    for (const again of [username, username.toUpperCase()]) {
      const reply = await post('/api/register', { username: again, password: 'another one' });
      expect(reply.status).toBe(409);
      expect(reply.headers.get('Content-Type')).toMatch(/^text\/plain/);
      expect(await reply.text()).toBe('Username already exists');
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  });

  test.each([
    ['Straße', 'STRASSE'],
    ['GROẞ', 'gross'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Fınd', 'FIND'],
    ['ﬁnd', 'FIND'],
    ['Ａda', 'ADA'],
    ['ΑΙ', 'ᾳ'],
    // Its capital is more than one character.
    ['\u1fbc\u0342δης', '\u1fb7δης'],
  ])('%s and %s are the same name', async (one, other) => {
    const rest = someName();
    const password = 'a password';
    await makeAccount(password, { username: `${rest}${one}` });
    const again = await post('/api/register', { username: `${rest}${other}`, password });
    expect(again.status).toBe(409);
    const login = await post('/api/login', { username: `${rest}${other}`, password });
    expect(await login.json()).toMatchObject({ user: { username: `${rest}${one}` } });
  });

  test('names that once counted as different keep their accounts', async () => {
    const rest = someName();
    const names = [`${rest}strasse`, `${rest}straße`, `${rest}groß`];
    const [first, , other] = names;
    for (const username of names) {
      const { id } = await makeAccount(username);
      await db.update(users).set({ username, usernameKey: username }).where(eq(users.id, id));
    }
    const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes('fold_usernames'));
    for (const query of migration?.queries ?? []) await env.DB.prepare(query).run();
    for (const username of [...names, first?.toUpperCase(), other?.toUpperCase()]) {
      const password = username?.toLowerCase().replace('gross', 'groß');
      const login = await post('/api/login', { username, password });
      expect(login.status, username).toBe(200);
    }
  });

  test.each(['ᾳδα', 'οδοσ'])('%s stays taken under the key it had before', async (name) => {
    const username = `${someName()}${name}`;
    const account = { username, password: 'a password' };
    const { id } = await makeAccount(account.password, { username });
    await db.update(users).set({ usernameKey: username }).where(eq(users.id, id));
    const again = await post('/api/register', { username, password: 'another one' });
    expect(again.status).toBe(409);
    const linked = await insertOAuthUser(db, { username, email: null }, 'github', username);
    expect(linked).toBeNull();
    expect((await post('/api/login', account)).status).toBe(200);
  });

  test('two accounts whose names are the same by now are both found', async () => {
    const rest = someName();
    const former: [username: string, key: string][] = [
      [`${rest}\u1fbc\u0342δης`, `${rest}αῖδης`],
      [`${rest}\u1fb7δης`, `${rest}ᾶιδης`],
    ];
    for (const [username, key] of former) {
      const { id } = await makeAccount(username);
      const usernameKey = key.normalize('NFKC');
      await db.update(users).set({ username, usernameKey }).where(eq(users.id, id));
    }
    for (const [username] of former) {
      const login = await post('/api/login', { username, password: username });
      expect(login.status, username).toBe(200);
    }
  });

  test('white space around what is typed is no part of it', async () => {
    const username = someName();
    const reply = await post('/api/register', {
      username: ` ${username}\t`,
      password: 'a password',
      email: ' Ada@example.com\n',
      linkedinUrl: ' https://www.linkedin.com/in/ada ',
    });
    expect(await reply.json()).toMatchObject({
      user: { username, email: 'Ada@example.com', linkedinUrl: 'https://www.linkedin.com/in/ada' },
    });
  });

  test('of two concurrent registrations of a name, one succeeds', async () => {
    const account = { username: someName(), password: 'a password' };
    const replies = await Promise.all([
      post('/api/register', account),
      post('/api/register', account),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test.each([
    ['a short name', { username: 'ab' }, 'Username must be at least 3 characters'],
    ['a name of spaces', { username: '     ' }, 'Username must be at least 3 characters'],
    ['no name', { username: undefined }, 'Username must be at least 3 characters'],
    ['a name of nothing to see', { username: '\u200b\u200d\u2060' }, INVISIBLE],
    ['a name with a mark of direction', { username: 'ada\u202egnp' }, INVISIBLE],
    ['a name with a control character', { username: 'ada\u0000lovelace' }, INVISIBLE],
    ['a name with half a character', { username: 'ada\ud83d' }, INVISIBLE],
    ['a name of fillers', { username: '\u3164\u3164\u3164' }, INVISIBLE],
    ['a name with a joiner that joins nothing', { username: 'ada\u200dlovelace' }, INVISIBLE],
    ['a name with the look of an emoji for a letter', { username: 'ada\ufe0f' }, INVISIBLE],
    ['a short password', { password: '12345' }, 'Password must be at least 6 characters'],
    ['a password that is a number', { password: 123456 }, 'Password must be at least 6 characters'],
    ['an email that is none', { email: 'ada at example' }, 'Invalid email address'],
    ['an email that is a number', { email: 5 }, 'Invalid email address'],
    ['a link that is none', { linkedinUrl: 'my page' }, 'Invalid LinkedIn URL'],
    ['a link that runs', { linkedinUrl: 'javascript:alert(1)' }, 'Invalid LinkedIn URL'],
  ])('%s is refused in the words of the form', async (_, wrong, message) => {
    const reply = await post('/api/register', {
      username: someName(),
      password: 'a password',
      ...wrong,
    });
    expect(reply.status).toBe(400);
    expect(reply.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(await reply.text()).toBe(message);
  });

  test.each([
    'Ægir Ångström',
    '李小龙',
    'محمد علي',
    'ada 🎧',
    // Their spelling has joiners: Persian, Sinhala, Marathi, and emoji with a look of their own or of several people.
    'علی\u200cرضا',
    'ශ්\u200dරී ලංකා',
    'र्\u200dयाव',
    'ada ❤️',
    'ada 👩🏽\u200d⚕️',
  ])('%s is a name', async (name) => {
    const username = `${name} ${crypto.randomUUID().slice(0, 8)}`;
    const reply = await post('/api/register', { username, password: 'a password' });
    expect(await reply.json()).toMatchObject({ user: { username } });
  });

  test('an IPv6 network counts as one address, since one person has all of it', async () => {
    const network = Array.from({ length: 4 }, () => 4096 + Math.floor(Math.random() * 61_440));
    const prefix = network.map((group) => group.toString(16)).join(':');
    useUp(env.REGISTER_LIMIT, `${prefix}::/64`);
    const from = async (address: string) => {
      const account = { username: someName(), password: 'a password' };
      return (await post('/api/register', account, { address })).status;
    };
    expect(await from(`${prefix}::1`)).toBe(429);
    expect(await from(`${prefix.toUpperCase()}:AB:0:0:2`)).toBe(429);
    network[3] = (network[3] ?? 0) ^ 1;
    expect(await from(`${network.map((group) => group.toString(16)).join(':')}::1`)).toBe(201);
  });

  test('many accounts from one address in a minute are refused', async () => {
    const address = someAddress();
    useUp(env.REGISTER_LIMIT, address);
    const account = { username: someName(), password: 'a password' };
    const reply = await post('/api/register', account, { address });
    expect(reply.status).toBe(429);
    expect(reply.headers.get('Retry-After')).toBe('60');
    expect((await post('/api/register', account)).status).toBe(201);
  });
});

import { env } from 'cloudflare:workers';
import { describe, expect, inject, test } from 'vitest';
import { OAUTH_PROVIDERS, type OAuthProvider, type User } from '../../../schema/wire/accounts.ts';
import { cookieOf, someName } from '../../support/accounts.ts';
import { logLines } from '../../support/log-lines.ts';
import { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET } from '../../support/oauth-credentials.ts';
import { hostOrigin, serve } from '../../support/outside.ts';
import { ask } from '../../support/people.ts';

const configured: Env = {
  ...env,
  OAUTH_ORIGIN: inject('oauthServer'),
  GOOGLE_CLIENT_ID: OAUTH_CLIENT_ID,
  GOOGLE_CLIENT_SECRET: OAUTH_CLIENT_SECRET,
  GITHUB_CLIENT_ID: OAUTH_CLIENT_ID,
  GITHUB_CLIENT_SECRET: OAUTH_CLIENT_SECRET,
  LINKEDIN_CLIENT_ID: OAUTH_CLIENT_ID,
  LINKEDIN_CLIENT_SECRET: OAUTH_CLIENT_SECRET,
};

const FLOW_COOKIE = 'dripcast_oauth';
const FAILED = '/login?error=oauth';

/** How each service refuses a code; GitHub answers 200. */
const REFUSED_CODE: Record<OAuthProvider, string> = {
  google: 'invalid_grant',
  github: "Missing or invalid 'access_token' field",
  linkedin: 'Error: token: 400',
};

/** Clicks the button. Returns where the browser is sent, and its cookie. */
async function begin(provider: OAuthProvider) {
  const reply = await ask(`/api/auth/${provider}`, {}, configured);
  expect(reply.status).toBe(302);
  return {
    authorize: new URL(reply.headers.get('Location') ?? ''),
    cookie: cookieOf(reply, FLOW_COOKIE),
  };
}

/** The user agrees. Returns the path to which the service sends the browser back. */
async function agree(authorize: URL, profile: object): Promise<string> {
  authorize.searchParams.set('as', JSON.stringify(profile));
  const reply = await fetch(authorize, { redirect: 'manual' });
  const back = new URL(reply.headers.get('Location') ?? '');
  return back.pathname + back.search;
}

const comeBack = (path: string, cookie: string, bindings = configured) =>
  ask(path, { headers: { Cookie: cookie } }, bindings);

async function logIn(provider: OAuthProvider, profile: object): Promise<User> {
  const { authorize, cookie } = await begin(provider);
  const reply = await comeBack(await agree(authorize, profile), cookie);
  expect(reply.headers.get('Location')).toBe('/');
  const me = await ask('/api/user', { headers: { Cookie: cookieOf(reply) } });
  return me.json<User>();
}

const openIdProfile = (name = someName()) => ({ sub: crypto.randomUUID(), name });
const profileFor = (provider: OAuthProvider) =>
  provider === 'github'
    ? { id: Math.floor(Math.random() * 1e12), login: someName(), email: null }
    : { ...openIdProfile(), email: 'ada@example.com' };

describe('logging in with another service', () => {
  test.each(OAUTH_PROVIDERS)('%s: creates an account, and finds it again', async (provider) => {
    const profile = profileFor(provider);
    const first = await logIn(provider, profile);
    expect(first.username).toBe('login' in profile ? profile.login : profile.name);
    expect(first.email).toBe(profile.email);
    const second = await logIn(provider, profile);
    expect(second.id).toBe(first.id);
  });

  test('PKCE is used if the service supports it', async () => {
    const { authorize, cookie } = await begin('google');
    expect(authorize.searchParams.get('code_challenge_method')).toBe('S256');
    expect(authorize.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    const path = await agree(authorize, openIdProfile());
    const parts = cookie.split('.');
    parts[2] = 'another-verifier-than-the-one-that-was-promised';
    const forged = await comeBack(path, parts.join('.'));
    expect(forged.headers.get('Location')).toBe(FAILED);
    expect((await begin('github')).authorize.searchParams.has('code_challenge')).toBe(true);
    expect((await begin('linkedin')).authorize.searchParams.has('code_challenge')).toBe(false);
  });

  test('a callback with another state is refused', async () => {
    const { authorize, cookie } = await begin('google');
    const path = await agree(authorize, openIdProfile());
    const forged = path.replace(/state=[^&]+/, 'state=forged');
    for (const [back, flow] of [
      [forged, cookie],
      [path, ''],
      [path.replace('/google/', '/github/'), cookie],
      [path.replace(/code=[^&]+&?/, ''), cookie],
    ] as const) {
      const reply = await comeBack(back, flow);
      expect(reply.headers.get('Location')).toBe(FAILED);
      expect(cookieOf(reply)).toBe('');
    }
  });

  test.each([
    ['/podcasts?category=law&episode=1', '/podcasts?category=law&episode=1'],
    ['/library?tab=history#end', '/library?tab=history#end'],
    ['/podcasts?q=caf\u00e9.and.dots', '/podcasts?q=caf%C3%A9.and.dots'],
    ['https://elsewhere.test/', '/'],
    ['//elsewhere.test', '/'],
  ])('?redirect=%s leads to %s', async (wanted, end) => {
    const query = new URLSearchParams({ redirect: wanted });
    const started = await ask(`/api/auth/google?${query}`, {}, configured);
    const authorize = new URL(started.headers.get('Location') ?? '');
    const path = await agree(authorize, openIdProfile());
    const reply = await comeBack(path, cookieOf(started, FLOW_COOKIE));
    expect(reply.headers.get('Location')).toBe(end);
    expect(cookieOf(reply)).not.toBe('');
  });

  test('a code works once', async () => {
    const { authorize, cookie } = await begin('github');
    const path = await agree(authorize, profileFor('github'));
    expect((await comeBack(path, cookie)).headers.get('Location')).toBe('/');
    const again = await comeBack(path, cookie);
    expect(again.headers.get('Location')).toBe(FAILED);
    expect(cookieOf(again)).toBe('');
  });

  test("the flow's cookie is short-lived and deleted afterwards", async () => {
    const started = await ask('/api/auth/google', {}, configured);
    const [set = ''] = started.headers.getSetCookie();
    expect(set).toContain('HttpOnly');
    expect(set).toContain('SameSite=Lax');
    expect(set).toContain('Path=/;');
    expect(set).toContain('Max-Age=600');
    const reply = await comeBack('/api/auth/google/callback?error=access_denied', '');
    expect(cookieOf(reply, FLOW_COOKIE)).toBe(`${FLOW_COOKIE}=`);
    expect(reply.headers.get('Location')).toBe(FAILED);
  });

  test('invisible characters are removed from a name', async () => {
    const name = someName();
    const cut = `${'x'.repeat(47)}🎧`;
    expect((await logIn('google', openIdProfile(`\u202e${name}\u200b`))).username).toBe(name);
    expect((await logIn('google', openIdProfile(cut))).username).toMatch(/^x{47}(-\w{8})?$/);
  });

  test('a name that is too short is filled up, and a missing one is the service', async () => {
    const short = await logIn('google', openIdProfile('Jo'));
    expect(short.username).toMatch(/^Jo_(-\w{8})?$/);
    const nameless = await logIn('google', { sub: crypto.randomUUID() });
    expect(nameless.username).toMatch(/^google(-\w{8})?$/);
  });

  test('a taken name gets a suffix, and the two accounts stay separate', async () => {
    const name = someName();
    const first = await logIn('google', openIdProfile(name));
    const second = await logIn('google', openIdProfile(name));
    expect(second.id).not.toBe(first.id);
    expect(second.username).toMatch(new RegExp(`^${name}-[0-9a-f]{8}$`));
  });

  test('two people of one name who log in at the same time both get an account', async () => {
    const name = someName();
    const people = await Promise.all([
      logIn('google', openIdProfile(name)),
      logIn('linkedin', openIdProfile(name)),
    ]);
    expect(new Set(people.map(({ id }) => id)).size).toBe(2);
    expect(people.map(({ username }) => username)).toContain(name);
  });

  test('one person who logs in twice at the same time gets one account', async () => {
    const profile = openIdProfile();
    const [one, other] = await Promise.all([logIn('google', profile), logIn('google', profile)]);
    expect(other.id).toBe(one.id);
  });

  test('a profile without an id is refused', async () => {
    const { authorize, cookie } = await begin('google');
    const logged = logLines();
    const reply = await comeBack(await agree(authorize, { name: 'No Id' }), cookie);
    expect(reply.headers.get('Location')).toBe(FAILED);
    expect(logged).toMatchObject([
      {
        event: 'oauth_failed',
        provider: 'google',
        error: expect.stringMatching(/^AppError: Logging in with google did not work.*has no id/s),
      },
    ]);
  });

  test.each(OAUTH_PROVIDERS)(
    '%s: a code or a profile that is refused is told in the log',
    async (provider) => {
      const { authorize, cookie } = await begin(provider);
      const path = await agree(authorize, profileFor(provider));
      const logged = logLines();
      const other = path.replace(/code=[^&]+/, 'code=another');
      expect((await comeBack(other, cookie)).headers.get('Location')).toBe(FAILED);
      expect(logged[0]).toMatchObject({
        provider,
        error: expect.stringContaining(REFUSED_CODE[provider]),
      });
      const unknown = await begin(provider);
      const refused = await agree(unknown.authorize, { refused: true });
      expect((await comeBack(refused, unknown.cookie)).headers.get('Location')).toBe(FAILED);
      expect(logged[1]).toMatchObject({
        provider,
        error: expect.stringContaining('Error: profile: 403'),
      });
    },
  );

  test('the fake service is never used where loopback is closed, as in production', async () => {
    const production: Env = { ...configured, ALLOW_LOOPBACK: false };
    const reply = await ask('/api/auth/google', {}, production);
    expect(new URL(reply.headers.get('Location') ?? '').host).toBe('accounts.google.com');
  });

  test('a service that is down ends on the login screen', async () => {
    const { authorize, cookie } = await begin('google');
    const path = await agree(authorize, openIdProfile());
    const down = { ...configured, OAUTH_ORIGIN: 'http://127.0.0.1:9' };
    const reply = await comeBack(path, cookie, down);
    expect(reply.headers.get('Location')).toBe(FAILED);
  });

  test('a service that does not answer ends there, too', async () => {
    const logged = logLines();
    const { authorize, cookie } = await begin('google');
    const path = await agree(authorize, openIdProfile());
    const folder = `/${crypto.randomUUID()}`;
    await serve(`${folder}/google/token`, { delayMs: 3_000, body: '{}' });
    const OAUTH_ORIGIN = `${hostOrigin()}${folder}`;
    const reply = await comeBack(path, cookie, {
      ...configured,
      OAUTH_ORIGIN,
      OUTBOUND_TOTAL_MS: 200,
    });
    expect(reply.headers.get('Location')).toBe(FAILED);
    expect(logged).toContainEqual(
      expect.objectContaining({ error: expect.stringContaining('no answer within 200 ms') }),
    );
  });

  test('only services with keys are offered; the others and unknown ones are 404', async () => {
    const offered = await ask('/api/auth/providers', {}, configured);
    expect(await offered.json()).toEqual({ providers: OAUTH_PROVIDERS });
    expect(await (await ask('/api/auth/providers')).json()).toEqual({ providers: [] });
    expect((await ask('/api/auth/google')).status).toBe(404);
    expect((await ask('/api/auth/facebook', {}, configured)).status).toBe(404);
  });
});

import { describe, expect, test } from 'vitest';
import { app } from '../../worker/app.ts';
import { makeToken, setExpiry } from '../support/access-tokens.ts';
import { ask, makePerson } from '../support/people.ts';

const ID = '00000000-0000-4000-8000-000000000000';

/** Every call that requires a user, with its status for a new user and an empty body. */
const CALLS: [method: string, path: string, status: number][] = [
  ['GET', '/api/user', 200],
  ['DELETE', '/api/user', 200],
  ['PUT', '/api/user/profile', 200],
  ['GET', '/api/content', 200],
  ['POST', '/api/content', 400],
  ['GET', '/api/user/subscriptions', 200],
  ['POST', `/api/podcasts/${ID}/subscribe`, 404],
  ['DELETE', `/api/podcasts/${ID}/subscribe`, 200],
  ['GET', '/api/user/insights', 200],
  ['POST', '/api/user/insights', 400],
  ['GET', `/api/user/insights/${ID}`, 404],
  ['GET', `/api/user/insights/${ID}/markdown`, 404],
  ['PUT', `/api/user/insights/${ID}`, 400],
  ['DELETE', `/api/user/insights/${ID}`, 404],
  ['GET', '/api/user/chat-sessions', 200],
  ['GET', `/api/user/chat-sessions/${ID}`, 404],
  ['DELETE', `/api/user/chat-sessions/${ID}`, 404],
  ['GET', '/api/user/remaining-generations', 200],
  ['GET', '/api/podcasts/recent-episodes', 200],
  ['GET', '/api/podcasts/cache-status', 200],
  ['POST', '/api/podcasts/fetch-recent', 200],
  ['GET', '/api/digest', 200],
  ['POST', '/api/digest/generate', 200],
  ['GET', '/api/digest/kept', 200],
  ['GET', `/api/digest/kept/${ID}`, 404],
  ['GET', `/api/podcasts/episodes/${ID}/transcript`, 404],
  ['GET', `/api/podcasts/episodes/${ID}`, 404],
  ['GET', `/api/podcasts/episodes/${ID}/picture`, 404],
  ['POST', `/api/podcasts/episodes/${ID}/insights`, 404],
  ['GET', `/api/podcasts/episodes/${ID}/insights`, 404],
  ['POST', `/api/podcasts/episodes/${ID}/chat`, 400],
  ['POST', `/api/podcasts/episodes/${ID}/chat/stop`, 400],
  ['GET', '/api/ask', 200],
  ['POST', '/api/ask', 201],
  ['POST', '/api/ask/chat', 400],
  ['POST', '/api/ask/chat/stop', 400],
  ['GET', '/api/ask/material', 200],
  ['GET', '/api/ask/saved-texts', 200],
  ['POST', '/api/quiz/generate', 400],
  ['POST', '/api/quiz/submit', 400],
  ['POST', '/api/quiz/answers', 400],
  ['POST', `/api/podcasts/${ID}/refresh`, 404],
  ['GET', `/api/podcasts/episodes/${ID}/saved-texts`, 200],
  ['GET', `/api/podcasts/episodes/${ID}/chat`, 200],
  ['PUT', '/api/user/password', 400],
  ['GET', '/api/user/sessions', 200],
  ['DELETE', '/api/user/sessions', 200],
  ['DELETE', `/api/user/sessions/${ID}`, 404],
  ['GET', '/api/user/podcasts', 200],
  ['POST', '/api/user/podcasts', 400],
  ['POST', '/api/user/podcasts/preview', 400],
  ['DELETE', `/api/user/podcasts/${ID}`, 404],
  ['GET', '/api/user/sources', 200],
  ['POST', '/api/user/sources', 400],
  ['GET', `/api/user/sources/${ID}`, 404],
  ['PUT', `/api/user/sources/${ID}`, 400],
  ['DELETE', `/api/user/sources/${ID}`, 404],
  ['GET', '/api/user/opml', 200],
  ['POST', '/api/user/opml', 400],
  ['GET', `/api/user/opml/${ID}`, 404],
  ['GET', '/api/user/brief', 200],
  ['PUT', '/api/user/brief', 400],
  ['DELETE', '/api/user/brief', 200],
  ['POST', '/api/user/brief/confirmation', 404],
  ['POST', '/api/user/brief/again', 404],
  ['GET', '/api/user/brief/preview', 200],
  ['GET', '/api/user/feeds', 200],
  ['POST', `/api/user/feeds/${ID}`, 404],
  ['DELETE', `/api/user/feeds/${ID}`, 404],
  ['GET', '/api/user/exports', 200],
  ['POST', '/api/user/exports', 400],
  ['GET', `/api/user/exports/${ID}`, 404],
  ['GET', '/api/user/imports', 200],
  ['POST', '/api/user/imports', 400],
  ['GET', `/api/user/imports/${ID}`, 404],
  ['PUT', `/api/user/imports/${ID}`, 400],
  ['POST', `/api/user/imports/${ID}/retry`, 404],
  ['GET', '/api/user/tokens', 200],
  ['POST', '/api/user/tokens', 400],
  ['DELETE', `/api/user/tokens/${ID}`, 404],
  ['GET', '/api/search', 200],
  ['GET', '/api/user/reviews', 200],
  ['POST', '/api/user/reviews', 400],
  ['GET', '/api/user/reviews/due', 200],
  ['GET', '/api/user/reviews/takeaway', 200],
  ['GET', '/api/user/reviews/progress', 200],
  ['PUT', '/api/user/reviews/settings', 400],
  ['POST', '/api/user/reviews/days', 400],
  ['POST', `/api/user/reviews/${ID}/grades`, 400],
  ['DELETE', `/api/user/reviews/${ID}`, 404],
  ['GET', `/api/podcasts/episodes/${ID}/audio`, 404],
  ['GET', `/api/podcasts/episodes/${ID}/chapters/:start/picture`, 404],
  ['GET', `/api/podcasts/episodes/${ID}/said`, 400],
  ['GET', '/api/user/positions', 200],
  ['PUT', `/api/user/positions/${ID}`, 400],
  ['GET', '/api/user/moments', 200],
  ['POST', '/api/user/moments', 400],
  ['PUT', `/api/user/moments/${ID}`, 400],
  ['DELETE', `/api/user/moments/${ID}`, 200],
  ['GET', '/ws', 426],
];

/** Calls that need a session, and refuse access tokens. */
const SESSION_ONLY = new Set([
  'DELETE /api/user',
  'PUT /api/user/password',
  'GET /api/user/sessions',
  'DELETE /api/user/sessions',
  `DELETE /api/user/sessions/${ID}`,
  'PUT /api/user/brief',
  'DELETE /api/user/brief',
  'POST /api/user/brief/confirmation',
  'POST /api/user/brief/again',
  `POST /api/user/feeds/${ID}`,
  `DELETE /api/user/feeds/${ID}`,
  'GET /api/user/tokens',
  'POST /api/user/tokens',
  `DELETE /api/user/tokens/${ID}`,
  'GET /ws',
]);

/** Calls that need no user. */
const OPEN: [method: string, path: string, status: number][] = [
  ['POST', '/api/login', 400],
  ['POST', '/api/register', 400],
  ['POST', '/api/logout', 200],
  ['GET', '/api/podcasts', 200],
  ['GET', `/api/podcasts/${ID}/cover`, 404],
  ['GET', '/api/health', 200],
  ['GET', `/api/feeds/${ID}`, 404],
  ['GET', '/api/schemas/account.json', 200],
  ['GET', `/api/brief/confirm/${ID}`, 404],
  ['POST', `/api/brief/confirm/${ID}`, 404],
  ['GET', `/api/brief/unsubscribe/${ID}`, 404],
  ['POST', `/api/brief/unsubscribe/${ID}`, 404],
  ['GET', '/api/openapi.json', 200],
  ['POST', '/mcp', 401],
  ['GET', '/api/auth/providers', 200],
  ['GET', '/api/auth/google', 404],
  ['GET', '/api/auth/google/callback', 302],
];

const withBody = (
  method: string,
): { method: string; headers?: Record<string, string>; body?: string } =>
  method === 'POST' || method === 'PUT'
    ? { method, headers: { 'Content-Type': 'application/json' }, body: '{}' }
    : { method };

describe('access to the API', () => {
  test('all routes are in one of the two lists', () => {
    const toPattern = (path: string) => path.replace(ID, ':id').replace('google', ':id');
    const listed = [...CALLS, ...OPEN].map(([method, path]) => `${method} ${toPattern(path)}`);
    const mounted = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:\w+/, ':id')}`);
    expect(new Set(mounted)).toEqual(new Set(listed));
  });

  test.each(CALLS)('%s %s requires a session', async (method, path) => {
    const socket: Record<string, string> = path === '/ws' ? { Upgrade: 'websocket' } : {};
    const init = withBody(method);
    const reply = await ask(path, { ...init, headers: { ...init.headers, ...socket } });
    expect(reply.status).toBe(401);
    expect(await reply.text()).toContain('You need to be logged in to use this feature.');
  });

  test.each(CALLS)('%s %s answers a logged-in user with %d', async (method, path, status) => {
    const person = await makePerson();
    const reply = await person.ask(path, withBody(method));
    expect(reply.status).toBe(status);
  });

  test.each(CALLS)('%s %s rejects invalid access tokens', async (method, path, status) => {
    const person = await makePerson();
    const past = new Date(Date.now() - 1_000).toISOString();
    const revoked = await makeToken(person, ['read', 'write']);
    expect((await person.send('DELETE', `/api/user/tokens/${revoked.id}`)).status).toBe(200);
    const expired = await makeToken(person, ['read', 'write']);
    await setExpiry(expired.id, past);
    const { token: reads } = await makeToken(person, ['read']);
    const { token: writes } = await makeToken(person, ['write']);
    const init = withBody(method);
    const socket: Record<string, string> = path === '/ws' ? { Upgrade: 'websocket' } : {};
    // The cookie comes along: a token that is not good must not fall back on it.
    const askWith = async (token: string) => {
      const headers = { ...init.headers, ...socket, Authorization: `Bearer ${token}` };
      return (await person.ask(path, { ...init, headers })).status;
    };
    const isSessionOnly = SESSION_ONLY.has(`${method} ${path}`);
    const strangers = [`dripcast_${'x'.repeat(43)}`, 'x', '', revoked.token, expired.token];
    for (const token of strangers) expect(await askWith(token)).toBe(isSessionOnly ? 403 : 401);
    const [fits, lacks] = method === 'GET' ? [reads, writes] : [writes, reads];
    expect(await askWith(lacks)).toBe(403);
    expect(await askWith(fits)).toBe(isSessionOnly ? 403 : status);
  });

  test.each(OPEN)('%s %s answers an anonymous visitor with %d', async (method, path, status) => {
    const reply = await ask(path, withBody(method));
    expect(reply.status).toBe(status);
  });
});

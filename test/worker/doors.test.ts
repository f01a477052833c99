import { describe, expect, test } from 'vitest';
import { app } from '../../worker/app.ts';
import { ask, makePerson } from '../support/people.ts';

const ID = '00000000-0000-4000-8000-000000000000';

/** Every call of the product that asks who one is. */
const DOORS: [method: string, path: string][] = [
  ['GET', '/api/user'],
  ['DELETE', '/api/user'],
  ['PUT', '/api/user/profile'],
  ['GET', '/api/content'],
  ['POST', '/api/content'],
  ['GET', '/api/user/subscriptions'],
  ['POST', `/api/podcasts/${ID}/subscribe`],
  ['DELETE', `/api/podcasts/${ID}/subscribe`],
  ['GET', '/api/user/insights'],
  ['POST', '/api/user/insights'],
  ['PUT', `/api/user/insights/${ID}`],
  ['DELETE', `/api/user/insights/${ID}`],
  ['GET', '/api/user/chat-sessions'],
  ['DELETE', `/api/user/chat-sessions/${ID}`],
  ['GET', '/api/user/remaining-generations'],
  ['GET', '/api/podcasts/recent-episodes'],
  ['GET', '/api/podcasts/cache-status'],
  ['POST', '/api/podcasts/fetch-recent'],
  ['GET', '/api/digest'],
  ['POST', '/api/digest/generate'],
  ['GET', `/api/podcasts/episodes/${ID}/transcript`],
  ['POST', `/api/podcasts/episodes/${ID}/insights`],
  ['GET', `/api/podcasts/episodes/${ID}/insights`],
  ['POST', `/api/podcasts/episodes/${ID}/chat`],
  ['POST', `/api/podcasts/episodes/${ID}/chat/stop`],
  ['POST', '/api/quiz/generate'],
  ['POST', '/api/quiz/submit'],
  ['GET', '/ws'],
];

/** The calls that are for anybody. */
const OPEN: [method: string, path: string][] = [
  ['POST', '/api/login'],
  ['POST', '/api/register'],
  ['POST', '/api/logout'],
  ['GET', '/api/podcasts'],
  ['GET', `/api/podcasts/${ID}/cover`],
  ['GET', '/api/health'],
  ['GET', '/api/auth/providers'],
  ['GET', '/api/auth/google'],
  ['GET', '/api/auth/google/callback'],
];

const withBody = (
  method: string,
): { method: string; headers?: Record<string, string>; body?: string } =>
  method === 'POST' || method === 'PUT'
    ? { method, headers: { 'Content-Type': 'application/json' }, body: '{}' }
    : { method };

describe('the doors of the API', () => {
  test('all stand in one of the two lists', () => {
    const toPattern = (path: string) => path.replace(ID, ':id').replace('google', ':id');
    const listed = [...DOORS, ...OPEN].map(([method, path]) => `${method} ${toPattern(path)}`);
    const mounted = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:\w+/, ':id')}`);
    expect(new Set(mounted)).toEqual(new Set(listed));
  });

  test.each(DOORS)('%s %s is closed for a stranger', async (method, path) => {
    const socket: Record<string, string> = path === '/ws' ? { Upgrade: 'websocket' } : {};
    const init = withBody(method);
    const reply = await ask(path, { ...init, headers: { ...init.headers, ...socket } });
    expect(reply.status).toBe(401);
    expect(await reply.text()).toContain('You need to be logged in to use this feature.');
  });

  test.each(DOORS)('%s %s answers somebody who is logged in', async (method, path) => {
    const person = await makePerson();
    const reply = await person.ask(path, withBody(method));
    expect(reply.status).not.toBe(401);
    expect(reply.status).toBeLessThan(500);
  });

  test.each(OPEN)('%s %s answers a stranger', async (method, path) => {
    const reply = await ask(path, withBody(method));
    expect(reply.status).not.toBe(401);
    expect(reply.status).toBeLessThan(500);
  });
});

/** The page for paths without a file, and the replies to other requests. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { ask } from '../../support/people.ts';

/** Serves only the page, and records the requests. */
function assets(status = 200) {
  const asked: { path: string; condition: string | null }[] = [];
  const fetch = async (input: Request) => {
    const { pathname } = new URL(input.url);
    asked.push({ path: pathname, condition: input.headers.get('If-None-Match') });
    const headers = { ETag: '"1"', 'Cache-Control': 'public', 'Content-Type': 'text/html' };
    return new Response('<title>Dripcast</title>', { status, headers });
  };
  return { asked, own: { ...env, ASSETS: { fetch } as unknown as Fetcher } };
}

const CONDITION = { 'If-None-Match': '"1"' };

test('a path of a screen gets the page, with its version', async () => {
  const { asked, own } = assets();
  const reply = await ask('/library', { headers: CONDITION }, own);
  expect([reply.status, reply.headers.get('ETag')]).toEqual([200, '"1"']);
  expect(asked).toEqual([{ path: '/', condition: '"1"' }]);
});

test.each<[string, string, Record<string, string>]>([
  ['that says so', '/nowhere', { 'Sec-Fetch-Mode': 'navigate' }],
  ['of an old browser', '/nowhere', { Accept: 'text/html,*/*' }],
  ['beside the scripts', '/assets/nowhere', { 'Sec-Fetch-Mode': 'navigate' }],
])(
  'a navigation %s to an unknown path gets the page as a 404 that nobody keeps',
  async (_, path, headers) => {
    const { asked, own } = assets();
    const reply = await ask(path, { headers: { ...headers, ...CONDITION } }, own);
    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain('Dripcast');
    expect([reply.headers.get('ETag'), reply.headers.get('Cache-Control')]).toEqual([
      ...[null, 'no-store'],
    ]);
    expect(asked).toEqual([{ path: '/', condition: null }]);
  },
);

test.each<[string, string, Record<string, string>]>([
  ['a script', '/nowhere.js', { 'Sec-Fetch-Mode': 'no-cors', Accept: 'text/html' }],
  ['a page of an older version', '/assets/old.js', { 'Sec-Fetch-Mode': 'cors' }],
  ['a program', '/nowhere.js', {}],
])('%s that asks for an unknown path gets no page', async (_, path, headers) => {
  const { asked, own } = assets();
  const reply = await ask(path, { headers }, own);
  expect([reply.status, await reply.text()]).toEqual([404, 'Not found']);
  expect(reply.headers.get('Content-Type')).toContain('text/plain');
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  const head = await ask(path, { method: 'HEAD', headers }, own);
  expect([head.status, await head.text()]).toEqual([404, '']);
  expect(asked).toEqual([]);
});

test('a failure to read the page stays a failure', async () => {
  const { own } = assets(500);
  const reply = await ask('/nowhere', { headers: { Accept: 'text/html' } }, own);
  expect(reply.status).toBe(500);
});

test.each(['/mcp', '/ws', '/api/nothing'])('%s is no page', async (path) => {
  const { asked, own } = assets();
  const reply = await ask(path, { headers: { Accept: 'text/html' } }, own);
  expect(reply.ok).toBe(false);
  expect(asked).toEqual([]);
});

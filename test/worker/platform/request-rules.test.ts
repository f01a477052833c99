import { describe, expect, test } from 'vitest';
import {
  BODY_MAX_BYTES,
  FILE_BODY_MAX_BYTES,
  LONG_BODY_MAX_BYTES,
  OPML_MAX_CHARS,
} from '../../../schema/limits.ts';
import { ask, makePerson, ORIGIN } from '../../support/people.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A body in pieces, whose length isn't known beforehand. */
function pieces(text: string, count: number): ReadableStream<Uint8Array> {
  const piece = new TextEncoder().encode(text);
  let left = count;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(piece);
      else controller.close();
    },
  });
}

describe('unknown paths and methods', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/user/nothing',
    '/api/podcasts/x/y/z',
    '/ap%69/x',
  ])('%s is not found, as JSON', async (path) => {
    const reply = await ask(path);
    expect(reply.status).toBe(404);
    expect(await reply.json()).toEqual({ error: 'not_found', message: 'Not found' });
  });

  test('a wrong method gets the allowed ones', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/api/podcasts', ['GET', 'HEAD']],
      ['GET', '/api/logout', ['POST']],
      ['POST', '/api/user', ['DELETE', 'GET', 'HEAD']],
      ['PATCH', `/api/user/insights/${crypto.randomUUID()}`, ['DELETE', 'GET', 'HEAD', 'PUT']],
      ['PUT', '/api/content', ['GET', 'HEAD', 'POST']],
    ] as const) {
      const reply = await ask(path, { method });
      expect(reply.status).toBe(405);
      expect(await reply.json()).toMatchObject({ error: 'method_not_allowed' });
      expect(reply.headers.get('Allow')?.split(', ').toSorted()).toEqual(allow);
    }
  });

  test('HEAD answers like GET, without the body', async () => {
    const [get, head] = [
      await ask('/api/podcasts'),
      await ask('/api/podcasts', { method: 'HEAD' }),
    ];
    expect(head.status).toBe(200);
    expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'));
    expect(await head.text()).toBe('');
    expect((await ask('/api/user', { method: 'HEAD' })).status).toBe(401);
    expect((await ask('/api/nothing', { method: 'HEAD' })).status).toBe(404);
  });
});

describe('a body', () => {
  const PATH = '/api/content';

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('of the type "%s" is refused', async (type) => {
    const person = await makePerson();
    const headers = { 'Content-Type': type, Origin: ORIGIN };
    const reply = await person.ask(PATH, { method: 'POST', headers, body: '{"content":"a"}' });
    expect(reply.status).toBe(415);
    expect(await reply.json()).toMatchObject({ error: 'unsupported_media_type' });
  });

  test('may name its character set', async () => {
    const person = await makePerson();
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
    const reply = await person.ask(PATH, { method: 'POST', headers, body: '{"content":"a"}' });
    expect(reply.status).toBe(200);
  });

  test.each(['{"content":', 'content', '', '{"content":"a"} and more', '\u0000'])(
    'that is not JSON (%j) is refused',
    async (body) => {
      const person = await makePerson();
      const reply = await person.ask(PATH, { method: 'POST', headers: JSON_TYPE, body });
      expect(reply.status).toBe(400);
      const refusal = await reply.json<{ error: string; message: string }>();
      expect(refusal.error).toBe('bad_request');
      expect(refusal.message).not.toMatch(/unexpected|position|token/i);
    },
  );

  test.each([
    [PATH, LONG_BODY_MAX_BYTES],
    ['/api/user/opml', FILE_BODY_MAX_BYTES],
    ['/api/user/sources', FILE_BODY_MAX_BYTES],
    ['/api/user/reviews/days', BODY_MAX_BYTES],
  ])('over the limit of %s is refused, with or without a declared length', async (path, most) => {
    const person = await makePerson();
    const init = { method: 'POST', headers: JSON_TYPE };
    const body = JSON.stringify({ content: 'x'.repeat(most) });
    const headers = { ...JSON_TYPE, 'Content-Length': String(body.length) };
    for (const reply of [
      await person.ask(path, { ...init, body }),
      await person.ask(path, { ...init, headers, body }),
      await person.ask(path, { ...init, body: pieces('x'.repeat(most / 4), 5) }),
    ]) {
      expect(reply.status).toBe(413);
      expect(await reply.json()).toMatchObject({ error: 'body_too_large' });
    }
  });

  test.each(['"', '電'])('of a whole OPML file of %s is read', async (character) => {
    const person = await makePerson();
    const reply = await person.send('POST', '/api/user/opml', {
      opml: character.repeat(OPML_MAX_CHARS),
    });
    expect(reply.status).toBe(422);
    expect(await reply.text()).not.toContain('too large');
  });

  test.each([
    ['/api/content', 'POST'],
    ['/api/user/insights', 'POST'],
    ['/api/user/insights/a', 'PUT'],
    ['/api/user/opml', 'POST'],
    ['/api/user/sources', 'POST'],
    ['/api/user/imports', 'POST'],
  ])('of %s may be long', async (path, method) => {
    const person = await makePerson();
    const body = JSON.stringify({ other: 'x'.repeat(BODY_MAX_BYTES) });
    const reply = await person.ask(path, { method, headers: JSON_TYPE, body });
    expect(reply.status).not.toBe(413);
  });

  test('that arrives in chunks is read like any other', async () => {
    const person = await makePerson();
    const body = pieces('{"content":"in pieces"}', 1);
    const reply = await person.ask(PATH, { method: 'POST', headers: JSON_TYPE, body });
    expect(await reply.json()).toMatchObject({ content: 'in pieces' });
  });

  test('that attempts prototype pollution changes nothing', async () => {
    const person = await makePerson();
    const body = '{"content":"a","__proto__":{"isAdmin":true},"constructor":{"prototype":{"b":1}}}';
    await person.ask(PATH, { method: 'POST', headers: JSON_TYPE, body });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(await (await person.ask(PATH)).json()).toMatchObject({ content: 'a' });
  });
});

describe("another site's page", () => {
  test.each<Record<string, string>>([
    { Origin: 'https://elsewhere.test' },
    { Origin: 'null' },
    { Origin: 'http://localhost.elsewhere.test' },
    { Origin: 'http://localhost:8080' },
    { Origin: 'https://localhost' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ])('cannot write (%o)', async (from) => {
    const person = await makePerson();
    const headers = { ...JSON_TYPE, ...from };
    const body = '{"content":"stolen"}';
    const reply = await person.ask('/api/content', { method: 'POST', headers, body });
    expect(reply.status).toBe(403);
    expect(await reply.json()).toMatchObject({ error: 'forbidden' });
    expect(await (await person.ask('/api/content')).json()).toMatchObject({ content: '' });
  });

  test.each(['POST /api/logout', 'POST /api/login', 'POST /api/register', 'PUT /api/user/profile'])(
    'cannot %s either',
    async (call) => {
      const [method = '', path = ''] = call.split(' ');
      const headers = { ...JSON_TYPE, Origin: 'https://elsewhere.test' };
      expect((await ask(path, { method, headers, body: '{}' })).status).toBe(403);
    },
  );

  test('gets no permission to read', async () => {
    const origin = 'https://elsewhere.test';
    const reply = await ask('/api/podcasts', { headers: { Origin: origin } });
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBeNull();
    const preflight = await ask('/api/content', { method: 'OPTIONS', headers: { Origin: origin } });
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('allows our own page and programs to write', async () => {
    const person = await makePerson();
    const senders: Record<string, string>[] = [
      { Origin: ORIGIN },
      { 'Sec-Fetch-Site': 'same-origin' },
      {},
    ];
    for (const from of senders) {
      const headers = { ...JSON_TYPE, ...from };
      const init = { method: 'POST', headers, body: '{"content":"a"}' };
      expect((await person.ask('/api/content', init)).status).toBe(200);
    }
  });
});

describe('the headers of a reply', () => {
  test.each([
    ['a list', 'GET', '/api/podcasts', 200],
    ['a 401', 'GET', '/api/user', 401],
    ['a 404', 'GET', '/api/nothing', 404],
    ['a 405', 'DELETE', '/api/podcasts', 405],
    ['a 400 as plain text', 'POST', '/api/login', 400],
  ])('keep browsers from guessing, framing and keeping it: %s', async (_, method, path, status) => {
    const reply = await ask(path, { method });
    expect(reply.status).toBe(status);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });
});

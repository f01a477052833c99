import { describe, expect, test } from 'vitest';
import { serve, timesAsked } from '../../support/outside.ts';
import { ask } from '../../support/people.ts';
import { makePodcast } from '../../support/podcasts.ts';

const unique = (name: string) => `/${crypto.randomUUID()}/${name}`;

async function coverOf(imageUrl: string | null, query = '') {
  const { id } = await makePodcast({ imageUrl });
  return { id, reply: await ask(`/api/podcasts/${id}/cover${query}`) };
}

describe('a cover', () => {
  test('comes through us, with its type, and is kept', async () => {
    const path = unique('cover.png');
    const url = await serve(path, { headers: { 'Content-Type': 'image/png' }, body: 'pixels' });
    const { id, reply } = await coverOf(url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toBe('image/png');
    expect(reply.headers.get('Cache-Control')).toContain('public, max-age=604800');
    expect(await reply.text()).toBe('pixels');
    const again = await ask(`/api/podcasts/${id}/cover?varied=1`);
    expect(await again.text()).toBe('pixels');
    expect(again.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await timesAsked(path)).toBe(1);
  });

  test('without a type is still an image', async () => {
    const url = await serve(unique('cover'), {
      headers: { 'Content-Type': 'binary/octet-stream' },
      body: 'pixels',
    });
    const { reply } = await coverOf(url);
    expect(reply.headers.get('Content-Type')).toBe('image/jpeg');
  });

  test.each([
    ['a podcast has none', async () => null],
    ['its host has lost it', async () => serve(unique('gone.png'), { status: 404 })],
    ['its host is not there', async () => 'http://127.0.0.1:9/cover.png'],
    ['it lies at a private address', async () => 'http://10.0.0.1/cover.png'],
    [
      'it is a page',
      async () =>
        serve(unique('page'), { headers: { 'Content-Type': 'text/html' }, body: '<script>' }),
    ],
  ])('is empty, and no error, where %s', async (_, imageUrl) => {
    const { reply } = await coverOf(await imageUrl());
    expect(reply.status).toBe(204);
    expect(reply.headers.get('Cache-Control')).toBe('public, max-age=600');
  });

  test('that cannot be had is not asked for again at once', async () => {
    const path = unique('gone.png');
    const { id } = await coverOf(await serve(path, { status: 404 }));
    const again = await ask(`/api/podcasts/${id}/cover`);
    expect(again.status).toBe(204);
    expect(again.headers.get('Content-Type')).toBeNull();
    expect(again.headers.get('Cache-Control')).toBe('public, max-age=600');
    expect(await timesAsked(path)).toBe(1);
  });

  test('of an unknown podcast is not found', async () => {
    const reply = await ask(`/api/podcasts/${crypto.randomUUID()}/cover`);
    expect(reply.status).toBe(404);
  });
});

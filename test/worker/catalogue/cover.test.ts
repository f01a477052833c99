import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { podcasts } from '../../../schema/tables/catalogue.ts';
import { mostAtOnce, serve, timesAsked } from '../../support/outside.ts';
import { ask } from '../../support/people.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';

const unique = (name: string) => `/${crypto.randomUUID()}/${name}`;

/** Polls until the host has answered, because a busy machine takes longer than a page waits. */
function readCover(id: string): Promise<Response> {
  return vi.waitFor(
    async () => {
      const reply = await ask(`/api/podcasts/${id}/cover`);
      expect(reply.headers.get('Cache-Control')).not.toBe('no-store');
      return reply;
    },
    { timeout: 20_000 },
  );
}

async function coverOf(imageUrl: string | null) {
  const { id } = await makePodcast({ imageUrl });
  return { id, reply: await readCover(id) };
}

describe('a cover', () => {
  test('is served by us with its type, and stored', async () => {
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

  test('that the browser still has is not sent again', async () => {
    const url = await serve(unique('cover.png'), { body: 'pixels' });
    const { id, reply } = await coverOf(url);
    expect(await reply.text()).toBe('pixels');
    const ETag = reply.headers.get('ETag') ?? '';
    const askWith = (known: string) =>
      ask(`/api/podcasts/${id}/cover`, { headers: { 'If-None-Match': known } });
    const unchanged = await askWith(`"other", W/${ETag}`);
    expect(unchanged.status).toBe(304);
    expect(await unchanged.text()).toBe('');
    expect(unchanged.headers.get('ETag')).toBe(ETag);
    expect(unchanged.headers.get('Cache-Control')).toBe(reply.headers.get('Cache-Control'));
    const changed = await askWith('"other"');
    expect(changed.status).toBe(200);
    expect(await changed.text()).toBe('pixels');
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

  test("that can't be fetched isn't requested again at once", async () => {
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

  test('requested by many at once is fetched once, and all get it', async () => {
    const path = unique('slow.png');
    const headers = { 'Content-Type': 'image/png' };
    const imageUrl = await serve(path, { headers, body: 'pixels', delayMs: 500 });
    const { id } = await makePodcast({ imageUrl });
    const replies = await Promise.all(Array.from({ length: 20 }, () => readCover(id)));
    expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(
      replies.map(() => 'pixels'),
    );
    expect(await timesAsked(path)).toBe(1);
  });

  test('is fetched one at a time from a host, whose feeds are read meanwhile', async () => {
    const folder = crypto.randomUUID();
    const asked = Array.from({ length: 6 }, async (_, index) => {
      const imageUrl = await serve(`/${folder}/${index}.png`, {
        headers: { 'Content-Type': 'image/png' },
        body: 'pixels',
        delayMs: 100,
      });
      const { id } = await makePodcast({ imageUrl });
      return readCover(id);
    });
    const replies = await Promise.all(asked);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await mostAtOnce(`/${folder}`)).toBe(1);
  });

  test.each([
    ['podcast', (podcastId: string) => podcastId],
    ['episode', (_: string, episodeId: string) => `episodes/${episodeId}`],
    ['chapter', (podcastId: string, episodeId: string) => `${podcastId}/chapters/${episodeId}/9`],
  ])('whose %s is deleted while it is read is not kept', async (_, idOf) => {
    const { id: podcastId } = await makePodcast();
    const { id: episodeId } = await makeEpisode(podcastId);
    const id = idOf(podcastId, episodeId);
    const imageUrl = await serve(unique('slow.png'), { body: 'pixels' });
    const host = env.COVER_HOSTS.getByName(crypto.randomUUID());
    await host.read(id, imageUrl);
    expect(await env.TRANSCRIPTS.head(`covers/${id}`)).not.toBeNull();
    await db.delete(podcasts).where(eq(podcasts.id, podcastId));
    await host.read(id, imageUrl);
    expect(await env.TRANSCRIPTS.head(`covers/${id}`)).toBeNull();
  });

  test('of a host with too many waiting is not waited for, nor remembered as missing', async () => {
    const host = env.COVER_HOSTS.getByName(crypto.randomUUID());
    const path = unique('slow.png');
    const imageUrl = await serve(path, { isHeld: true });
    const reads = Array.from({ length: 21 }, () => host.read(crypto.randomUUID(), imageUrl));
    expect(await Promise.race(reads)).toBe(false);
    await serve(path, { body: 'pixels' });
    await Promise.all(reads);
  });

  describe('after a while', () => {
    const inDays = (days: number) =>
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
    afterEach(() => {
      vi.useRealTimers();
    });

    test('is fetched again, and stays if its host has lost it', async () => {
      const path = unique('cover.png');
      const { id } = await coverOf(await serve(path, { body: 'old' }));
      inDays(31);
      await serve(path, { status: 404 });
      expect(await (await readCover(id)).text()).toBe('old');
      await expect.poll(() => timesAsked(path)).toBe(1);
      expect(await (await readCover(id)).text()).toBe('old');
    });

    test('is looked for again where there was none', async () => {
      const path = unique('cover.png');
      const { id, reply } = await coverOf(await serve(path, { status: 404 }));
      expect(reply.status).toBe(204);
      await serve(path, { body: 'here now' });
      inDays(1);
      expect(await (await readCover(id)).text()).toBe('here now');
    });
  });

  test('is fetched again if its address changes', async () => {
    const headers = { 'Content-Type': 'image/png' };
    const { id } = await makePodcast({
      imageUrl: await serve(unique('old.png'), { headers, body: 'old' }),
    });
    expect(await (await readCover(id)).text()).toBe('old');
    const imageUrl = await serve(unique('new.png'), { headers, body: 'new' });
    await db.update(podcasts).set({ imageUrl }).where(eq(podcasts.id, id));
    expect(await (await readCover(id)).text()).toBe('new');
  });

  test('is refused to an address that requests too many; stored ones are still served', async () => {
    const headers = { 'Content-Type': 'image/png' };
    const kept = await coverOf(await serve(unique('kept.png'), { headers, body: 'kept' }));
    const { id } = await makePodcast({ imageUrl: await serve(unique('new.png'), { headers }) });
    const none: RateLimit = { limit: async () => ({ success: false }) };
    const bindings: Env = { ...env, COVER_LIMIT: none };
    const refused = await ask(`/api/podcasts/${id}/cover`, {}, bindings);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect((await ask(`/api/podcasts/${kept.id}/cover`, {}, bindings)).status).toBe(200);
  });
});

import { env } from 'cloudflare:workers';
import { addMinutes, subDays, subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { feeds, podcasts } from '../../../schema/tables/catalogue.ts';
import { measuringDatabase } from '../../support/databases.ts';
import { endHostsRest, hostOrigin, serve, timesAsked } from '../../support/outside.ts';
import type { Served } from '../../support/podcast-host.ts';
import {
  ageReading,
  db,
  episodesOf,
  feedStateOf,
  makePodcast,
  rss,
  type TestItem,
} from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';

afterEach(endHostsRest);

/** A podcast with a feed at its own path, and functions to change and read it. */
async function makeServed(first: Served) {
  const path = `/${crypto.randomUUID()}.xml`;
  const { id, feedUrl } = await makePodcast({ feedUrl: await serve(path, first) });
  return {
    id,
    path,
    feedUrl,
    change: (served: Served) => serve(path, served),
    refresh: async () => {
      await ageReading(id);
      return deliver('dripcast-refresh', [{ body: { podcastId: id } }]);
    },
  };
}

/** A chapter for each of four hundred seconds. */
const chaptersTo = (href: string) =>
  Array.from(
    { length: 400 },
    (_, i) => `<psc:chapter start="${i}" title="C" href="${href}"/>`,
  ).join('');

const feed = (...items: TestItem[]): Served => ({ body: rss('Refreshed', items) });
const titles = async (podcastId: string) => (await episodesOf(podcastId)).map(({ title }) => title);

describe('refreshing a feed', () => {
  test('an edited item changes in place, and a new one is added', async () => {
    const show = await makeServed(feed({ guid: '1', title: 'A tpyo' }));
    await show.refresh();
    const [before] = await episodesOf(show.id);
    await show.change(
      feed(
        { guid: '1', title: 'A typo', transcriptUrl: 'https://words.test/1.vtt' },
        { guid: '2', title: 'B, the next one' },
      ),
    );
    await show.refresh();
    const [edited, added] = await episodesOf(show.id);
    expect(edited).toMatchObject({ id: before?.id, title: 'A typo' });
    expect(edited?.transcriptLinks).toMatchObject([{ url: 'https://words.test/1.vtt' }]);
    expect(added).toMatchObject({ guid: '2', title: 'B, the next one' });
  });

  test('an item that left the feed stays', async () => {
    const show = await makeServed(feed({ guid: '1', title: 'A' }, { guid: '2', title: 'B' }));
    await show.refresh();
    await show.change(feed({ guid: '2', title: 'B' }));
    await show.refresh();
    expect(await titles(show.id)).toEqual(['A', 'B']);
  });

  test('a duplicate item is one episode', async () => {
    const show = await makeServed(feed({ guid: '1', title: 'A' }, { guid: '1', title: 'A again' }));
    await show.refresh();
    expect(await episodesOf(show.id)).toHaveLength(1);
  });

  test('a compressed feed without a header is unpacked', async () => {
    const show = await makeServed({ ...feed({ guid: '1', title: 'A' }), isPacked: true });
    await show.refresh();
    expect(await titles(show.id)).toEqual(['A']);
  });

  test.each([
    ['de_AT', 'de-AT'],
    ['English', null],
    ['', null],
  ])('the language %j of a feed is known as %j', async (written, tag) => {
    const served = feed({ guid: '1', title: 'A' });
    const language = `<title>x</title><language>${written}</language>`;
    const body = String(served.body).replace(/<title>.*?<\/title>/, language);
    const show = await makeServed({ ...served, body });
    await show.refresh();
    const [row] = await db.select().from(podcasts).where(eq(podcasts.id, show.id));
    expect(row?.language).toBe(tag);
  });

  test('the newest ten of a long feed are stored', async () => {
    const items = Array.from({ length: 30 }, (_, index) => ({
      guid: String(index),
      title: `Day ${String(index).padStart(2, '0')}`,
      publishedAt: subDays(new Date(), 30 - index),
    }));
    const show = await makeServed(feed(...items));
    await show.refresh();
    const newest = Array.from({ length: 10 }, (_, index) => `Day ${20 + index}`);
    expect(await titles(show.id)).toEqual(newest);
  });

  test("an unchanged feed isn't sent again, and counts as read", async () => {
    const headers = { ETag: '"one"' };
    const show = await makeServed({ ...feed({ guid: '1', title: 'A' }), headers });
    await show.refresh();
    expect((await feedStateOf(show.id))?.etag).toBe('"one"');
    // If the request were sent, it would return this one.
    await show.change({ ...feed({ guid: '2', title: 'B' }), headers });
    const result = await show.refresh();
    expect(result.acked).toEqual(['m0']);
    expect(await timesAsked(show.path)).toBe(1);
    expect(await titles(show.id)).toEqual(['A']);
    const state = await feedStateOf(show.id);
    expect(state?.etag).toBe('"one"');
    expect(state?.succeededAt?.getTime()).toBeGreaterThan(subMinutes(new Date(), 1).getTime());
  });

  test('an unchanged feed may say so by its date alone', async () => {
    const headers = { 'Last-Modified': 'Fri, 20 Nov 2026 10:00:00 GMT' };
    const show = await makeServed({ ...feed({ guid: '1', title: 'A' }), headers });
    await show.refresh();
    await show.change({ ...feed({ guid: '2', title: 'B' }), headers });
    await show.refresh();
    expect(await titles(show.id)).toEqual(['A']);
    await show.change(feed({ guid: '2', title: 'B' }));
    await show.refresh();
    expect(await titles(show.id)).toEqual(['A', 'B']);
  });

  test('a feed that is gone for good is retired and not requested again', async () => {
    const show = await makeServed({ status: 410 });
    expect((await show.refresh()).acked).toEqual(['m0']);
    expect((await feedStateOf(show.id))?.retiredAt).not.toBeNull();
    expect((await show.refresh()).acked).toEqual(['m0']);
    expect(await timesAsked(show.path)).toBe(1);
  });

  test('a permanent move is remembered, and the catalogue keeps its own address', async () => {
    const target = `/${crypto.randomUUID()}.xml`;
    const newUrl = await serve(target, feed({ guid: '1', title: 'Moved' }));
    const show = await makeServed({ status: 301, headers: { Location: newUrl } });
    await show.refresh();
    expect(await titles(show.id)).toEqual(['Moved']);
    expect((await feedStateOf(show.id))?.url).toBe(newUrl);
    const [podcast] = await db.select().from(podcasts).where(eq(podcasts.id, show.id));
    expect(podcast?.feedUrl).toBe(show.feedUrl);
    await show.refresh();
    expect([await timesAsked(show.path), await timesAsked(target)]).toEqual([1, 2]);
  });

  test('temporary redirects are followed again each time', async () => {
    const newUrl = await serve(`/${crypto.randomUUID()}.xml`, feed({ guid: '1', title: 'A' }));
    const show = await makeServed({ status: 302, headers: { Location: newUrl } });
    await show.refresh();
    await show.refresh();
    expect((await feedStateOf(show.id))?.url).toBe(show.feedUrl);
    expect(await timesAsked(show.path)).toBe(2);
  });

  test('a redirect into the private network is not followed', async () => {
    const location = 'http://169.254.169.254/latest/meta-data/';
    const show = await makeServed({ status: 302, headers: { Location: location } });
    expect((await show.refresh()).acked).toEqual(['m0']);
    expect(await episodesOf(show.id)).toEqual([]);
    expect((await feedStateOf(show.id))?.url.startsWith(hostOrigin())).toBe(true);
  });

  test('a feed that keeps failing is paused, and one success resets it', async () => {
    const show = await makeServed({ status: 500 });
    await show.refresh();
    expect(await feedStateOf(show.id)).toMatchObject({ failures: 1, retryAt: null });
    await show.refresh();
    expect(await feedStateOf(show.id)).toMatchObject({ failures: 2, retryAt: null });
    await show.change(feed({ guid: '1', title: 'Back' }));
    const failedAt = (minutes: number) =>
      db
        .update(feeds)
        .set({ failedAt: subMinutes(new Date(), minutes) })
        .where(eq(feeds.podcastId, show.id));
    await failedAt(29);
    await show.refresh();
    expect(await timesAsked(show.path)).toBe(0);
    await failedAt(31);
    await show.refresh();
    expect(await titles(show.id)).toEqual(['Back']);
    const forgiven = { failures: 0, retryAt: null, lastError: null };
    expect(await feedStateOf(show.id)).toMatchObject(forgiven);
  });

  test.each([
    ['1800', 30],
    ['9'.repeat(30), 7 * 24 * 60],
  ])("a host's Retry-After of %s seconds is respected, up to a week", async (seconds, minutes) => {
    const show = await makeServed({ status: 429, headers: { 'Retry-After': seconds } });
    await show.refresh();
    const retryAt = (await feedStateOf(show.id))?.retryAt?.getTime() ?? 0;
    expect(retryAt).toBeGreaterThan(addMinutes(new Date(), minutes - 1).getTime());
    expect(retryAt).toBeLessThanOrEqual(addMinutes(new Date(), minutes).getTime());
  });

  test.each([
    [
      'chapters',
      `<psc:chapters>${chaptersTo(`https://a.test/${'b'.repeat(4_000)}`)}</psc:chapters>`,
    ],
    ['a transcript', `<podcast:transcript url="https://a.test/1" type="${'t'.repeat(300_000)}"/>`],
  ])('is stored in statements that are short enough for D1, however long %s', async (_, words) => {
    const items = Array.from({ length: 10 }, (__, i) => {
      return `<item><guid>${i}</guid><title>Item ${i}</title>${words}</item>`;
    });
    const namespaces =
      'xmlns:psc="http://podlove.org/simple-chapters" xmlns:podcast="https://podcastindex.org/namespace/1.0"';
    const body = `<rss version="2.0" ${namespaces}><channel><title>S</title>${items.join('')}</channel></rss>`;
    const { id } = await makePodcast({ feedUrl: await serve(`/${crypto.randomUUID()}`, { body }) });
    const measuring = measuringDatabase(env.DB);
    const queue = recordingQueue().queue;
    const own: Env = { ...env, DB: measuring.database, REFRESH_QUEUE: queue };
    await deliver('dripcast-refresh', [{ body: { podcastId: id } }], own);
    expect(await episodesOf(id)).toHaveLength(10);
    expect(measuring.longestBytes()).toBeLessThan(2_000_000);
  });

  test("fills the podcast's empty fields and leaves the others", async () => {
    const show = await makeServed(feed({ guid: '1', title: 'A' }));
    await db.update(podcasts).set({ description: '' }).where(eq(podcasts.id, show.id));
    await show.refresh();
    const written = await makeServed(feed({ guid: '1', title: 'A' }));
    await written.refresh();
    const descriptionOf = async (id: string) =>
      (await db.select().from(podcasts).where(eq(podcasts.id, id)))[0]?.description;
    expect(await descriptionOf(show.id)).toBe('A feed of the tests');
    expect(await descriptionOf(written.id)).toBe('About work.');
  });
});

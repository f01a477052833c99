/** Incomplete feeds: what they contain is added, and nothing known is removed. */
import { env } from 'cloudflare:workers';
import { subHours } from 'date-fns';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { PODCAST_FEED_FIELDS, podcasts } from '../../../schema/tables/catalogue.ts';
import { episodePages, episodes } from '../../../schema/tables/episodes.ts';
import { endHostsRest, serve, timesAsked } from '../../support/outside.ts';
import type { Served } from '../../support/podcast-host.ts';
import {
  ageReading,
  db,
  episodesOf,
  feedStateOf,
  makePodcast,
  rss,
} from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';

// On a busy machine a host may seem slow, and would be avoided for a while.
afterEach(endHostsRest);

const TRANSCRIPT = 'https://words.test/1.vtt';
const KNOWN = { guid: '1', title: 'A', transcriptUrl: TRANSCRIPT };
const NEW = { guid: '2', title: 'B' };
/**
 * The known item has lost its transcript and gained notes, a new one precedes it, and a third is cut off.
 */
const withNotes = (feed: string) =>
  feed.replace('<title>A</title>', '$&<description>Late</description>');
const whole = withNotes(rss('Cut', [NEW, { guid: '1', title: 'A' }, { guid: '3', title: 'C' }]));
const closed = withNotes(rss('Cut', [NEW, { guid: '1', title: 'A' }]));
const inThird = whole.indexOf('<title>C</title>') + '<title>C</title>'.length;

async function makeRead(served: Served = { headers: { ETag: '"first"' } }) {
  const path = `/${crypto.randomUUID()}.xml`;
  const feedUrl = await serve(path, { body: rss('Cut', [KNOWN]), ...served });
  const { id } = await makePodcast({ feedUrl, feedFields: [...PODCAST_FEED_FIELDS] });
  const refresh = () => deliver('dripcast-refresh', [{ body: { podcastId: id } }]);
  return {
    id,
    path,
    refresh,
    async readAgain(next: Served) {
      await serve(path, next);
      await ageReading(id);
      return refresh();
    },
  };
}

async function expectAddedOnly(podcastId: string) {
  const kept = await episodesOf(podcastId);
  const ofKnown = eq(episodePages.episodeId, kept[0]?.id ?? '');
  expect(await db.select().from(episodePages).where(ofKnown)).toMatchObject([{ notes: '' }]);
  expect(kept).toMatchObject([
    { title: 'A', transcriptLinks: [{ url: TRANSCRIPT }] },
    { title: 'B' },
  ]);
}

describe('an incomplete feed', () => {
  test.each<[what: string, served: Served]>([
    ['whose document is not closed', { body: whole.slice(0, inThird) }],
    ['that breaks off on its way', { body: whole, cutAfter: inThird }],
    [
      'that is shorter than it says, though its document is closed',
      {
        body: closed,
        headers: { 'Content-Length': String(closed.length + 1), Connection: 'close' },
      },
    ],
    [
      'that is a part nobody asked for, though its document is closed',
      { body: closed, status: 206 },
    ],
  ])('%s adds, takes nothing away and leaves no tag', async (_, served) => {
    const show = await makeRead();
    await show.refresh();
    const headers = { ...served.headers, ETag: '"cut"' };
    await show.readAgain({ ...served, headers });
    await expectAddedOnly(show.id);
    expect((await feedStateOf(show.id))?.etag ?? null).not.toBe('"cut"');
    // Once complete again, it may change known items.
    await db.update(episodes).set({ title: 'Old' }).where(eq(episodes.podcastId, show.id));
    await endHostsRest();
    await show.readAgain({ body: whole, headers: { ETag: '"whole"' } });
    const titles = (await episodesOf(show.id)).map(({ title }) => title);
    expect(titles).toEqual(['A', 'B', 'C']);
    expect((await feedStateOf(show.id))?.etag).toBe('"whole"');
  });

  /** The channel's own texts have changed, and it is cut off within them. */
  const changed = (to: string) =>
    whole.replace(/<channel>.*?(?=<item>)/s, () => `<channel><title>Other</title>${to}`);

  test.each([
    [
      'inside its description',
      `${changed('<description>A long des').split('A long des')[0]}A long des`,
    ],
    ['inside an item', changed('<description>Other</description>').slice(0, -60)],
  ])('that ends %s says so, and replaces nothing of its podcast', async (_, body) => {
    const show = await makeRead();
    await show.refresh();
    const about = async () => {
      const [row] = await db.select().from(podcasts).where(eq(podcasts.id, show.id));
      return row && { ...row, updatedAt: null };
    };
    const before = await about();
    await show.readAgain({ body, headers: { 'Content-Type': 'application/rss+xml' } });
    expect(await about()).toEqual(before);
    expect((await feedStateOf(show.id))?.lastError).toBe('The feed was cut off.');
  });

  test('that only lacks its last end tags is no failure, and replaces nothing', async () => {
    const show = await makeRead();
    await show.refresh();
    const body = changed('<description>Other</description>').replace(/<\/channel>.*$/s, '');
    await show.readAgain({ body, headers: { ETag: '"open"' } });
    const [row] = await db.select().from(podcasts).where(eq(podcasts.id, show.id));
    expect(row?.title).not.toBe('Other');
    expect(await episodesOf(show.id)).toHaveLength(3);
    // With an ETag, the end would stay missing.
    expect(await feedStateOf(show.id)).toMatchObject({ lastError: null, etag: null });
  });

  test('renames no episode, whose own item may be in the rest', async () => {
    const publishedAt = subHours(new Date(), 2);
    const feed = (guid: string) => rss('Cut', [{ guid, title: 'A', publishedAt }]);
    const show = await makeRead({ body: feed('1') });
    await show.refresh();
    await show.readAgain({ body: feed('9').replace(/<.channel>.*/s, '<item><title>B') });
    expect((await episodesOf(show.id)).map(({ guid }) => guid).toSorted()).toEqual(['1', '9']);
  });

  test('because of a broken connection says so, and is fetched again', async () => {
    const show = await makeRead({ body: whole, cutAfter: inThird });
    const { sent } = await show.refresh();
    expect(sent).toHaveLength(1);
    expect(await feedStateOf(show.id)).toMatchObject({
      lastError: 'The feed was cut off.',
      succeededAt: null,
    });
    expect((await episodesOf(show.id)).map(({ title }) => title)).toEqual(['A', 'B']);
  });

  test('is asked for again after its pause, however often it breaks off', async () => {
    const show = await makeRead({ body: whole, cutAfter: inThird });
    const { queue, sent, delays } = recordingQueue();
    const own: Env = { ...env, REFRESH_QUEUE: queue };
    await deliver('dripcast-refresh', [{ body: { podcastId: show.id } }], own);
    await deliver('dripcast-refresh', [{ body: sent[0] }], own);
    expect(sent[1]).toEqual({ podcastId: show.id, failures: 2 });
    expect(delays[1]).toBeGreaterThan(30 * 60);
  });

  test('without any content says that it broke off', async () => {
    const show = await makeRead({ body: whole, cutAfter: 10 });
    await show.refresh();
    expect((await feedStateOf(show.id))?.lastError).toBe('The feed was cut off.');
  });

  test('in JSON adds nothing, and says that it broke off', async () => {
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ id: 1 }],
    });
    const show = await makeRead({ body: json, cutAfter: json.length - 4 });
    await show.refresh();
    expect((await feedStateOf(show.id))?.lastError).toBe('The feed was cut off.');
  });
});

describe("'not changed'", () => {
  test('is a failure if nothing is known yet', async () => {
    const show = await makeRead({ status: 304, body: '' });
    await show.refresh();
    expect(await feedStateOf(show.id)).toMatchObject({ failures: 1, succeededAt: null });
    expect(await timesAsked(show.path)).toBe(1);
  });
});

/**
 * Feeds cut at any place: complete items are stored, no item is stored half, and the rest follows later.
 */
import type { CacheStatus } from '../../schema/wire/episodes.ts';
import { registerOverHttp } from '../support/api-reader.ts';
import { addFeeds, type FaultBench, until } from './bench.ts';
import type { Tally } from './tally.ts';

const COUNT = 12;
const titleOf = (number: number) => `Episode number ${number}, as it is called in full`;
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Cut</title>${Array.from(
  { length: COUNT },
  (_, index) =>
    `<item><title>${titleOf(index)}</title><guid isPermaLink="false">g${index}</guid></item>`,
).join('\n')}</channel></rss>`;

/** @param cuts the number of places, evenly spread over the feed */
export async function cutFeeds(bench: FaultBench, tally: Tally, cuts: number): Promise<void> {
  const feeds = await Promise.all(
    Array.from({ length: cuts }, async (_, index) => {
      const cutAfter = 1 + Math.floor(((FEED.length - 2) * index) / cuts);
      const path = `/${crypto.randomUUID()}.xml`;
      const feedUrl = await bench.serve(path, { body: FEED, cutAfter });
      return { title: `Cut after ${cutAfter}`, feedUrl, path };
    }),
  );
  const ids = await addFeeds(bench, feeds);
  const faults: string[] = [];
  for (const { title, path } of feeds) {
    // A reader for each, because retries per minute are limited.
    const reader = await registerOverHttp(bench.product.origin);
    const known = async () => {
      const episodes = await reader.call<Record<string, { title: string }[]>>(
        'GET',
        '/api/podcasts/recent-episodes',
      );
      return (episodes[title] ?? []).map((episode) => episode.title);
    };
    const refresh = () =>
      reader.call('POST', `/api/podcasts/${ids.get(title)}/refresh`).then(
        () => '',
        (error: unknown) => String(error),
      );
    const stateOf = async () =>
      (await reader.call<CacheStatus>('GET', '/api/podcasts/cache-status')).feeds[0];
    // Subscribing makes the product read it in the background.
    await reader.call('POST', `/api/podcasts/${ids.get(title)}/subscribe`);
    await until(60, async () => (await stateOf())?.status === 'failed');
    const first = (await stateOf())?.error ?? 'nothing';
    const half = (await known()).filter((each) => !/^Episode number \d+, as .* full$/.test(each));
    if (half.length > 0) faults.push(`${title}: keeps '${half[0]}'`);
    if (!/cut off/.test(first)) faults.push(`${title}: says '${first}'`);
    await bench.serve(path, { body: FEED });
    const second = await refresh();
    const isRead = (await known()).length === 10 && (await stateOf()) === undefined;
    if (!isRead) faults.push(`${title}: not whole afterwards (${second})`);
  }
  tally.add('feeds cut on their way', cuts, faults);
}

/** Bad hosts: each feed is read or fails with a reason, and none affects another. */
import type { CacheStatus, FetchRecentReply } from '../../schema/wire/episodes.ts';
import { registerOverHttp } from '../support/api-reader.ts';
import type { Served } from '../support/podcast-host.ts';
import { addFeeds, type FaultBench, until } from './bench.ts';
import type { Tally } from './tally.ts';

const item = (guid: number) =>
  `<item><title>Episode ${guid}</title><guid isPermaLink="false">${guid}</guid></item>`;
const GOOD = `<?xml version="1.0"?><rss version="2.0"><channel><title>Good</title>${[1, 2, 3]
  .map(item)
  .join('\n')}</channel></rss>`;
const gone = { Location: 'http://127.0.0.1:9/nowhere.xml' };

/** How each host behaves, and whether its feed still delivers episodes. */
const HOSTS: Record<string, Served & { brings: boolean }> = {
  good: { body: GOOD, brings: true },
  'good in crumbs': { body: GOOD, crumbs: 7, brings: true },
  'packed without saying so': { body: GOOD, isPacked: true, brings: true },
  'never answering': { body: GOOD, delayMs: 60_000, brings: false },
  'broken (500)': { status: 500, brings: false },
  'overloaded (503)': { status: 503, brings: false },
  'without the feed (404)': { status: 404, brings: false },
  'that forbids it (403)': { status: 403, brings: false },
  'that took it down (410)': { status: 410, brings: false },
  "saying 'not changed' at once (304)": { status: 304, brings: false },
  'sending a part (206)': { status: 206, body: GOOD, brings: true },
  'cutting it in the middle': { body: GOOD, cutAfter: GOOD.length - 60, brings: true },
  'cutting it at once': { body: GOOD, cutAfter: 3, brings: false },
  'not closing the document': { body: GOOD.slice(0, -20), brings: true },
  'sending a page': { body: '<html><body>Welcome</body></html>', brings: false },
  'sending nothing': { body: '', brings: false },
  'sending broken JSON': { body: '{"version": "https://jsonfeed.org/version/1", ', brings: false },
  'sending a bomb': { body: 'x'.repeat(40_000_000), isPacked: true, brings: false },
  'redirecting to a dead port': { status: 302, headers: gone, brings: false },
  'redirecting into the private network': {
    status: 302,
    headers: { Location: 'http://169.254.169.254/feed.xml' },
    brings: false,
  },
};
const SHORT = ['good', 'never answering', 'cutting it in the middle', 'broken (500)'];

export async function readFromBadHosts(
  bench: FaultBench,
  tally: Tally,
  isShort: boolean,
): Promise<void> {
  const names = isShort ? SHORT : Object.keys(HOSTS);
  const feeds = await Promise.all(
    names.map(async (title) => {
      const { brings: _, ...served } = HOSTS[title] ?? { brings: false };
      return { title, feedUrl: await bench.serve(`/${crypto.randomUUID()}.xml`, served) };
    }),
  );
  const ids = await addFeeds(bench, feeds);
  const reader = await registerOverHttp(bench.product.origin);
  for (const title of names) await reader.call('POST', `/api/podcasts/${ids.get(title)}/subscribe`);
  await reader.call<FetchRecentReply>('POST', '/api/podcasts/fetch-recent');
  const status = () => reader.call<CacheStatus>('GET', '/api/podcasts/cache-status');
  const seconds = await until(120, async () =>
    (await status()).feeds.every((feed) => feed.status !== 'fetching'),
  );
  const { feeds: unread } = await status();
  const episodes = await reader.call<Record<string, unknown[]>>(
    'GET',
    '/api/podcasts/recent-episodes',
  );
  const faults = names.flatMap((title) => {
    const feed = unread.find(({ podcastId }) => podcastId === ids.get(title));
    const brought = (episodes[title] ?? []).length > 0;
    if (feed && feed.status !== 'failed') return [`${title}: still '${feed.status}'`];
    if (feed && !feed.error) return [`${title}: failed without a word`];
    if (brought !== HOSTS[title]?.brings) return [`${title}: brought ${brought ? 'some' : 'none'}`];
    return [];
  });
  const measured = seconds === null ? 'not over after 120 s' : `over after ${seconds.toFixed(1)} s`;
  tally.add('hosts that behave badly', names.length, faults, measured);
}

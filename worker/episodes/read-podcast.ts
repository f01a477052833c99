import type { Feed } from '../feeds/feed.ts';
import { FeedError } from '../feeds/feed-error.ts';
import { fetchFeed } from '../feeds/fetch-feed.ts';
import { describeError, log } from '../platform/logging.ts';
import type { OutboundResult } from '../platform/outbound/fetch-outside.ts';
import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';

/** A feed that moves more often than this in a row is broken. */
const MAX_MOVES = 3;
/** Most feeds have ten items within two pages. */
const MAX_PAGES = 5;

type Fetched = Awaited<ReturnType<typeof fetchFeed>>;

interface Options {
  etag: string | null;
  lastModified: string | null;
  /** How many of the newest items are wanted. */
  count: number;
}

/**
 * Reads a podcast's feed: from its new address if it names one (`itunes:new-feed-url`), and with its
 * next pages (RFC 5005) until there are enough items.
 *
 * @returns the reply of the first page, and the address for the next time; feed is null if unchanged
 * @throws OutboundError, FeedError for the feed itself; a new address or a page that fails is left out
 */
export async function readPodcast(
  fetchOutside: FetchOutside,
  url: string,
  { etag, lastModified, count }: Options,
): Promise<{ reply: OutboundResult; feed: Feed | null; url: string }> {
  const seen = new Set([url]);
  const fetchPart: FetchPart = async (next) => {
    if (seen.has(next)) return null;
    seen.add(next);
    return fetchFeed(fetchOutside, next, { described: count }).catch((error: unknown) => {
      if (!(error instanceof OutboundError || error instanceof FeedError)) throw error;
      // The address of a private feed is a secret.
      log.warn('feed_part_failed', { host: URL.parse(next)?.host, error: describeError(error) });
      return null;
    });
  };
  let fetched = await fetchFeed(fetchOutside, url, { etag, lastModified, described: count });
  let from = url;
  for (let moves = 0; moves < MAX_MOVES; moves += 1) {
    seen.add(fetched.reply.url);
    const moved = await followMove(fetched, fetchPart);
    if (moved === null) break;
    from = fetched.feed?.newFeedUrl ?? from;
    fetched = moved;
  }
  const { reply, feed } = fetched;
  return { reply, feed: feed && (await withNextPages(feed, count, fetchPart)), url: from };
}

/** Fetches a new address or a further page. Returns null if it fails, or was fetched before. */
type FetchPart = (url: string) => Promise<Fetched | null>;

/** Fetches a feed from the new address that it names. Returns null if it has not moved, or not yet. */
async function followMove({ feed, reply }: Fetched, fetchPart: FetchPart): Promise<Fetched | null> {
  if (!feed?.newFeedUrl || feed.isCut || !reply.isWhole) return null;
  const moved = await fetchPart(feed.newFeedUrl);
  // An address without episodes may not be ready yet.
  return moved?.feed?.items.length && moved.reply.isWhole && !moved.feed.isCut ? moved : null;
}

async function withNextPages(feed: Feed, count: number, fetchPart: FetchPart): Promise<Feed> {
  const items = new Map(feed.items.map((item) => [item.guid, item]));
  let { nextPageUrl: next, isWhole } = feed;
  for (let pages = 1; pages < MAX_PAGES && items.size < count && next && isWhole; pages += 1) {
    const page = (await fetchPart(next))?.feed;
    for (const item of page?.items ?? []) {
      if (!items.has(item.guid)) items.set(item.guid, item);
    }
    isWhole = page?.isWhole ?? true;
    next = page?.nextPageUrl ?? null;
  }
  return { ...feed, isWhole, items: [...items.values()] };
}

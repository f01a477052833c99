/** Reads a podcast's feed and keeps what it says: the one verb behind cron, click and command. */
import { addHours, addMinutes, isFuture, subMinutes } from 'date-fns';
import { FeedError, readFeed } from '../feeds/read-feed.ts';
import type { Database } from '../platform/database.ts';
import { describe, log } from '../platform/logging.ts';
import { OutboundError } from '../platform/outbound.ts';
import { type FetchOutside, isTemporary } from '../platform/outbound-settings.ts';
import { type FeedRow, findFeed, saveReading, upsertFeedState } from './store.ts';

export interface RefreshDeps {
  db: Database;
  fetchOutside: FetchOutside;
  /** How many of a feed's newest episodes are kept at a reading. */
  episodesPerPodcast: number;
}

export type RefreshOutcome =
  | { status: 'refreshed' | 'unchanged' | 'fresh' | 'gone' }
  | { status: 'failed'; reason: string; isTemporary: boolean };

/** A reading this young is shared by whoever asks next. */
const FRESH_MINUTES = 10;
/** After a failure the feed rests this long, doubled with each further one, a day at most. */
const BACKOFF_MINUTES = 15;
const BACKOFF_AT_MOST_HOURS = 24;

type Known = NonNullable<Awaited<ReturnType<typeof findFeed>>>;

/** Refreshes one podcast by its id; 'gone' where the catalogue has it no longer. */
export async function refreshPodcast(
  deps: RefreshDeps,
  podcastId: string,
): Promise<RefreshOutcome> {
  const known = await findFeed(deps.db, podcastId);
  return known ? refreshKnown(deps, known) : { status: 'gone' };
}

/** The same for one whose rows were read already. Idempotent: reading twice doubles nothing. */
export async function refreshKnown(
  deps: RefreshDeps,
  { podcast, feed }: Known,
): Promise<RefreshOutcome> {
  if (feed?.retiredAt) {
    return { status: 'failed', reason: 'The feed was closed by its owner', isTemporary: false };
  }
  const now = new Date();
  if (feed?.succeededAt && feed.succeededAt > subMinutes(now, FRESH_MINUTES)) {
    return { status: 'fresh' };
  }
  if (feed?.retryAt && isFuture(feed.retryAt)) {
    return {
      status: 'failed',
      reason: feed.lastError ?? 'The feed could not be fetched',
      isTemporary: false,
    };
  }
  const url = feed?.url ?? podcast.feedUrl;
  try {
    const reply = await deps.fetchOutside(url, {
      etag: feed?.etag,
      lastModified: feed?.lastModified,
    });
    const state = succeeded(reply, url);
    if (reply.status === 304) {
      await upsertFeedState(deps.db, podcast.id, state);
      return { status: 'unchanged' };
    }
    const read = readFeed(reply.body, {
      contentType: reply.headers.get('Content-Type'),
      url: reply.url,
    });
    await saveReading(deps.db, podcast.id, {
      items: newest(read.items, deps.episodesPerPodcast),
      feed: state,
      podcast: {
        ...(podcast.imageUrl === null && read.imageUrl ? { imageUrl: read.imageUrl } : {}),
        ...(podcast.description === '' && read.description
          ? { description: read.description }
          : {}),
      },
    });
    return { status: 'refreshed' };
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof FeedError)) throw error;
    await upsertFeedState(deps.db, podcast.id, failed(error, feed, url));
    log.warn('feed_failed', { podcastId: podcast.id, error: describe(error) });
    return {
      status: 'failed',
      reason: error.message,
      isTemporary: error instanceof OutboundError && isTemporary(error),
    };
  }
}

function succeeded(
  reply: Awaited<ReturnType<FetchOutside>>,
  url: string,
): Partial<FeedRow> & Pick<FeedRow, 'url'> {
  return {
    // A permanent move is remembered; a temporary one is asked anew each time.
    url: reply.permanentUrl ?? url,
    ...(reply.status === 304
      ? {}
      : { etag: reply.headers.get('ETag'), lastModified: reply.headers.get('Last-Modified') }),
    succeededAt: new Date(),
    lastError: null,
    failures: 0,
    retryAt: null,
  };
}

function failed(error: OutboundError | FeedError, feed: FeedRow | null, url: string) {
  const now = new Date();
  const failures = (feed?.failures ?? 0) + 1;
  const status = error instanceof OutboundError ? error.status : null;
  const askedFor = error instanceof OutboundError ? error.retryAfterSeconds : null;
  const rest = addMinutes(now, BACKOFF_MINUTES * 2 ** Math.min(failures - 1, 10));
  const atMost = addHours(now, BACKOFF_AT_MOST_HOURS);
  return {
    url,
    failures,
    failedAt: now,
    lastError: error.message,
    // The first failure may be a hiccup: whoever asks next may try at once.
    retryAt: askedFor
      ? new Date(now.getTime() + askedFor * 1_000)
      : failures === 1
        ? null
        : rest < atMost
          ? rest
          : atMost,
    ...(status === 410 ? { retiredAt: now } : {}),
  };
}

/** Newest first; those without a date keep the feed's order behind the dated ones. */
function newest<Item extends { publishedAt: Date | null }>(items: Item[], count: number): Item[] {
  return [...items]
    .sort((a, b) => (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0))
    .slice(0, count);
}

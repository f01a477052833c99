/** How the fetching of a feed went, as its row remembers it. */
import { addHours, addMinutes, addSeconds, min } from 'date-fns';
import type { FeedError } from '../feeds/feed-error.ts';
import { OutboundError, type OutboundResult } from '../platform/outbound.ts';
import type { FeedRow } from './store.ts';

/** After a failure the feed rests this long, doubled with each further one, a day at most. */
const BACKOFF_MINUTES = 15;
const BACKOFF_AT_MOST_HOURS = 24;
/** A host may ask for more patience than this; it is asked again in a week all the same. */
const RETRY_AFTER_AT_MOST_HOURS = 7 * 24;

export type FeedState = Partial<FeedRow> & Pick<FeedRow, 'url'>;

/** @param isWhole false where the document was not closed: then it is to be sent whole again */
export function stateAfterSuccess(reply: OutboundResult, url: string, isWhole: boolean): FeedState {
  const tags = isWhole
    ? { etag: reply.headers.get('ETag'), lastModified: reply.headers.get('Last-Modified') }
    : { etag: null, lastModified: null };
  return {
    // A permanent move is remembered; a temporary one is asked anew each time.
    url: reply.permanentUrl ?? url,
    ...(reply.status === 304 ? {} : tags),
    succeededAt: new Date(),
    lastError: null,
    failures: 0,
    retryAt: null,
    readingUntil: null,
    queuedUntil: null,
  };
}

export function stateAfterFailure(
  error: OutboundError | FeedError,
  feed: FeedRow | null,
  url: string,
): FeedState & { retryAt: Date | null } {
  const now = new Date();
  const outside = error instanceof OutboundError ? error : null;
  const failures = (feed?.failures ?? 0) + 1;
  const rest = {
    url,
    lastError: error.message,
    readingUntil: null,
    retryAt: restUntil(now, failures, outside?.retryAfterSeconds ?? null),
  };
  // It was not asked: its host rests, because of another feed.
  if (outside?.reason === 'paused') return rest;
  return {
    ...rest,
    failures,
    failedAt: now,
    ...(outside?.status === 410 ? { retiredAt: now } : {}),
  };
}

function restUntil(now: Date, failures: number, askedSeconds: number | null): Date | null {
  if (askedSeconds) {
    return min([addSeconds(now, askedSeconds), addHours(now, RETRY_AFTER_AT_MOST_HOURS)]);
  }
  // The first failure may be a hiccup: whoever asks next may try at once.
  if (failures === 1) return null;
  const rest = addMinutes(now, BACKOFF_MINUTES * 2 ** Math.min(failures - 1, 10));
  return min([rest, addHours(now, BACKOFF_AT_MOST_HOURS)]);
}

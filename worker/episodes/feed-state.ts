/** How a fetch changes a feed's row. */
import { addHours, addMinutes, addSeconds, isFuture, max, min } from 'date-fns';
import type { FeedError } from '../feeds/feed-error.ts';
import type { OutboundResult } from '../platform/outbound/fetch-outside.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import type { FeedRow } from './store.ts';

/** The pause after a failure. Doubles with every further one, up to a day. */
const BACKOFF_MINUTES = 15;
const MAX_BACKOFF_HOURS = 24;
/** Hosts may ask for longer; we retry after a week anyway. */
const MAX_RETRY_AFTER_HOURS = 7 * 24;

export type FeedState = Partial<FeedRow> & Pick<FeedRow, 'url'>;

/** @param isWhole false if the document was cut off; the next request then asks for all of it */
export function stateAfterSuccess(reply: OutboundResult, url: string, isWhole: boolean): FeedState {
  const tags = isWhole
    ? { etag: reply.headers.get('ETag'), lastModified: reply.headers.get('Last-Modified') }
    : { etag: null, lastModified: null };
  return {
    // Permanent redirects are stored; temporary ones are followed again every time.
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

/** @param isRetry whether a reader retried this feed: then the next retry has to wait, too */
export function stateAfterFailure(
  error: OutboundError | FeedError,
  feed: FeedRow,
  url: string,
  isRetry: boolean,
) {
  const now = new Date();
  const outside = error instanceof OutboundError ? error : null;
  const askedSeconds = outside?.retryAfterSeconds;
  const failures = feed.failures + 1;
  const ownPause = isRetry ? backoffUntil(now, failures) : feed.retryAt;
  const rest = {
    url,
    lastError: error.message,
    readingUntil: null,
    retryAt: askedSeconds
      ? min([addSeconds(now, askedSeconds), addHours(now, MAX_RETRY_AFTER_HOURS)])
      : ownPause,
  };
  // The feed was not requested, because another feed made its host pause.
  if (outside?.reason === 'paused') return rest;
  return {
    ...rest,
    failures,
    failedAt: now,
    ...(outside?.status === 410 ? { retiredAt: now } : {}),
  };
}

/**
 * Returns how long a feed is left alone; null if it may be asked. A reader's retry waits for the host
 * and for an earlier retry, but not because of what failed without the reader.
 */
export function pausedUntil(feed: FeedRow, isRetry: boolean): Date | null {
  const backoff = !isRetry && feed.failedAt && backoffUntil(feed.failedAt, feed.failures);
  const until = max([feed.retryAt ?? 0, backoff || 0]);
  return isFuture(until) ? until : null;
}

function backoffUntil(failedAt: Date, failures: number): Date | null {
  // A first failure may be a glitch, so the next caller may retry at once.
  if (failures < 2) return null;
  const pauseUntil = addMinutes(failedAt, BACKOFF_MINUTES * 2 ** Math.min(failures - 1, 10));
  return min([pauseUntil, addHours(failedAt, MAX_BACKOFF_HOURS)]);
}

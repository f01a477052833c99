/** How a fetch changes a feed's row. */
import { addHours, addMinutes, addSeconds, min } from 'date-fns';
import type { FeedError } from '../feeds/feed-error.ts';
import { OutboundError, type OutboundResult } from '../platform/outbound.ts';
import type { FeedRow } from './store.ts';

/** The pause after a failure. Doubles with every further one, up to a day. */
const BACKOFF_MINUTES = 15;
const BACKOFF_AT_MOST_HOURS = 24;
/** Hosts may ask for longer; we retry after a week anyway. */
const RETRY_AFTER_AT_MOST_HOURS = 7 * 24;

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
  // The feed was not requested, because another feed made its host pause.
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
  // A first failure may be a glitch, so the next caller may retry at once.
  if (failures === 1) return null;
  const pauseUntil = addMinutes(now, BACKOFF_MINUTES * 2 ** Math.min(failures - 1, 10));
  return min([pauseUntil, addHours(now, BACKOFF_AT_MOST_HOURS)]);
}

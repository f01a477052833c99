import { isFuture } from 'date-fns';
import type { FeedStatus } from '../../schema/wire/episodes.ts';
import type { Database } from '../platform/database.ts';
import { type FeedRow, listUnreadFeeds } from './store.ts';

/** Returns a feed's status for its reader; null if the last read succeeded. */
export function feedStatusOf(podcastId: string, feed: FeedRow | null): FeedStatus | null {
  const holds = (until: Date | null | undefined) => Boolean(until && isFuture(until));
  // For the reader, a feed that failed and waits for its retry has failed.
  const isQueued = holds(feed?.queuedUntil) && !feed?.lastError;
  if (isQueued || holds(feed?.readingUntil)) {
    return { podcastId, status: 'fetching', error: null, retryAt: null, canRetry: false };
  }
  if (feed?.lastError) {
    const isResting = !feed.retiredAt && holds(feed.retryAt);
    return {
      podcastId,
      status: 'failed',
      error: feed.lastError,
      retryAt: isResting ? (feed.retryAt?.toISOString() ?? null) : null,
      canRetry: !feed.retiredAt,
    };
  }
  if (feed?.succeededAt) return null;
  return { podcastId, status: 'never', error: null, retryAt: null, canRetry: true };
}

/** Returns the status of all podcasts a user subscribes to, except those read successfully. */
export async function feedStatuses(db: Database, userId: string): Promise<FeedStatus[]> {
  const unread = await listUnreadFeeds(db, userId);
  return unread.flatMap(({ podcast, feed }) => feedStatusOf(podcast.id, feed) ?? []);
}

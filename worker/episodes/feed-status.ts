import { isFuture } from 'date-fns';
import type { FeedStatus } from '../../schema/wire/episodes.ts';
import type { Database } from '../platform/database.ts';
import { type FeedRow, listUnreadFeeds } from './store.ts';

/** How a feed stands, as its reader is told; null where its last reading succeeded. */
export function feedStatusOf(podcastId: string, feed: FeedRow | null): FeedStatus | null {
  const holds = (until: Date | null | undefined) => Boolean(until && isFuture(until));
  // What failed and waits in the queue for another try has failed, as far as its reader can see.
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

/** The same of all podcasts a person subscribes to, without those that were read. */
export async function feedStatuses(db: Database, userId: string): Promise<FeedStatus[]> {
  const unread = await listUnreadFeeds(db, userId);
  return unread.flatMap(({ podcastId, feed }) => feedStatusOf(podcastId, feed) ?? []);
}

import { subDays } from 'date-fns';
import type { RefreshJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import { claimQueued } from './feed-claims.ts';
import { hasEpisodeSince } from './store.ts';

const FRESH_DAYS = 7;

/** For a new subscription: queues a refresh if the last week has no known episode. */
export async function refreshIfStale(db: Database, queue: Queue<RefreshJob>, podcastId: string) {
  if (await hasEpisodeSince(db, podcastId, subDays(new Date(), FRESH_DAYS))) return;
  await requestRefresh(db, queue, podcastId);
}

/** Queues a refresh, unless one is already queued. If the queue takes no message now, it is taken over later. */
export async function requestRefresh(
  db: Database,
  queue: Pick<Queue<RefreshJob>, 'send'>,
  podcastId: string,
): Promise<void> {
  const [claimed] = await claimQueued(db, [podcastId]);
  if (!claimed) return;
  try {
    await queue.send({ podcastId });
  } catch (error) {
    log.warn('refresh_not_queued', { podcastId, error: describeError(error) });
  }
}

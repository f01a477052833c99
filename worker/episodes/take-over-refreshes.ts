import type { RefreshJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { takeOverQueued } from './feed-claims.ts';

/** The maximum batch size of a queue. */
const AT_ONCE = 100;

/** Queues refreshes again whose message was lost. Returns how many. */
export async function takeOverRefreshes(
  db: Database,
  queue: Pick<Queue<RefreshJob>, 'sendBatch'>,
): Promise<number> {
  const podcastIds = await takeOverQueued(db, AT_ONCE);
  if (podcastIds.length > 0) {
    await queue.sendBatch(podcastIds.map((podcastId) => ({ body: { podcastId } })));
  }
  return podcastIds.length;
}

import type { RefreshJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { MESSAGES_PER_CALL, sendAll } from '../platform/queues/send-all.ts';
import { takeOverQueued } from './feed-claims.ts';

/** Queues refreshes again whose message was lost. Returns how many. */
export async function takeOverRefreshes(
  db: Database,
  queue: Pick<Queue<RefreshJob>, 'sendBatch'>,
): Promise<number> {
  const podcastIds = await takeOverQueued(db, MESSAGES_PER_CALL);
  await sendAll(
    queue,
    podcastIds.map((podcastId) => ({ podcastId })),
  );
  return podcastIds.length;
}

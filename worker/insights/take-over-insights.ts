import type { InsightJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { MESSAGES_PER_CALL, sendAll } from '../platform/queues/send-all.ts';
import { takeOverGenerations } from './generation-leases.ts';

/** Queues insights again whose worker died or whose message was lost. Returns how many. */
export async function takeOverInsights(
  db: Database,
  queue: Pick<Queue<InsightJob>, 'sendBatch'>,
): Promise<number> {
  const ids = await takeOverGenerations(db, MESSAGES_PER_CALL);
  await sendAll(
    queue,
    ids.map((generationId) => ({ generationId })),
  );
  return ids.length;
}

import type { InsightJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { takeOverGenerations } from './store.ts';

/** The maximum batch size of a queue. */
const AT_ONCE = 100;

/** Queues insights again whose worker died or whose message was lost. Returns how many. */
export async function takeOverInsights(
  db: Database,
  queue: Pick<Queue<InsightJob>, 'sendBatch'>,
): Promise<number> {
  const ids = await takeOverGenerations(db, AT_ONCE);
  if (ids.length > 0) {
    await queue.sendBatch(ids.map((generationId) => ({ body: { generationId } })));
  }
  return ids.length;
}

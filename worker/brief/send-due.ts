import type { BriefJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { log } from '../platform/logging.ts';
import { claimUnqueued, endLostSending, planBriefs } from './outbox-store.ts';

/** What a queue takes at once. */
const BATCH = 100;
/** Pages of 500 people per run; the next run comes in a minute. */
const PAGES = 10;

/**
 * Run every minute: moves the briefs that are due into the outbox, and sends those without a message to
 * the queue. Concurrent runs share the work. Returns how many it sent to the queue.
 */
export async function sendDueBriefs(
  db: Database,
  queue: Pick<Queue<BriefJob>, 'sendBatch'>,
  now: Date = new Date(),
): Promise<number> {
  for (let page = 0; page < PAGES; page += 1) {
    if ((await planBriefs(db, now)) === 0) break;
  }
  const lost = await endLostSending(db, now);
  if (lost > 0) log.warn('briefs_unsure', { count: lost });
  let queued = 0;
  for (let page = 0; page < PAGES; page += 1) {
    const jobs = await claimUnqueued(db, now);
    if (jobs.length === 0) break;
    for (let index = 0; index < jobs.length; index += BATCH) {
      await queue.sendBatch(jobs.slice(index, index + BATCH).map((body) => ({ body })));
    }
    queued += jobs.length;
  }
  return queued;
}

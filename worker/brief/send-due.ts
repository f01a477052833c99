import type { BriefJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { log } from '../platform/logging.ts';
import { sendAll } from '../platform/queues/send-all.ts';
import { claimUnqueued, endLostSending, planBriefs } from './outbox-store.ts';

/** Pages of 500 readers per run. The next run is a minute later. */
const PAGES = 10;

/**
 * Runs every minute: adds due briefs to the outbox, and queues those without a message. Concurrent runs
 * share the work. Returns how many it queued.
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
    await sendAll(queue, jobs);
    queued += jobs.length;
  }
  return queued;
}

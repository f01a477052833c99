/** Indexes sources of a message that was delivered before, because one of them may have killed its worker. */
import type { SearchSource } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { withLease } from '../platform/leases.ts';
import { describeError, log } from '../platform/logging.ts';
import { recordFailedJob } from '../platform/queues/failed-jobs.ts';
import { type IndexDeps, indexSources } from './update-index.ts';

/** A message is delivered at most five times. From this delivery on, sources that fail are given up. */
const LATE = 4;

/**
 * Indexes a source under a lease, which tells whether an earlier worker died of it. Then it is given up, or it
 * would take the rest of its batch to the dead letters.
 *
 * @returns how many documents were written or removed
 * @throws if a worker is at it, or died of it just now
 */
export async function indexSuspect(
  deps: IndexDeps,
  source: SearchSource,
  sourceId: string,
  options?: { isForced: boolean },
): Promise<number> {
  const changed = await withLease(deps.db, `index ${source} ${sourceId}`, async (deaths) => {
    if (deaths === 0) return indexSources(deps, source, [sourceId], options);
    await giveUp(deps.db, source, sourceId);
    return 0;
  });
  if (changed === null) throw new Error(`${source} ${sourceId} is being indexed`);
  return changed;
}

/**
 * Indexes sources one after the other. In the last deliveries, those that fail are given up unless all of them
 * fail, so that a sweep gets past them.
 *
 * @param attempts how often the page was delivered
 * @param onDone called after each source with how many documents were written or removed, until one fails.
 *   If a later source kills this worker, the next delivery starts there
 * @returns how many documents were written or removed since then
 */
export async function indexSuspects(
  deps: IndexDeps,
  source: SearchSource,
  ids: string[],
  options: {
    attempts: number;
    isForced: boolean;
    onDone: (id: string, changed: number) => Promise<void>;
  },
): Promise<number> {
  const { attempts, isForced, onDone } = options;
  let changedSince = 0;
  const failed: string[] = [];
  for (const id of ids) {
    let changed = 0;
    try {
      changed = await indexSuspect(deps, source, id, { isForced });
    } catch (error) {
      const isOutage = failed.length === ids.length - 1 && ids.length > 1;
      if (attempts < LATE || isOutage) throw error;
      log.error('indexing_failed', { job: `${source} ${id}`, error: describeError(error) });
      failed.push(id);
    }
    if (failed.length === 0) await onDone(id, changed);
    else changedSince += changed;
  }
  for (const id of failed) await giveUp(deps.db, source, id);
  return changedSince;
}

const giveUp = (db: Database, kind: SearchSource, sourceId: string) =>
  recordFailedJob(db, {
    id: `index ${kind} ${sourceId}`,
    queue: 'dripcast-search-dead',
    body: { kind, sourceId },
  });

/** Sends the changes recorded by the triggers to the queue. */
import { asc, inArray, isNull, lte, or } from 'drizzle-orm';
import { searchChanges } from '../../schema/tables/search.ts';
import type { SearchJob } from '../../schema/wire/jobs.ts';
import { createDatabase, type Database, isAmong } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import { MESSAGES_PER_CALL, sendAll } from '../platform/queues/send-all.ts';

const MAX_PAGES = 10;
/** What the index hasn't seen by then is sent again: its sender or its message was lost. */
const LOST_AFTER_MS = 5 * 60_000;

/**
 * Sends changed sources, once per page each. Their records stay until the index has seen them. Concurrent
 * callers take different changes, or each would send all of them. Never throws; the next caller sends what
 * is left.
 */
export async function sendSearchChanges(env: Pick<Env, 'DB' | 'SEARCH_QUEUE'>): Promise<void> {
  const db = createDatabase(env.DB);
  const queue: Queue<SearchJob> = env.SEARCH_QUEUE;
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const changes = await takeChanges(db);
      if (changes.length === 0) return;
      const bySource = Map.groupBy(changes, ({ kind, sourceId }) => `${kind} ${sourceId}`);
      const jobs = [...bySource.values()].flatMap((ofSource) =>
        ofSource
          .slice(0, 1)
          .map(({ kind, sourceId }) => ({ kind, sourceId, changes: ofSource.map(({ id }) => id) })),
      );
      try {
        await sendAll(queue, jobs);
      } catch (error) {
        const ids = changes.map(({ id }) => id);
        await db.update(searchChanges).set({ takenAt: null }).where(isAmong(searchChanges.id, ids));
        throw error;
      }
      if (changes.length < MESSAGES_PER_CALL) return;
    }
  } catch (error) {
    log.error('search_changes_not_sent', { error: describeError(error) });
  }
}

/** Takes the oldest changes that nobody else is sending. */
function takeChanges(db: Database) {
  const isFree = or(
    isNull(searchChanges.takenAt),
    lte(searchChanges.takenAt, new Date(Date.now() - LOST_AFTER_MS)),
  );
  const oldest = db
    .select({ id: searchChanges.id })
    .from(searchChanges)
    .where(isFree)
    .orderBy(asc(searchChanges.id))
    .limit(MESSAGES_PER_CALL);
  return db
    .update(searchChanges)
    .set({ takenAt: new Date() })
    .where(inArray(searchChanges.id, oldest))
    .returning();
}

/** Whether the index has yet to see any of these changes. */
export async function isWaiting(db: Database, ids: number[]): Promise<boolean> {
  return (await db.$count(searchChanges, isAmong(searchChanges.id, ids))) > 0;
}

/** Deletes changes that the index has seen. */
export async function deleteChanges(db: Database, ids: number[]): Promise<void> {
  await db.delete(searchChanges).where(isAmong(searchChanges.id, ids));
}

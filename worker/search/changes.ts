/** Sends the changes recorded by the triggers to the queue. */
import { asc, inArray, isNull, lte, or } from 'drizzle-orm';
import { searchChanges } from '../../schema/tables/search.ts';
import type { SearchJob } from '../../schema/wire/jobs.ts';
import { createDatabase, type Database, isAmong } from '../platform/database.ts';
import { describe, log } from '../platform/logging.ts';
import { MESSAGES_A_CALL, sendAll } from '../platform/send-all.ts';

const MAX_PAGES = 10;
/** A caller that hasn't sent its changes by then has died. */
const TAKEN_FOR_MS = 60_000;

/**
 * Sends changed sources, once per page each, then deletes the records. Concurrent callers take different
 * changes, or each would send all of them. A crash in between sends some twice, which is harmless. Never
 * throws; the next caller sends what is left.
 */
export async function sendSearchChanges(env: Pick<Env, 'DB' | 'SEARCH_QUEUE'>): Promise<void> {
  const db = createDatabase(env.DB);
  const queue: Queue<SearchJob> = env.SEARCH_QUEUE;
  try {
    for (let page = 0; page < MAX_PAGES; page++) {
      const changes = await takeChanges(db);
      if (changes.length === 0) return;
      const ids = changes.map(({ id }) => id);
      const jobs = new Map(
        changes.map(({ kind, sourceId }) => [`${kind} ${sourceId}`, { kind, sourceId }]),
      );
      try {
        await sendAll(queue, [...jobs.values()]);
      } catch (error) {
        await db.update(searchChanges).set({ takenAt: null }).where(isAmong(searchChanges.id, ids));
        throw error;
      }
      await db.delete(searchChanges).where(isAmong(searchChanges.id, ids));
      if (changes.length < MESSAGES_A_CALL) return;
    }
  } catch (error) {
    log.error('search_changes_not_sent', { error: describe(error) });
  }
}

/** Takes the oldest changes that nobody else is sending. */
function takeChanges(db: Database) {
  const isFree = or(
    isNull(searchChanges.takenAt),
    lte(searchChanges.takenAt, new Date(Date.now() - TAKEN_FOR_MS)),
  );
  const oldest = db
    .select({ id: searchChanges.id })
    .from(searchChanges)
    .where(isFree)
    .orderBy(asc(searchChanges.id))
    .limit(MESSAGES_A_CALL);
  return db
    .update(searchChanges)
    .set({ takenAt: new Date() })
    .where(inArray(searchChanges.id, oldest))
    .returning();
}

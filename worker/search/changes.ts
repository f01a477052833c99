/** Sends the changes recorded by the triggers to the queue. */
import { asc, lte } from 'drizzle-orm';
import { searchChanges } from '../../schema/tables/search.ts';
import type { SearchJob } from '../../schema/wire/jobs.ts';
import { createDatabase } from '../platform/database.ts';
import { describe, log } from '../platform/logging.ts';

/** A queue takes a hundred messages at once. */
const PAGE = 100;
const MOST_PAGES = 10;

/**
 * Sends changed sources, once per page each, then deletes the records. A crash in between sends them
 * twice, which is harmless. Never throws; the next caller sends what is left.
 */
export async function sendSearchChanges(env: Pick<Env, 'DB' | 'SEARCH_QUEUE'>): Promise<void> {
  const db = createDatabase(env.DB);
  const queue: Queue<SearchJob> = env.SEARCH_QUEUE;
  try {
    for (let page = 0; page < MOST_PAGES; page++) {
      const changes = await db
        .select()
        .from(searchChanges)
        .orderBy(asc(searchChanges.id))
        .limit(PAGE);
      const last = changes.at(-1);
      if (!last) return;
      const jobs = new Map(
        changes.map(({ kind, sourceId }) => [`${kind} ${sourceId}`, { body: { kind, sourceId } }]),
      );
      await queue.sendBatch([...jobs.values()]);
      await db.delete(searchChanges).where(lte(searchChanges.id, last.id));
      if (changes.length < PAGE) return;
    }
  } catch (error) {
    log.error('search_changes_not_sent', { error: describe(error) });
  }
}

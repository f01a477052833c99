/** How often a person may have the feeds fetched: once in a window, in `fetch_windows`. */
import { eq, lte } from 'drizzle-orm';
import { fetchWindows } from '../../schema/tables/episodes.ts';
import type { Database } from '../platform/database.ts';

/** When the next fetch may be asked for; null when it may be now. */
export async function findNextFetch(db: Database, userId: string): Promise<Date | null> {
  const rows = await db.select().from(fetchWindows).where(eq(fetchWindows.userId, userId));
  const nextFetchAt = rows[0]?.nextFetchAt;
  return nextFetchAt && nextFetchAt > new Date() ? nextFetchAt : null;
}

/**
 * Takes the window, in one statement, so that of two clicks at once one gets it. False where it is
 * still closed.
 */
export async function claimWindow(db: Database, userId: string, nextFetchAt: Date) {
  const rows = await db
    .insert(fetchWindows)
    .values({ userId, nextFetchAt })
    .onConflictDoUpdate({
      target: fetchWindows.userId,
      set: { nextFetchAt },
      setWhere: lte(fetchWindows.nextFetchAt, new Date()),
    })
    .returning({ userId: fetchWindows.userId });
  return rows.length > 0;
}

/** Gives the window back: it starts only where at least one feed answered. */
export async function releaseWindow(db: Database, userId: string) {
  await db.delete(fetchWindows).where(eq(fetchWindows.userId, userId));
}

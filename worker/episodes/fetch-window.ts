/** How often a person may have the feeds fetched: once in a window, in `fetch_windows`. */
import { addSeconds } from 'date-fns';
import { eq, lte } from 'drizzle-orm';
import { fetchWindows } from '../../schema/tables/episodes.ts';
import type { Database } from '../platform/database.ts';

/** When the next fetch may be asked for; null when it may be now. */
export async function findNextFetch(db: Database, userId: string): Promise<Date | null> {
  const rows = await db.select().from(fetchWindows).where(eq(fetchWindows.userId, userId));
  const nextFetchAt = rows[0]?.nextFetchAt;
  return nextFetchAt && nextFetchAt > new Date() ? nextFetchAt : null;
}

/** Longer than a fetch takes. */
const LEASE_SECONDS = 60;

/**
 * Takes the right to fetch, in one statement, so that of two clicks at once one gets it. It is lent
 * for a minute: a fetch that dies on the way costs no window. False where the window is closed.
 */
export async function claimWindow(db: Database, userId: string) {
  const nextFetchAt = addSeconds(new Date(), LEASE_SECONDS);
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

/** The window starts: at least one feed answered. */
export async function startWindow(db: Database, userId: string, nextFetchAt: Date) {
  await db.update(fetchWindows).set({ nextFetchAt }).where(eq(fetchWindows.userId, userId));
}

/** Gives the right to fetch back: no feed answered. */
export async function releaseWindow(db: Database, userId: string) {
  await db.delete(fetchWindows).where(eq(fetchWindows.userId, userId));
}

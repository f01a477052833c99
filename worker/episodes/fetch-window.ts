/** Limits how often a user may fetch: once per window, stored in `fetch_windows`. */

import { addSeconds, differenceInSeconds } from 'date-fns';
import { eq, lte } from 'drizzle-orm';
import { fetchWindows } from '../../schema/tables/episodes.ts';
import type { Database } from '../platform/database.ts';
import type { AppError } from '../platform/errors.ts';
import { rateLimited } from '../platform/requests/rate-limit.ts';

/** Returns when the next fetch is allowed; null if now. */
export async function findNextFetch(db: Database, userId: string): Promise<Date | null> {
  const rows = await db.select().from(fetchWindows).where(eq(fetchWindows.userId, userId));
  const nextFetchAt = rows[0]?.nextFetchAt;
  return nextFetchAt && nextFetchAt > new Date() ? nextFetchAt : null;
}

/** Longer than a fetch takes. */
const LEASE_SECONDS = 60;

/**
 * Claims the right to fetch, in one statement, so that only one of two clicks gets it. Lasts a minute,
 * so a fetch that dies doesn't use up the window. Returns false if the window is closed.
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

/** Starts the window, after at least one feed answered. */
export async function startWindow(db: Database, userId: string, nextFetchAt: Date) {
  await db.update(fetchWindows).set({ nextFetchAt }).where(eq(fetchWindows.userId, userId));
}

/** Releases the claim, after no feed answered. */
export async function releaseWindow(db: Database, userId: string) {
  await db.delete(fetchWindows).where(eq(fetchWindows.userId, userId));
}

/**
 * A 429 error.
 *
 * @param field of the reply, for the time from which a fetch is allowed
 */
export function tooSoon(message: string, field: string, at: Date | string | null): AppError {
  const seconds = at ? differenceInSeconds(at, new Date()) : 0;
  const details = { [field]: at ? new Date(at).toISOString() : null };
  return rateLimited(message, Math.max(1, seconds), details);
}

/** Locks, in the table `leases`, for work that only one worker may do at a time. */
import { addSeconds } from 'date-fns';
import { and, eq, lte } from 'drizzle-orm';
import { leases } from '../../schema/tables/jobs.ts';
import type { Database } from './database.ts';
import { whileRenewing } from './renew-lease.ts';

/** How long a dead worker blocks the others. */
export const LEASE_SECONDS = 45;
/** Well within the lease, even on a busy machine. */
const RENEW_MS = 15_000;

/**
 * Runs work that must not run concurrently.
 *
 * @param renew what else to renew meanwhile
 * @returns the work's result; null if somebody else is doing it
 */
export async function withLease<Result>(
  db: Database,
  key: string,
  renew: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const holder = crypto.randomUUID();
  if (!(await takeLease(db, key, holder))) return null;
  const isOurs = and(eq(leases.key, key), eq(leases.holder, holder));
  const renewBoth = async () => {
    const expiresAt = addSeconds(new Date(), LEASE_SECONDS);
    await db.update(leases).set({ expiresAt }).where(isOurs);
    await renew();
  };
  try {
    return await whileRenewing(renewBoth, RENEW_MS, work);
  } finally {
    await db.delete(leases).where(isOurs);
  }
}

/** In one statement, so that one of several concurrent callers gets it. */
async function takeLease(db: Database, key: string, holder: string): Promise<boolean> {
  const now = new Date();
  const taken = { holder, expiresAt: addSeconds(now, LEASE_SECONDS) };
  const rows = await db
    .insert(leases)
    .values({ key, ...taken })
    .onConflictDoUpdate({ target: leases.key, set: taken, setWhere: lte(leases.expiresAt, now) })
    .returning({ key: leases.key });
  return rows.length > 0;
}

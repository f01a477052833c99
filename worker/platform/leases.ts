/** Leases on work that one worker does at a time, in the table `leases`. */
import { addSeconds } from 'date-fns';
import { and, eq, lte } from 'drizzle-orm';
import { leases } from '../../schema/tables/jobs.ts';
import type { Database } from './database.ts';
import { whileRenewing } from './renew-lease.ts';

/** So long a dead worker holds up the others. */
export const LEASE_SECONDS = 45;
/** Well within the lease, also where a machine is busy. */
const RENEW_MS = 15_000;

/**
 * Does work that is done once at a time, however many workers come to it at once.
 *
 * @param renew what else is to be renewed while it goes on
 * @returns what the work returns; null where somebody else is at it
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

/** In one statement: of all who ask at once, one gets it. */
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

/** Locks, in the table `leases`, for work that only one worker may do at a time. */
import { addSeconds } from 'date-fns';
import { and, eq, lte, sql } from 'drizzle-orm';
import { leases } from '../../schema/tables/jobs.ts';
import type { Database } from './database.ts';
import { describeError, log } from './logging.ts';
import { whileRenewing } from './renew-lease.ts';

/** How long a dead worker blocks the others. */
export const LEASE_SECONDS = 45;
/** Well within the lease, even on a busy machine. */
const RENEW_MS = 15_000;

/** Work that has killed so many workers in a row is given up, or it would kill the next one, too. */
export const MAX_DEATHS = 3;

/**
 * Runs work that must not run concurrently.
 *
 * @param work gets how many of its workers in a row have died
 * @param alsoRenew renews something else for as long as the work takes
 * @returns the work's result; null if somebody else is doing it
 */
export async function withLease<Result>(
  db: Database,
  key: string,
  work: (deaths: number) => Promise<Result>,
  alsoRenew: () => Promise<unknown> = async () => {},
): Promise<Result | null> {
  const holder = crypto.randomUUID();
  const deaths = await takeLease(db, key, holder);
  if (deaths === null) return null;
  const isOurs = and(eq(leases.key, key), eq(leases.holder, holder));
  const renewBoth = async () => {
    const expiresAt = addSeconds(new Date(), LEASE_SECONDS);
    await db.update(leases).set({ expiresAt }).where(isOurs);
    await alsoRenew();
  };
  try {
    return await whileRenewing(renewBoth, RENEW_MS, () => work(deaths));
  } finally {
    try {
      await db.delete(leases).where(isOurs);
    } catch (error) {
      // It expires, and what came of the work must not be lost with it.
      log.warn('lease_not_released', { error: describeError(error) });
    }
  }
}

/**
 * In one statement, so that one of several concurrent callers gets it.
 *
 * @returns how many holders in a row have died; null if somebody else holds it
 */
async function takeLease(db: Database, key: string, holder: string): Promise<number | null> {
  const now = new Date();
  const taken = { holder, expiresAt: addSeconds(now, LEASE_SECONDS) };
  const rows = await db
    .insert(leases)
    .values({ key, ...taken })
    .onConflictDoUpdate({
      target: leases.key,
      set: { ...taken, deaths: sql`${leases.deaths} + 1` },
      setWhere: lte(leases.expiresAt, now),
    })
    .returning({ deaths: leases.deaths });
  return rows[0]?.deaths ?? null;
}

/** Until when a generation's message or worker is expected; after that somebody else takes it over. */
import { addSeconds } from 'date-fns';
import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { generations } from '../../schema/tables/insights.ts';
import type { Database } from '../platform/database.ts';

/** Extra time beyond when a message is expected, for busy queues and machines. */
const LEASE_SECONDS = 45;

/** The end of the lease for a generation whose message or worker is due again in this many seconds. */
export function leaseFor(delaySeconds: number): Date {
  return addSeconds(new Date(), delaySeconds + LEASE_SECONDS);
}

/** Extends a generation's lease for its worker, or until its message is retried. */
export async function holdGeneration(db: Database, id: string, delaySeconds = 0): Promise<void> {
  await db
    .update(generations)
    .set({ leaseUntil: leaseFor(delaySeconds) })
    .where(eq(generations.id, id));
}

/** Records that a worker has started. Returns how many in a row have started, and died. */
export async function beginAttempt(db: Database, id: string): Promise<number> {
  const [row] = await db
    .update(generations)
    .set({ leaseUntil: leaseFor(0), attempts: sql`${generations.attempts} + 1` })
    .where(eq(generations.id, id))
    .returning({ attempts: generations.attempts });
  return (row?.attempts ?? 1) - 1;
}

/** Records that a worker has finished or failed. Only those that die are counted. */
export async function endAttempt(db: Database, id: string): Promise<void> {
  await db.update(generations).set({ attempts: 0 }).where(eq(generations.id, id));
}

/**
 * Takes over generations with an expired lease, each once among concurrent callers.
 *
 * @param id only this one
 */
export async function takeOverGenerations(
  db: Database,
  count: number,
  id?: string,
): Promise<string[]> {
  const isLost = and(
    eq(generations.status, 'queued'),
    or(isNull(generations.leaseUntil), lte(generations.leaseUntil, new Date())),
    id === undefined ? undefined : eq(generations.id, id),
  );
  const lost = db.select({ id: generations.id }).from(generations).where(isLost).limit(count);
  const rows = await db
    .update(generations)
    .set({ leaseUntil: leaseFor(0) })
    .where(and(inArray(generations.id, lost), isLost))
    .returning({ id: generations.id });
  return rows.map((row) => row.id);
}

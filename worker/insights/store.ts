/** Generations (a reader's use of the quota) and the insights that readers share. */
import { addSeconds } from 'date-fns';
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { users } from '../../schema/tables/accounts.ts';
import { generations, insights } from '../../schema/tables/insights.ts';
import type { AssistantKind } from '../assistant/assistant.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';

/** Which assistant was asked, about what, and for which profile: requests for the same share one. */
export interface InsightKey {
  episodeId: string;
  kind: AssistantKind;
  model: string;
  profileKey: string;
}

const ofKey = (key: InsightKey, isStandIn: boolean) =>
  and(
    eq(insights.episodeId, key.episodeId),
    eq(insights.kind, key.kind),
    eq(insights.model, key.model),
    eq(insights.profileKey, key.profileKey),
    eq(insights.isStandIn, isStandIn),
  );

const hasStandIn = sql`generations.insight_id IN (SELECT id FROM insights WHERE is_stand_in)`;

/**
 * Failed, or done with an insight that is gone or stood in for a model's: it may be asked for like
 * one never asked for.
 */
const isOpenAgain = sql`(
  generations.status = 'failed'
  OR (generations.status = 'done' AND (generations.insight_id IS NULL OR ${hasStandIn}))
)`;

/** How a reader's insight of an episode stands; null where none was ever asked for. */
export async function findGeneration(db: Database, userId: string, episodeId: string) {
  const rows = await db
    .select({
      id: generations.id,
      status: generations.status,
      error: generations.error,
      takenAt: generations.takenAt,
      insight: insights.insight,
      isStandIn: insights.isStandIn,
    })
    .from(generations)
    .leftJoin(insights, eq(insights.id, generations.insightId))
    .where(and(eq(generations.userId, userId), eq(generations.episodeId, episodeId)));
  return rows[0] ?? null;
}
export type Generation = NonNullable<Awaited<ReturnType<typeof findGeneration>>>;

/** The assistant's own insight; what stood in for it does not count. */
export async function findInsight(db: Database, key: InsightKey) {
  const rows = await db
    .select({ id: insights.id, insight: insights.insight })
    .from(insights)
    .where(ofKey(key, false));
  return rows[0] ?? null;
}

/** Generations a reader has taken since a time. */
export async function countCharged(db: Database, userId: string, since: Date): Promise<number> {
  return db.$count(
    generations,
    and(
      eq(generations.userId, userId),
      eq(generations.isCharged, true),
      gt(generations.takenAt, since),
    ),
  );
}

/**
 * Takes one generation, counting and taking in one statement: however many ask at once, no more
 * are taken than there are, and one reader pays once for an episode. A failed one is taken anew,
 * under a new id, so that what is left of the old work in the queue means nothing any more; what
 * stood in for it stays to be read until the model's own is there.
 *
 * @returns the generation's id; null where none is left or this one is taken already
 */
export async function takeGeneration(
  db: Database,
  userId: string,
  episodeId: string,
  quota: { since: Date; perWindow: number },
): Promise<string | null> {
  const rows = await db.all<{ id: string }>(sql`
    INSERT INTO generations
      (id, user_id, episode_id, status, is_charged, taken_at, lease_until, attempts)
    SELECT ${crypto.randomUUID()}, ${userId}, ${episodeId}, 'queued', 1, ${Date.now()},
      ${leaseFor(0).getTime()}, 0
    WHERE (
      SELECT count(*) FROM generations
      WHERE user_id = ${userId} AND is_charged = 1 AND taken_at > ${quota.since.getTime()}
    ) < ${quota.perWindow}
    ON CONFLICT (user_id, episode_id) DO UPDATE SET
      id = excluded.id, status = excluded.status, is_charged = excluded.is_charged,
      taken_at = excluded.taken_at, lease_until = excluded.lease_until, attempts = 0, error = NULL
    WHERE ${isOpenAgain}
    RETURNING id
  `);
  return rows[0]?.id ?? null;
}

/** Gives a reader an insight that is there already; it costs nothing. */
export async function giveInsight(
  db: Database,
  userId: string,
  episodeId: string,
  insightId: string,
): Promise<void> {
  const given = { status: 'done', isCharged: false, insightId, error: null } as const;
  await db
    .insert(generations)
    .values({ userId, episodeId, takenAt: new Date(), ...given })
    .onConflictDoUpdate({
      target: [generations.userId, generations.episodeId],
      set: given,
      setWhere: isOpenAgain,
    });
}

/** A generation with its reader's profile, as the queue's consumer needs it. */
export async function findWork(db: Database, generationId: string) {
  const rows = await db
    .select({
      id: generations.id,
      userId: generations.userId,
      episodeId: generations.episodeId,
      status: generations.status,
      reader: { industry: users.industry, role: users.role, goals: users.goals },
    })
    .from(generations)
    .innerJoin(users, eq(users.id, generations.userId))
    .where(eq(generations.id, generationId));
  return rows[0] ?? null;
}

/** Beyond the time after which a message is expected: for queues and machines that are busy. */
const LEASE_SECONDS = 45;

/** When the lease ends of a generation whose message or worker is due again in so many seconds. */
function leaseFor(delaySeconds: number): Date {
  return addSeconds(new Date(), delaySeconds + LEASE_SECONDS);
}

/** Holds a generation for its worker, or until its message comes again. */
export async function holdGeneration(db: Database, id: string, delaySeconds = 0): Promise<void> {
  await db
    .update(generations)
    .set({ leaseUntil: leaseFor(delaySeconds) })
    .where(eq(generations.id, id));
}

/** A worker begins. Returns how many workers in a row have begun it, and died. */
export async function beginAttempt(db: Database, id: string): Promise<number> {
  const [row] = await db
    .update(generations)
    .set({ leaseUntil: leaseFor(0), attempts: sql`${generations.attempts} + 1` })
    .where(eq(generations.id, id))
    .returning({ attempts: generations.attempts });
  return (row?.attempts ?? 1) - 1;
}

/** A worker has finished or failed; it did not die. */
export async function endAttempt(db: Database, id: string): Promise<void> {
  await db.update(generations).set({ attempts: 0 }).where(eq(generations.id, id));
}

/**
 * Takes over generations whose lease has expired: of all who look at once, one gets each.
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

/** Everybody who waits for an insight of this episode, the first who asked first. */
export async function listQueued(db: Database, episodeId: string) {
  return db
    .select({
      id: generations.id,
      userId: generations.userId,
      leaseUntil: generations.leaseUntil,
      reader: { industry: users.industry, role: users.role, goals: users.goals },
    })
    .from(generations)
    .innerJoin(users, eq(users.id, generations.userId))
    .where(and(eq(generations.episodeId, episodeId), eq(generations.status, 'queued')))
    .orderBy(asc(generations.takenAt), asc(generations.id));
}

/**
 * Stores an insight under its key and gives it to everybody who waits for it, in one transaction.
 * Where another one was stored meanwhile, that one stays. A stand-in is stored beside the model's own.
 *
 * @param waiting the generations that pay, and those that get theirs back
 * @returns null where nobody waits any more: written for a profile that was deleted, it is not kept
 */
export async function keepInsight(
  db: Database,
  key: InsightKey,
  { insight, isStandIn }: { insight: string; isStandIn: boolean },
  waiting: { paying: string[]; free: string[] },
) {
  const row = insertColumns(insights, {
    id: crypto.randomUUID(),
    ...key,
    isStandIn: isStandIn ? 1 : 0,
    insight,
    createdAt: Date.now(),
  });
  const ids = [...waiting.paying, ...waiting.free];
  const insightId = sql<string>`(SELECT id FROM insights WHERE ${ofKey(key, isStandIn)})`;
  const [, , , rows] = await db.batch([
    db
      .insert(insights)
      .select(sql`
        SELECT ${row}
        WHERE EXISTS (SELECT 1 FROM generations WHERE ${isAmong(generations.id, ids)})`)
      .onConflictDoNothing(),
    finishGenerations(db, waiting.paying, insightId, true),
    finishGenerations(db, waiting.free, insightId, false),
    db.select({ insight: insights.insight }).from(insights).where(ofKey(key, isStandIn)),
  ]);
  return rows[0] ?? null;
}

/** @param isCharged false where it cost no work: what was taken is given back */
export function finishGenerations(
  db: Database,
  ids: string[],
  insightId: string | SQL<string>,
  isCharged: boolean,
) {
  return db
    .update(generations)
    .set({ status: 'done', insightId, error: null, ...(isCharged ? {} : { isCharged }) })
    .where(and(isAmong(generations.id, ids), eq(generations.status, 'queued')));
}

/**
 * Marks generations as failed for good and gives them back.
 *
 * @param error in words that may be shown
 * @returns whose they were, of those that were still waiting
 */
export function failGenerations(db: Database, ids: string[], error: string) {
  return db
    .update(generations)
    .set({ status: 'failed', isCharged: false, error })
    .where(and(isAmong(generations.id, ids), eq(generations.status, 'queued')))
    .returning({ userId: generations.userId, episodeId: generations.episodeId });
}

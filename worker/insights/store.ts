/** Generations (a user's use of the quota) and the insights that readers share. */
import { and, asc, eq, lte, notExists, type SQL, sql } from 'drizzle-orm';
import { users } from '../../schema/tables/accounts.ts';
import { generations, insights, spentGenerations } from '../../schema/tables/insights.ts';
import type { AssistantKind } from '../assistant/assistant.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { leaseFor } from './generation-leases.ts';

/** The requested assistant, episode and profile. Requests with the same key share an insight. */
export interface InsightKey {
  episodeId: string;
  kind: AssistantKind;
  model: string;
  profileKey: string;
}

/** What those who wait for the same insight have in common. */
export type Shared = Pick<InsightKey, 'episodeId' | 'profileKey'>;

const ofKey = (key: InsightKey, isStandIn: boolean) =>
  and(
    eq(insights.episodeId, key.episodeId),
    eq(insights.kind, key.kind),
    eq(insights.model, key.model),
    eq(insights.profileKey, key.profileKey),
    eq(insights.isStandIn, isStandIn),
  );

const hasStandIn = sql`EXISTS (
  SELECT 1 FROM insights WHERE insights.id = generations.insight_id AND insights.is_stand_in
)`;

/** Failed, or done with an insight that is gone or a stand-in: it may be requested again. */
const isOpenAgain = sql`(
  generations.status = 'failed'
  OR (generations.status = 'done' AND (generations.insight_id IS NULL OR ${hasStandIn}))
)`;

/** Returns the state of a reader's insight about an episode; null if it was never requested. */
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

/** Finds the assistant's own insight, ignoring stand-ins. */
export async function findInsight(db: Database, key: InsightKey) {
  const rows = await db
    .select({ id: insights.id, insight: insights.insight })
    .from(insights)
    .where(ofKey(key, false));
  return rows[0] ?? null;
}

/** Counts the generations charged to a reader since then, also of sources that are gone. */
export async function countCharged(db: Database, userId: string, since: Date): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`SELECT ${chargedSince(userId, since)} AS count`,
  );
  return row?.count ?? 0;
}

const chargedSince = (userId: string, since: Date) => sql`(
  (SELECT count(*) FROM generations
    WHERE user_id = ${userId} AND is_charged = 1 AND taken_at > ${since.getTime()})
  + (SELECT count(*) FROM spent_generations
    WHERE user_id = ${userId} AND taken_at > ${since.getTime()}))`;

/**
 * The statements that forget everything generated about an episode of one user. What was charged keeps
 * counting. For a batch with what makes the insights obsolete.
 */
export function forgettingInsights(db: Database, userId: string, episodeId: string, until: Date) {
  const isCharged = sql`FROM generations
    WHERE user_id = ${userId} AND episode_id = ${episodeId} AND is_charged = 1`;
  return [
    db
      .delete(spentGenerations)
      .where(and(eq(spentGenerations.userId, userId), lte(spentGenerations.takenAt, until))),
    db
      .insert(spentGenerations)
      .select(sql`SELECT id, user_id, taken_at ${isCharged}`)
      .onConflictDoNothing(),
    db
      .delete(generations)
      .where(and(eq(generations.userId, userId), eq(generations.episodeId, episodeId))),
    db.delete(insights).where(eq(insights.episodeId, episodeId)),
  ] as const;
}

/**
 * Takes one generation, checking the quota in the same statement: concurrent requests can't exceed it,
 * and an episode is charged once per reader. A failed one is retaken under a new id, which invalidates
 * its old queue messages. A stand-in stays readable until the model's insight is ready.
 *
 * @returns the generation's id; null if none is left or this one is already taken
 */
export async function takeGeneration(
  db: Database,
  userId: string,
  { episodeId, profileKey }: Shared,
  quota: { since: Date; perWindow: number },
): Promise<string | null> {
  const rows = await db.all<{ id: string }>(sql`
    INSERT INTO generations
      (id, user_id, episode_id, status, is_charged, taken_at, profile_key, lease_until, attempts)
    SELECT ${crypto.randomUUID()}, ${userId}, ${episodeId}, 'queued', 1, ${Date.now()},
      ${profileKey}, ${leaseFor(0).getTime()}, 0
    WHERE ${chargedSince(userId, quota.since)} < ${quota.perWindow}
    ON CONFLICT (user_id, episode_id) DO UPDATE SET
      id = excluded.id, status = excluded.status, is_charged = excluded.is_charged,
      taken_at = excluded.taken_at, profile_key = excluded.profile_key, lease_until = excluded.lease_until,
      attempts = 0, error = NULL
    WHERE ${isOpenAgain}
    RETURNING id
  `);
  return rows[0]?.id ?? null;
}

/** Gives a reader an existing insight for free. */
export async function giveInsight(
  db: Database,
  userId: string,
  episodeId: string,
  insightId: string,
): Promise<void> {
  const given = { status: 'done', isCharged: false, insightId, error: null } as const;
  await db.batch([
    db
      .insert(generations)
      .values({ userId, episodeId, takenAt: new Date(), ...given })
      .onConflictDoUpdate({
        target: [generations.userId, generations.episodeId],
        set: given,
        setWhere: isOpenAgain,
      }),
    deletingUnusedStandIns(db, episodeId),
  ]);
}

/**
 * Returns the statement that deletes the stand-ins about an episode that no reader has any more: they were
 * replaced, and nothing leads to them when the account is deleted whose profile they were written for.
 */
function deletingUnusedStandIns(db: Database, episodeId: string) {
  const having = db
    .select({ id: generations.id })
    .from(generations)
    .where(eq(generations.insightId, insights.id));
  return db
    .delete(insights)
    .where(and(eq(insights.episodeId, episodeId), insights.isStandIn, notExists(having)));
}

/** Gives another reader's insight, which is free, to a generation that waits for one. */
export async function finishWithShared(
  db: Database,
  { id, episodeId }: { id: string; episodeId: string },
  insightId: string,
): Promise<void> {
  await db.batch([
    finishGenerations(db, [id], insightId, false),
    deletingUnusedStandIns(db, episodeId),
  ]);
}

/** Returns a generation with its reader's profile, for the queue consumer. */
export async function findWork(db: Database, generationId: string) {
  const rows = await db
    .select({
      id: generations.id,
      userId: generations.userId,
      episodeId: generations.episodeId,
      status: generations.status,
      profileKey: generations.profileKey,
      reader: { industry: users.industry, role: users.role, goals: users.goals },
    })
    .from(generations)
    .innerJoin(users, eq(users.id, generations.userId))
    .where(eq(generations.id, generationId));
  return rows[0] ?? null;
}

/** Records for which profile a generation is written. */
export async function setProfileKey(db: Database, id: string, profileKey: string): Promise<void> {
  await db.update(generations).set({ profileKey }).where(eq(generations.id, id));
}

/** Returns everyone waiting for the same insight, or the first of them, in the order of their requests. */
export function listSharing(
  db: Database,
  { episodeId, profileKey }: Shared,
  { onlyFirst } = { onlyFirst: false },
) {
  const sharing = db
    .select({
      id: generations.id,
      userId: generations.userId,
      leaseUntil: generations.leaseUntil,
    })
    .from(generations)
    .where(
      and(
        eq(generations.episodeId, episodeId),
        eq(generations.profileKey, profileKey),
        // In these words, so that the index of those that wait is used.
        sql`status = 'queued'`,
      ),
    )
    .orderBy(asc(generations.takenAt), asc(generations.id));
  return onlyFirst ? sharing.limit(1) : sharing;
}

/**
 * Stores an insight under its key and gives it to everyone waiting, in one transaction. If another one
 * was stored in the meantime, that one stays. A stand-in is stored beside the model's own.
 *
 * @param waiting the generations that are charged, and those that are refunded
 * @returns null if nobody is waiting any more; an insight for a deleted profile is not stored
 */
export async function storeInsight(
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
  const [, , , , rows] = await db.batch([
    db
      .insert(insights)
      .select(sql`
        SELECT ${row}
        WHERE EXISTS (SELECT 1 FROM generations WHERE ${isAmong(generations.id, ids)})`)
      .onConflictDoNothing(),
    finishGenerations(db, waiting.paying, insightId, true),
    finishGenerations(db, waiting.free, insightId, false),
    deletingUnusedStandIns(db, key.episodeId),
    db.select({ insight: insights.insight }).from(insights).where(ofKey(key, isStandIn)),
  ]);
  return rows[0] ?? null;
}

/** @param isCharged false if it caused no work; the generation is then refunded */
function finishGenerations(
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
 * Marks generations as failed for good and refunds them.
 *
 * @param error safe to show to users
 * @returns the users of those that were still waiting
 */
export function failGenerations(db: Database, ids: string[], error: string) {
  return db
    .update(generations)
    .set({ status: 'failed', isCharged: false, error })
    .where(and(isAmong(generations.id, ids), eq(generations.status, 'queued')))
    .returning({ userId: generations.userId, episodeId: generations.episodeId });
}

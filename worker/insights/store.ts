/** Generations (a reader's use of the quota) and the insights that readers share. */
import { addSeconds } from 'date-fns';
import { and, asc, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { CONVERSATIONS_MAX, FOLLOW_UPS_PER_SESSION } from '../../schema/limits.ts';
import { users } from '../../schema/tables/accounts.ts';
import { chatFollowUps, chatSessions } from '../../schema/tables/chat.ts';
import { generations, insights } from '../../schema/tables/insights.ts';
import type { AssistantKind } from '../assistant/assistant.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';

/** Who wrote an insight of what, and for which profile: whoever asks for the same shares it. */
export interface InsightKey {
  episodeId: string;
  kind: AssistantKind;
  model: string;
  profileKey: string;
}

/** Under which what stood in for a model is kept: apart, so that nobody is handed it as the model's. */
export function standInKey(key: InsightKey): InsightKey {
  return { ...key, kind: 'embedded', model: `${STAND_IN}${key.kind} ${key.model}` };
}
const STAND_IN = 'instead of ';

const ofKey = (key: InsightKey) =>
  and(
    eq(insights.episodeId, key.episodeId),
    eq(insights.kind, key.kind),
    eq(insights.model, key.model),
    eq(insights.profileKey, key.profileKey),
  );

const isStandIn = sql`generations.insight_id IN (
  SELECT id FROM insights WHERE substr(model, 1, ${STAND_IN.length}) = ${STAND_IN}
)`;

/**
 * Failed, or done with an insight that is gone or stood in for a model's: it may be asked for like
 * one never asked for.
 */
const isOpenAgain = sql`(
  generations.status = 'failed'
  OR (generations.status = 'done' AND (generations.insight_id IS NULL OR ${isStandIn}))
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
      isStandIn: sql<boolean>`${isStandIn}`.mapWith(Boolean),
    })
    .from(generations)
    .leftJoin(insights, eq(insights.id, generations.insightId))
    .where(and(eq(generations.userId, userId), eq(generations.episodeId, episodeId)));
  return rows[0] ?? null;
}
export type Generation = NonNullable<Awaited<ReturnType<typeof findGeneration>>>;

export async function findInsight(db: Database, key: InsightKey) {
  const rows = await db
    .select({ id: insights.id, insight: insights.insight })
    .from(insights)
    .where(ofKey(key));
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

/** Until when a generation is held whose message or worker is heard of again in so many seconds. */
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

/** A worker has come to an end, whichever: it did not die. */
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
 * Keeps an insight under its key and gives it to those who wait for it, in one transaction; where
 * another was kept meanwhile, that one stays.
 *
 * @param waiting the generations that pay, and those that get theirs back
 * @returns null where nobody waits any more: written for a profile that was deleted, it is not kept
 */
export async function keepInsight(
  db: Database,
  key: InsightKey,
  insight: string,
  waiting: { paying: string[]; free: string[] },
) {
  const { episodeId, kind, model, profileKey } = key;
  const ids = [...waiting.paying, ...waiting.free];
  const insightId = sql<string>`(SELECT id FROM insights WHERE ${ofKey(key)})`;
  const [, , , rows] = await db.batch([
    // The columns stand in the table's order.
    db
      .insert(insights)
      .select(sql`
        SELECT ${crypto.randomUUID()}, ${episodeId}, ${kind}, ${model}, ${profileKey}, ${insight},
          ${Date.now()}
        WHERE EXISTS (SELECT 1 FROM generations WHERE ${isAmong(generations.id, ids)})`)
      .onConflictDoNothing(),
    finishGenerations(db, waiting.paying, insightId, true),
    finishGenerations(db, waiting.free, insightId, false),
    db.select({ insight: insights.insight }).from(insights).where(ofKey(key)),
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

const TOO_MANY_CONVERSATIONS =
  `You have ${CONVERSATIONS_MAX.toLocaleString('en')} conversations, which is the most there can be. ` +
  'Delete some in your library, under Chat History, then try again.';

/**
 * The conversation an insight opens in; 409 where there are too many: the newest in which nothing was asked yet, else a new one.
 * Both statements are one transaction, so a double click opens one.
 */
export async function openSession(db: Database, userId: string, episodeId: string) {
  const isUnused = sql`
    ${chatSessions.userId} = ${userId} AND ${chatSessions.episodeId} = ${episodeId}
    AND ${chatSessions.remainingFollowUps} = ${FOLLOW_UPS_PER_SESSION}
    AND NOT EXISTS (
      SELECT 1 FROM ${chatFollowUps} WHERE ${chatFollowUps.sessionId} = ${chatSessions.id}
    )`;
  const [, rows] = await db.batch([
    // D1's batch takes no raw statement; the columns stand in the table's order.
    db.insert(chatSessions).select(sql`
      SELECT ${crypto.randomUUID()}, ${userId}, ${episodeId}, ${FOLLOW_UPS_PER_SESSION},
        ${Date.now()}
      WHERE NOT EXISTS (SELECT 1 FROM ${chatSessions} WHERE ${isUnused})
        AND (SELECT count(*) FROM ${chatSessions} WHERE ${chatSessions.userId} = ${userId})
          < ${CONVERSATIONS_MAX}`),
    db
      .select({ id: chatSessions.id, remainingFollowUps: chatSessions.remainingFollowUps })
      .from(chatSessions)
      .where(isUnused)
      .orderBy(desc(chatSessions.createdAt))
      .limit(1),
  ]);
  const [session] = rows;
  if (!session) throw new AppError('conflict', TOO_MANY_CONVERSATIONS);
  return session;
}

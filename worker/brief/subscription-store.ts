/** Subscriptions to the brief and the confirmation of their addresses. */
import { subDays, subHours, subSeconds } from 'date-fns';
import { and, desc, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import {
  CONFIRMATION_HOURS,
  CONFIRMATION_PAUSE_SECONDS,
  CONFIRMATIONS_PER_DAY,
} from '../../schema/limits.ts';
import { briefConfirmations, briefSubscriptions, briefs } from '../../schema/tables/brief.ts';
import type { ChangeBrief } from '../../schema/wire/brief.ts';
import { sessionExists } from '../accounts/session-store.ts';
import type { Database } from '../platform/database.ts';
import { randomToken } from '../platform/encoding.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { nextBrief } from './next-brief.ts';

export type SubscriptionRow = typeof briefSubscriptions.$inferSelect;

const selectSubscription = (db: Database, userId: string) =>
  db.select().from(briefSubscriptions).where(eq(briefSubscriptions.userId, userId));

/** Returns a user's subscription to the brief, confirmed or not; null if there is none. */
export async function findBriefSubscription(
  db: Database,
  userId: string,
): Promise<SubscriptionRow | null> {
  const [row] = await selectSubscription(db, userId);
  return row ?? null;
}

/** Returns the last week for which a user's brief was due; null if there is none. */
async function findLastWeek(db: Database, userId: string): Promise<string | null> {
  const rows = await db
    .select({ week: briefs.week })
    .from(briefs)
    .where(eq(briefs.userId, userId))
    .orderBy(desc(briefs.week))
    .limit(1);
  return rows[0]?.week ?? null;
}

/**
 * Subscribes a user, or changes the subscription. A new address must be confirmed, and so must one that
 * bounced or complained. An unsubscribed one stays confirmed, and so does one in other capitals: mail servers
 * don't tell them apart, nor do the limits and bounces here.
 *
 * @returns the subscription, and the one before, read in the same transaction: of two concurrent requests
 *   with a new address, one sees the other's
 * @throws Error if the session has ended
 */
export async function saveSubscription(
  db: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
  { email, ...time }: ChangeBrief,
  { origin, now }: { origin: string; now: Date },
): Promise<{ row: SubscriptionRow; before: SubscriptionRow | null }> {
  const next = nextBrief(time, now, await findLastWeek(db, userId));
  const changes = { email, ...time, origin, nextAt: next.at, nextWeek: next.week };
  const inserted = insertColumns(briefSubscriptions, {
    ...changes,
    userId,
    nextAt: next.at.getTime(),
    confirmedAt: null,
    stopped: null,
    unsubscribeToken: randomToken(),
    createdAt: now.getTime(),
  });
  const staysConfirmed = sql`CASE WHEN lower(${briefSubscriptions.email}) = lower(${email})
    AND coalesce(${briefSubscriptions.stopped}, 'unsubscribed') = 'unsubscribed'
    THEN ${briefSubscriptions.confirmedAt} END`;
  const [[before = null], [row]] = await db.batch([
    selectSubscription(db, userId),
    db
      .insert(briefSubscriptions)
      .select(sql`SELECT ${inserted} WHERE ${sessionExists(sessionId)}`)
      .onConflictDoUpdate({
        target: briefSubscriptions.userId,
        set: { ...changes, confirmedAt: staysConfirmed, stopped: null },
      })
      .returning(),
  ]);
  if (!row) throw new Error('the session has ended');
  return { row, before };
}

export async function deleteBriefSubscription(db: Database, userId: string): Promise<void> {
  await db.delete(briefSubscriptions).where(eq(briefSubscriptions.userId, userId));
}

/** Deletes a subscription whose address nobody has confirmed. @returns a statement for a batch */
export const deleteUnconfirmed = (db: Database, userId: string) =>
  db
    .delete(briefSubscriptions)
    .where(and(eq(briefSubscriptions.userId, userId), isNull(briefSubscriptions.confirmedAt)));

/**
 * Prepares a mail that asks to confirm an address. Of several concurrent requests, one gets a token.
 *
 * @returns the token for its link; 'on its way' if such a mail has just been sent; null if the user or the
 *   address has reached the daily limit
 */
export async function createConfirmation(
  db: Database,
  userId: string,
  email: string,
  now: Date,
): Promise<{ token: string } | 'on its way' | null> {
  const token = randomToken();
  const dayAgo = subDays(now, 1).getTime();
  const recent = db
    .select({ id: briefConfirmations.id })
    .from(briefConfirmations)
    .where(
      and(
        eq(briefConfirmations.userId, userId),
        eq(briefConfirmations.email, email),
        gt(briefConfirmations.createdAt, pauseBefore(now)),
      ),
    );
  // In the order of the table's columns.
  const allowed = sql`
    SELECT ${crypto.randomUUID()}, ${userId}, ${email}, ${await sha256Hex(token)}, ${now.getTime()}
    WHERE NOT EXISTS ${recent}
      AND (SELECT count(*) FROM brief_confirmations
        WHERE user_id = ${userId} AND created_at > ${dayAgo}) < ${CONFIRMATIONS_PER_DAY}
      AND (SELECT count(*) FROM brief_confirmations
        WHERE lower(email) = lower(${email}) AND created_at > ${dayAgo}) < ${CONFIRMATIONS_PER_DAY}`;
  const [recentRows, created] = await db.batch([
    recent,
    db.insert(briefConfirmations).select(allowed).returning({ id: briefConfirmations.id }),
  ]);
  if (recentRows.length > 0) return 'on its way';
  return created.length > 0 ? { token } : null;
}

const pauseBefore = (now: Date) => subSeconds(now, CONFIRMATION_PAUSE_SECONDS);

/**
 * Lets the user ask again at once after a mail that could not be sent. It counts for the daily limit.
 *
 * @param options.mayArrive whether the mail may have been sent after all; its link then has to work
 */
export async function endConfirmationPause(
  db: Database,
  token: string,
  { now, mayArrive }: { now: Date; mayArrive: boolean },
): Promise<void> {
  // No link has an id as its hash.
  const withoutLink = mayArrive ? {} : { tokenHash: sql`${briefConfirmations.id}` };
  await db
    .update(briefConfirmations)
    .set({ createdAt: pauseBefore(now), ...withoutLink })
    .where(eq(briefConfirmations.tokenHash, await sha256Hex(token)));
}

/** Whether this address was sent a confirmation link that still works. */
export async function hasConfirmation(
  db: Database,
  { userId, email }: Pick<SubscriptionRow, 'userId' | 'email'>,
  now: Date,
): Promise<boolean> {
  const sent = and(
    eq(briefConfirmations.userId, userId),
    eq(briefConfirmations.email, email),
    ne(briefConfirmations.tokenHash, briefConfirmations.id),
    gt(briefConfirmations.createdAt, subHours(now, CONFIRMATION_HOURS)),
  );
  return (await db.$count(briefConfirmations, sent)) > 0;
}

/** Returns the address that a confirmation link is for; null if the link is too old or unknown. */
export async function findConfirmation(
  db: Database,
  token: string,
  now: Date,
): Promise<{ userId: string; email: string } | null> {
  const [row] = await db
    .select({ userId: briefConfirmations.userId, email: briefConfirmations.email })
    .from(briefConfirmations)
    .innerJoin(
      briefSubscriptions,
      and(
        eq(briefSubscriptions.userId, briefConfirmations.userId),
        eq(briefSubscriptions.email, briefConfirmations.email),
      ),
    )
    .where(
      and(
        eq(briefConfirmations.tokenHash, await sha256Hex(token)),
        gt(briefConfirmations.createdAt, subHours(now, CONFIRMATION_HOURS)),
      ),
    );
  return row ?? null;
}

/** Marks the address as confirmed and sets the time of the first brief. */
export async function confirmSubscription(
  db: Database,
  { userId, email }: { userId: string; email: string },
  now: Date,
): Promise<SubscriptionRow | null> {
  const row = await findBriefSubscription(db, userId);
  if (row?.email !== email) return null;
  const next = nextBrief(row, now, await findLastWeek(db, userId));
  const rows = await db
    .update(briefSubscriptions)
    .set({
      confirmedAt: sql`coalesce(${briefSubscriptions.confirmedAt}, ${now.getTime()})`,
      stopped: null,
      nextAt: next.at,
      nextWeek: next.week,
    })
    .where(and(eq(briefSubscriptions.userId, userId), eq(briefSubscriptions.email, email)))
    .returning();
  return rows[0] ?? null;
}

/** Returns the address that an unsubscribe link is for; null if it is unknown. */
export async function findByUnsubscribeToken(db: Database, token: string) {
  const rows = await db
    .select({ email: briefSubscriptions.email })
    .from(briefSubscriptions)
    .where(eq(briefSubscriptions.unsubscribeToken, token));
  return rows[0] ?? null;
}

/** Stops the brief by the link in a mail, unless it has stopped already. */
export async function unsubscribe(db: Database, token: string): Promise<void> {
  await db
    .update(briefSubscriptions)
    .set({ stopped: 'unsubscribed' })
    .where(and(eq(briefSubscriptions.unsubscribeToken, token), isNull(briefSubscriptions.stopped)));
}

/** Stops all briefs to an address. */
export async function stopAddress(
  db: Database,
  email: string,
  stopped: 'bounced' | 'complained',
): Promise<void> {
  await db
    .update(briefSubscriptions)
    .set({ stopped })
    .where(sql`lower(${briefSubscriptions.email}) = lower(${email})`);
}

/** Cleanup, run weekly. */
export async function deleteOldConfirmations(db: Database, now: Date): Promise<void> {
  await db
    .delete(briefConfirmations)
    .where(lte(briefConfirmations.createdAt, subHours(now, 2 * CONFIRMATION_HOURS)));
}

/** The outbox of briefs. Each change of state is one statement. */
import { addMinutes, subMinutes, subYears } from 'date-fns';
import { and, asc, desc, eq, exists, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { BRIEF_ATTEMPTS } from '../../schema/limits.ts';
import { briefSubscriptions, briefs } from '../../schema/tables/brief.ts';
import type { BriefJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { nextBrief } from './next-brief.ts';

/** Readers whose briefs are planned or queued in one statement. */
const AT_ONCE = 500;
/** Writing a digest takes a minute or two. A queue's worker lives for fifteen. */
const LEASE_MINUTES = 15;
/** A message that hasn't arrived by then is lost. */
const LOST_AFTER_MINUTES = 60;

const isTheirs = ({ userId, week }: BriefJob) =>
  and(eq(briefs.userId, userId), eq(briefs.week, week));

const isActive = and(isNotNull(briefSubscriptions.confirmedAt), isNull(briefSubscriptions.stopped));

/**
 * Adds the due briefs of up to 500 readers to the outbox and moves their subscriptions to the next week,
 * in one transaction. Of two concurrent runs, the second one changes nothing. Returns how many it found.
 */
export async function planBriefs(db: Database, now: Date): Promise<number> {
  const due = await db
    .select({
      userId: briefSubscriptions.userId,
      weekday: briefSubscriptions.weekday,
      hour: briefSubscriptions.hour,
      timeZone: briefSubscriptions.timeZone,
      nextAt: briefSubscriptions.nextAt,
      nextWeek: briefSubscriptions.nextWeek,
    })
    .from(briefSubscriptions)
    .where(and(lte(briefSubscriptions.nextAt, now), isActive))
    .orderBy(asc(briefSubscriptions.nextAt))
    .limit(AT_ONCE);
  if (due.length === 0) return 0;
  const plans = JSON.stringify(
    due.map((row) => {
      const next = nextBrief(row, now, row.nextWeek);
      return {
        userId: row.userId,
        dueAt: row.nextAt.getTime(),
        digestId: crypto.randomUUID(),
        nextAt: next.at.getTime(),
        nextWeek: next.week,
      };
    }),
  );
  const plan = sql`json_each(${plans}) AS plan`;
  const isPlanned = sql`${briefSubscriptions.userId} = plan.value ->> 'userId'
    AND ${briefSubscriptions.nextAt} = plan.value ->> 'dueAt'`;
  // In the order of the table's columns.
  const rows = sql`
    SELECT ${briefSubscriptions.userId}, ${briefSubscriptions.nextWeek}, 'waiting',
      plan.value ->> 'digestId', ${briefSubscriptions.nextAt}, NULL, NULL, 0, ${now.getTime()}
    FROM ${plan} JOIN ${briefSubscriptions} ON ${isPlanned}
    WHERE true`;
  await db.batch([
    db.insert(briefs).select(rows).onConflictDoNothing(),
    db
      .update(briefSubscriptions)
      .set({
        nextAt: sql`plan.value ->> 'nextAt'`,
        nextWeek: sql`plan.value ->> 'nextWeek'`,
      })
      .from(plan)
      .where(isPlanned),
  ]);
  return due.length;
}

/** Claims up to 500 waiting briefs without a message in the queue, in one statement. */
export async function claimUnqueued(db: Database, now: Date): Promise<BriefJob[]> {
  const isLost = lt(briefs.queuedAt, subMinutes(now, LOST_AFTER_MINUTES));
  const unqueued = db
    .select({ id: sql`rowid` })
    .from(briefs)
    .where(and(eq(briefs.state, 'waiting'), or(isNull(briefs.queuedAt), isLost)))
    .limit(AT_ONCE);
  return db
    .update(briefs)
    .set({ queuedAt: now })
    .where(sql`rowid IN ${unqueued}`)
    .returning({ userId: briefs.userId, week: briefs.week });
}

/** Ends hand-overs whose worker died: whether their mails were sent is unknown. Returns how many. */
export async function endLostSending(db: Database, now: Date): Promise<number> {
  const rows = await db
    .update(briefs)
    .set({ state: 'unsure', changedAt: now })
    .where(and(eq(briefs.state, 'sending'), lt(briefs.leaseUntil, now)))
    .returning({ week: briefs.week });
  return rows.length;
}

export interface ClaimedBrief {
  digestId: string;
  /** Identifies this claim. */
  leaseUntil: Date;
  /** How often it was claimed, including this time. */
  attempts: number;
}

/** Claims a waiting brief; null if there is none, or another worker has it. */
export async function claimBrief(
  db: Database,
  job: BriefJob,
  now: Date,
): Promise<ClaimedBrief | null> {
  const leaseUntil = addMinutes(now, LEASE_MINUTES);
  const rows = await db
    .update(briefs)
    .set({ leaseUntil, attempts: sql`${briefs.attempts} + 1` })
    .where(
      and(
        isTheirs(job),
        eq(briefs.state, 'waiting'),
        or(isNull(briefs.leaseUntil), lt(briefs.leaseUntil, now)),
      ),
    )
    .returning({ digestId: briefs.digestId, attempts: briefs.attempts });
  const [row] = rows;
  return row ? { ...row, leaseUntil } : null;
}

export interface Recipient {
  email: string;
  origin: string;
  timeZone: string;
  unsubscribeToken: string;
}

/**
 * The last step before a mail is handed over. Returns null if the claim has expired, or if the reader has
 * stopped the brief or deleted the account in the meantime.
 */
export async function startSending(
  db: Database,
  job: BriefJob,
  { leaseUntil }: ClaimedBrief,
  now: Date,
): Promise<Recipient | null> {
  const subscription = db
    .select({
      json: sql`json_object('email', ${briefSubscriptions.email}, 'origin', ${briefSubscriptions.origin},
        'timeZone', ${briefSubscriptions.timeZone},
        'unsubscribeToken', ${briefSubscriptions.unsubscribeToken})`,
    })
    .from(briefSubscriptions)
    .where(and(eq(briefSubscriptions.userId, job.userId), isActive));
  const rows = await db
    .update(briefs)
    .set({ state: 'sending', changedAt: now })
    .where(
      and(
        isTheirs(job),
        eq(briefs.state, 'waiting'),
        eq(briefs.leaseUntil, leaseUntil),
        exists(subscription),
      ),
    )
    .returning({ recipient: sql<string>`${subscription}` });
  return rows[0] ? JSON.parse(rows[0].recipient) : null;
}

/** Ends a claimed brief, or releases it with `waiting`. */
export async function setBriefState(
  db: Database,
  job: BriefJob,
  { leaseUntil }: ClaimedBrief,
  state: (typeof briefs.$inferSelect)['state'],
  now: Date,
): Promise<void> {
  await db
    .update(briefs)
    .set({ state, leaseUntil: null, changedAt: now })
    .where(and(isTheirs(job), eq(briefs.leaseUntil, leaseUntil)));
}

/** Whether a brief has been tried as often as allowed. */
export const isBriefGivenUp = ({ attempts }: ClaimedBrief) => attempts >= BRIEF_ATTEMPTS;

/** Returns the latest week if its brief may not have arrived; null otherwise. */
export async function findUnsureWeek(db: Database, userId: string): Promise<string | null> {
  const rows = await db
    .select({ week: briefs.week, state: briefs.state })
    .from(briefs)
    .where(eq(briefs.userId, userId))
    .orderBy(desc(briefs.week))
    .limit(1);
  return rows[0]?.state === 'unsure' || rows[0]?.state === 'failed' ? rows[0].week : null;
}

/** Puts a brief that may not have arrived back into the outbox. Returns false if there is none. */
export async function sendAgain(db: Database, job: BriefJob, now: Date): Promise<boolean> {
  const rows = await db
    .update(briefs)
    .set({ state: 'waiting', queuedAt: null, leaseUntil: null, attempts: 0, changedAt: now })
    .where(and(isTheirs(job), or(eq(briefs.state, 'unsure'), eq(briefs.state, 'failed'))))
    .returning({ week: briefs.week });
  return rows.length > 0;
}

/** Cleanup, run weekly. The rows of the last year record which weeks had a brief. */
export async function deleteOldBriefs(db: Database, now: Date): Promise<void> {
  await db.delete(briefs).where(lt(briefs.changedAt, subYears(now, 1)));
}

/**
 * The weekly run: refreshes every podcast with a subscriber, through the queue. Works page by page: one
 * message queues a page's podcasts and the next page's message, in a single batch. So no invocation
 * grows with the catalogue, and after a crash the page is retried. A podcast queued twice is read once,
 * because a read since the start of the run is enough.
 */
import { addHours, addMinutes, addWeeks } from 'date-fns';
import { and, eq, lte } from 'drizzle-orm';
import { recurringWork } from '../../schema/tables/jobs.ts';
import type { RefreshQueueJob, WeeklyPageJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { sendSurely } from '../platform/queues/failed-jobs.ts';
import { MESSAGES_PER_CALL, sendAll } from '../platform/queues/send-all.ts';
import { claimQueued } from './feed-claims.ts';
import { listPodcastIdsWithSubscribers } from './store.ts';

/** One message of a call is for the next page. */
const PAGE = MESSAGES_PER_CALL - 1;
/** Feeds read this recently are skipped, because the cron may fire twice. */
const RECENT_MS = 6 * 60 * 60 * 1_000;

/** Where an operator finds the refresh queue's messages that were given up. */
export const DEAD_QUEUE = 'dripcast-refresh-dead';

const NAME = 'weekly-run';
/** A week without a run is overdue after this. */
const GRACE_HOURS = 1;
/** Whoever starts an overdue run has this long before somebody else does. */
const START_MINUTES = 5;

const overdueAfter = (start: Date) => addHours(addWeeks(start, 1), GRACE_HOURS);

/** Queues the first page. The next run is a week later. */
export async function startWeeklyRun(
  db: Database,
  queue: Queue<RefreshQueueJob>,
  now: Date,
): Promise<void> {
  await sendSurely(db, queue, DEAD_QUEUE, { weeklyAfterId: '', startedAt: now.getTime() });
  const overdueAt = overdueAfter(now);
  await db
    .insert(recurringWork)
    .values({ name: NAME, overdueAt })
    .onConflictDoUpdate({ target: recurringWork.name, set: { overdueAt } });
}

/**
 * Starts the weekly run if its cron did not, as on a machine that was off or without its database. Of
 * several callers one starts it. Returns how many runs, at most one.
 */
export async function takeOverWeeklyRun(
  db: Database,
  queue: Queue<RefreshQueueJob>,
): Promise<number> {
  const now = new Date();
  const [, claimed] = await db.batch([
    // A new database waits for its first week.
    db
      .insert(recurringWork)
      .values({ name: NAME, overdueAt: overdueAfter(now) })
      .onConflictDoNothing(),
    db
      .update(recurringWork)
      .set({ overdueAt: addMinutes(now, START_MINUTES) })
      .where(and(eq(recurringWork.name, NAME), lte(recurringWork.overdueAt, now)))
      .returning({ name: recurringWork.name }),
  ]);
  if (claimed.length > 0) await startWeeklyRun(db, queue, now);
  return claimed.length;
}

/** Queues one page, and the message for the next page if there is more. Returns the podcasts. */
export async function queueWeeklyPage(
  db: Database,
  queue: Queue<RefreshQueueJob>,
  { weeklyAfterId, startedAt }: WeeklyPageJob,
): Promise<number> {
  const ids = await listPodcastIdsWithSubscribers(db, weeklyAfterId, PAGE);
  const last = ids.at(-1);
  if (last === undefined) return 0;
  const claimed = await claimQueued(db, ids);
  const jobs: RefreshQueueJob[] = claimed.map((podcastId) => ({
    podcastId,
    unlessReadSince: startedAt - RECENT_MS,
  }));
  if (ids.length === PAGE) jobs.push({ weeklyAfterId: last, startedAt });
  await sendAll(queue, jobs);
  return claimed.length;
}

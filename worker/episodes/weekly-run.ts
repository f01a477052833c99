/**
 * The weekly run: refreshes every podcast with a subscriber, through the queue. Works page by page: one
 * message queues a page's podcasts and the next page's message, in a single batch. So no invocation
 * grows with the catalogue, and after a crash the page is retried. A podcast queued twice is read once,
 * because a read since the start of the run is enough.
 */
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

/** Queues the first page. The next run is a week later. */
export async function startWeeklyRun(
  db: Database,
  queue: Queue<RefreshQueueJob>,
  now: Date,
): Promise<void> {
  await sendSurely(db, queue, DEAD_QUEUE, { weeklyAfterId: '', startedAt: now.getTime() });
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

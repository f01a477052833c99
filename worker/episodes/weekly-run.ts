/**
 * The weekly run: every podcast that somebody subscribes to is refreshed, through the queue. It
 * goes on page by page: one message queues a page's podcasts together with the message for the
 * next page, in one batch that is taken whole or not at all. So no run of the Worker grows with the
 * catalogue, and whoever dies on the way is tried again from that page on. What then is queued
 * twice is read once: a reading since the run began will do.
 */
import type { RefreshQueueJob, WeeklyPageJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { claimQueued } from './feed-claims.ts';
import { listPodcastIdsWithSubscribers } from './store.ts';

/** A queue takes a hundred messages at once; one of them is for the next page. */
const PAGE = 99;
/** What was read so short a time before the run is not read again: the cron may fire twice. */
const RECENT_MS = 6 * 60 * 60 * 1_000;

export async function startWeeklyRun(queue: Queue<RefreshQueueJob>, now: Date): Promise<void> {
  await queue.send({ weeklyAfterId: '', startedAt: now.getTime() });
}

/** Queues one page, and the message for the next where there is more. Returns the podcasts. */
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
  if (jobs.length > 0) await queue.sendBatch(jobs.map((body) => ({ body })));
  return claimed.length;
}

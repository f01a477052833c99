import { type RefreshQueueJob, refreshQueueJobSchema } from '../../schema/wire/jobs.ts';
import { recordFailedJobs } from '../platform/failed-jobs.ts';
import { describe, log } from '../platform/logging.ts';
import { retryDelaySeconds } from '../platform/retry-delay.ts';
import { type RefreshDeps, type RefreshOutcome, refreshPodcast } from './refresh.ts';
import { refreshDeps } from './refresh-deps.ts';
import { queueWeeklyPage } from './weekly-run.ts';

/** A queue holds a message back for this long at most; what rests longer waits for the next run. */
const LONGEST_DELAY_SECONDS = 12 * 60 * 60;

/**
 * Each message alone: done, tried again later, or, where its trouble is for good, let go.
 *
 * @param deps a test may hand in its own
 */
export async function consumeRefreshes(
  batch: MessageBatch,
  env: Env,
  deps: RefreshDeps = refreshDeps(env),
): Promise<void> {
  await Promise.all(batch.messages.map((message) => consumeOne(deps, env.REFRESH_QUEUE, message)));
}

async function consumeOne(deps: RefreshDeps, queue: Queue<RefreshQueueJob>, message: Message) {
  const job = refreshQueueJobSchema.safeParse(message.body).data;
  if (!job) {
    log.error('job_not_understood', { id: message.id });
    message.ack();
    return;
  }
  try {
    if ('weeklyAfterId' in job) {
      const podcasts = await queueWeeklyPage(deps.db, queue, job);
      log.info('weekly_page_queued', { podcasts });
      message.ack();
    } else {
      const since = job.unlessReadSince;
      const outcome = await refreshPodcast(deps, job.podcastId, {
        unlessReadSince: since === undefined ? undefined : new Date(since),
      });
      settle(message, outcome);
    }
  } catch (error) {
    log.error('refresh_crashed', { job: JSON.stringify(job), error: describe(error) });
    message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
  }
}

function settle(message: Message, outcome: RefreshOutcome) {
  if (outcome.status !== 'failed' || !outcome.isTemporary) {
    message.ack();
    return;
  }
  // Not before the rest is over, or it would not be asked; and where it was, after those that had
  // to wait because of it.
  const delaySeconds =
    secondsUntil(outcome.retryAt) + (outcome.wasAsked ? retryDelaySeconds(message.attempts) : 0);
  if (delaySeconds > LONGEST_DELAY_SECONDS) message.ack();
  else message.retry({ delaySeconds });
}

function secondsUntil(time: Date | null): number {
  return time ? Math.ceil((time.getTime() - Date.now()) / 1_000) + 1 : 0;
}

export const consumeDeadRefreshes = recordFailedJobs;

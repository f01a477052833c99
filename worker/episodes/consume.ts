import {
  type RefreshJob,
  type RefreshQueueJob,
  refreshJobSchema,
  refreshQueueJobSchema,
} from '../../schema/wire/jobs.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { recordFailedJobs } from '../platform/failed-jobs.ts';
import { describe, log } from '../platform/logging.ts';
import { retryDelaySeconds } from '../platform/retry-delay.ts';
import { holdQueued } from './feed-claims.ts';
import { type RefreshDeps, type RefreshOutcome, refreshPodcast } from './refresh.ts';
import { refreshDeps } from './refresh-deps.ts';
import { queueWeeklyPage } from './weekly-run.ts';

/** The longest delay of a queue. Anything that must wait longer is left to the next run. */
const LONGEST_DELAY_SECONDS = 12 * 60 * 60;
/** A batch ends with its last message, so none of them may wait long for its host. */
const PATIENCE_MS = 8_000;
const DEFERRAL_SECONDS = 20;
/** Beyond this many postponements the feed is left to whoever asks next. */
const MOST_DEFERRALS = 30;

/**
 * Settles each message on its own: done, retried later, or dropped after a permanent failure.
 *
 * @param deps replaceable in tests
 */
export async function consumeRefreshes(
  batch: MessageBatch,
  env: Env,
  deps: RefreshDeps = refreshDeps(env, PATIENCE_MS),
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
      await settle(deps.db, queue, message, job, outcome);
    }
  } catch (error) {
    log.error('refresh_crashed', { job: JSON.stringify(job), error: describe(error) });
    message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
  }
}

async function settle(
  db: Database,
  queue: Pick<Queue<RefreshQueueJob>, 'send'>,
  message: Message,
  job: RefreshJob,
  outcome: RefreshOutcome,
): Promise<void> {
  const delaySeconds = delayOf(message, job, outcome);
  await holdQueued(db, job.podcastId, delaySeconds);
  if (delaySeconds === null) {
    message.ack();
  } else if (isDeferred(outcome)) {
    // Postponing is not a failed attempt, so it must not use up the message's retries.
    await queue.send({ ...job, deferrals: (job.deferrals ?? 0) + 1 }, { delaySeconds });
    message.ack();
  } else {
    message.retry({ delaySeconds });
  }
}

const isDeferred = ({ status }: RefreshOutcome) => status === 'being-read' || status === 'busy';

/** Returns in how many seconds to retry the podcast; null if it is done. */
function delayOf(message: Message, job: RefreshJob, outcome: RefreshOutcome): number | null {
  if (isDeferred(outcome)) {
    const seconds = outcome.status === 'busy' ? outcome.seconds : DEFERRAL_SECONDS;
    return (job.deferrals ?? 0) < MOST_DEFERRALS ? seconds : null;
  }
  if (outcome.status !== 'failed' || !outcome.isTemporary) return null;
  // Not before the host's requested pause is over, or it wouldn't be asked. After a request of its own,
  // later than messages that had to wait because of it.
  const seconds =
    secondsUntil(outcome.retryAt) + (outcome.wasAsked ? retryDelaySeconds(message.attempts) : 0);
  return seconds > LONGEST_DELAY_SECONDS ? null : seconds;
}

function secondsUntil(time: Date | null): number {
  return time ? Math.ceil((time.getTime() - Date.now()) / 1_000) + 1 : 0;
}

/** Releases the claims of messages that failed too often, so that the next request can queue them again. */
export async function consumeDeadRefreshes(batch: MessageBatch, env: Env): Promise<void> {
  const db = createDatabase(env.DB);
  for (const { body } of batch.messages) {
    const { success, data } = refreshJobSchema.safeParse(body);
    if (success) await holdQueued(db, data.podcastId, null);
  }
  await recordFailedJobs(batch, env);
}

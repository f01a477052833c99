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

/** A queue holds a message back for this long at most; what rests longer waits for the next run. */
const LONGEST_DELAY_SECONDS = 12 * 60 * 60;
/** A batch is over when its last message is: none of them waits long for its turn at a host. */
const PATIENCE_MS = 8_000;
const DEFERRAL_SECONDS = 20;
/** Whose host is busy for longer than these take is left to whoever asks next. */
const MOST_DEFERRALS = 30;

/**
 * Each message alone: done, tried again later, or, where its trouble is for good, let go.
 *
 * @param deps a test may hand in its own
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
    // Not a failed try of its own: the message's tries are left for those.
    await queue.send({ ...job, deferrals: (job.deferrals ?? 0) + 1 }, { delaySeconds });
    message.ack();
  } else {
    message.retry({ delaySeconds });
  }
}

const isDeferred = ({ status }: RefreshOutcome) => status === 'being-read' || status === 'busy';

/** In how many seconds the podcast is to be tried again; null where it is done with. */
function delayOf(message: Message, job: RefreshJob, outcome: RefreshOutcome): number | null {
  if (isDeferred(outcome)) {
    const seconds = outcome.status === 'busy' ? outcome.seconds : DEFERRAL_SECONDS;
    return (job.deferrals ?? 0) < MOST_DEFERRALS ? seconds : null;
  }
  if (outcome.status !== 'failed' || !outcome.isTemporary) return null;
  // Not before its host has had the peace it asked for, or it would not be asked; and where it was
  // asked, after those that had to wait because of it.
  const seconds =
    secondsUntil(outcome.retryAt) + (outcome.wasAsked ? retryDelaySeconds(message.attempts) : 0);
  return seconds > LONGEST_DELAY_SECONDS ? null : seconds;
}

function secondsUntil(time: Date | null): number {
  return time ? Math.ceil((time.getTime() - Date.now()) / 1_000) + 1 : 0;
}

/** What failed too often may be queued again by whoever asks next. */
export async function consumeDeadRefreshes(batch: MessageBatch, env: Env): Promise<void> {
  const db = createDatabase(env.DB);
  for (const { body } of batch.messages) {
    const { success, data } = refreshJobSchema.safeParse(body);
    if (success) await holdQueued(db, data.podcastId, null);
  }
  await recordFailedJobs(batch, env);
}

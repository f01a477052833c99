import { subDays } from 'date-fns';
import {
  type RefreshJob,
  type RefreshQueueJob,
  refreshJobSchema,
  refreshQueueJobSchema,
  weeklyPageJobSchema,
} from '../../schema/wire/jobs.ts';
import { createDatabase } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import { recordFailedJob } from '../platform/queues/failed-jobs.ts';
import { readJob } from '../platform/queues/read-job.ts';
import { retryDelaySeconds } from '../platform/queues/retry-delay.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { holdQueued } from './feed-claims.ts';
import { type RefreshDeps, type RefreshOutcome, refreshPodcast } from './refresh.ts';
import { refreshDeps } from './refresh-deps.ts';
import { DEAD_QUEUE, queueWeeklyPage } from './weekly-run.ts';

/** The longest delay of a queue. Anything that must wait longer is left to the next run. */
const LONGEST_DELAY_SECONDS = 12 * 60 * 60;
/** How long a message waits for a permit of its host before it is postponed. */
const MAX_WAIT_MS = 8_000;
/**
 * The next batch starts after this, whether or not a host still keeps this one waiting. Most feeds are
 * read in a fraction of it.
 */
const BATCH_MS = 1_000;
const DEFERRAL_SECONDS = 20;
/** Beyond this many postponements the feed is left to whoever asks next. */
const MAX_DEFERRALS = 30;
/** Beyond this many failures in a row the job is left to the operator. */
const MAX_FAILURES = 5;

/**
 * Settles each message on its own: done, sent again for later, or dropped after a permanent failure.
 *
 * A batch holds up those behind it, and a host may take half a minute. So what a slow batch leaves goes
 * on in the background, which the flag `queue_consumer_no_wait_for_wait_until` allows. A refresh that is
 * lost there is taken over when its claim expires, like any other.
 */
export async function consumeRefreshes(
  batch: MessageBatch,
  env: Env,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
): Promise<void> {
  const deps = refreshDeps(env, MAX_WAIT_MS);
  const unsettled = new Set(batch.messages);
  const settle = (message: Message, retrySeconds: number | null) => {
    if (!unsettled.delete(message)) return;
    if (retrySeconds === null) message.ack();
    else message.retry({ delaySeconds: retrySeconds });
  };
  const work = batch.messages.map(async (message) => {
    const job = readJob(refreshQueueJobSchema, message);
    if (!job) {
      unsettled.delete(message);
      return;
    }
    try {
      await consumeOne(deps, env.REFRESH_QUEUE, message.id, job);
      settle(message, null);
    } catch (error) {
      log.error('refresh_crashed', { job: JSON.stringify(job), error: describeError(error) });
      settle(message, retryDelaySeconds(message.attempts));
    }
  });
  const all = Promise.all(work);
  ctx.waitUntil(all);
  await withTimeout(BATCH_MS, all, () => {});
  // Nothing would take over a lost page of the weekly run.
  if ([...unsettled].some(({ body }) => weeklyPageJobSchema.safeParse(body).success)) await all;
  for (const message of unsettled) settle(message, null);
}

async function consumeOne(
  deps: RefreshDeps,
  queue: Queue<RefreshQueueJob>,
  messageId: string,
  job: RefreshQueueJob,
): Promise<void> {
  if ('weeklyAfterId' in job) {
    const podcasts = await queueWeeklyPage(deps.db, queue, job);
    log.info('weekly_page_queued', { podcasts });
    return;
  }
  const since = job.unlessReadSince;
  const outcome = await refreshPodcast(deps, job.podcastId, {
    unlessReadSince: since === undefined ? undefined : new Date(since),
  });
  const next = nextTry(job, outcome);
  const isGivenUp = (next?.job.failures ?? 0) >= MAX_FAILURES;
  await holdQueued(deps.db, job.podcastId, isGivenUp ? null : (next?.delaySeconds ?? null));
  if (isGivenUp) {
    const body = { podcastId: job.podcastId };
    await recordFailedJob(deps.db, { id: messageId, queue: DEAD_QUEUE, body });
  } else if (next) {
    await queue.send(next.job, { delaySeconds: next.delaySeconds });
  }
}

/**
 * What to send for later, and in how many seconds; null if the podcast is done. Being postponed is not a
 * failure.
 */
function nextTry(
  job: RefreshJob,
  outcome: RefreshOutcome,
): { job: RefreshJob; delaySeconds: number } | null {
  if (outcome.status === 'being-read' || outcome.status === 'busy') {
    const deferrals = (job.deferrals ?? 0) + 1;
    if (deferrals > MAX_DEFERRALS) return null;
    const delaySeconds = outcome.status === 'busy' ? outcome.seconds : DEFERRAL_SECONDS;
    return { job: { ...job, deferrals }, delaySeconds };
  }
  if (outcome.status !== 'failed' || !outcome.isTemporary) return null;
  const failures = (job.failures ?? 0) + 1;
  // Not before the host's requested pause is over, or it wouldn't be asked. After a request of its own,
  // later than messages that had to wait because of it.
  const delaySeconds =
    secondsUntil(outcome.retryAt) + (outcome.wasAsked ? retryDelaySeconds(failures) : 0);
  return delaySeconds > LONGEST_DELAY_SECONDS ? null : { job: { ...job, failures }, delaySeconds };
}

function secondsUntil(time: Date | null): number {
  return time ? Math.ceil((time.getTime() - Date.now()) / 1_000) + 1 : 0;
}

/**
 * Releases the claims of messages that failed too often, so that the next request can queue them again. A page of
 * the weekly run is retried for a day: nothing else would send it, and all later podcasts wait for it.
 */
export async function consumeDeadRefreshes(batch: MessageBatch, env: Env): Promise<void> {
  const db = createDatabase(env.DB);
  for (const message of batch.messages) {
    const { id, body } = message;
    const refresh = refreshJobSchema.safeParse(body).data;
    if (refresh) await holdQueued(db, refresh.podcastId, null);
    const page = weeklyPageJobSchema.safeParse(body).data;
    const isWorthRetrying = page !== undefined && page.startedAt > subDays(new Date(), 1).getTime();
    await recordFailedJob(db, { id, queue: batch.queue, body }, isWorthRetrying);
    message.ack();
  }
}

/** The queue of episodes that are heard: each message is one piece of one of them. */
import { type HearingJob, hearingJobSchema } from '../../schema/wire/jobs.ts';
import { createDatabase } from '../platform/database.ts';
import { recordFailedJobs } from '../platform/failed-jobs.ts';
import { withLease } from '../platform/leases.ts';
import { describe, log } from '../platform/logging.ts';
import { OutboundError } from '../platform/outbound.ts';
import { fetchOutsideFor, isTemporary } from '../platform/outbound-settings.ts';
import { retryDelaySeconds } from '../platform/retry-delay.ts';
import { settingsOf } from '../platform/settings.ts';
import { giveUpHearing, type HearingDeps, hearEpisode } from './hear-episode.ts';
import { HearingError, hearingFor } from './hearing.ts';
import { holdHearing } from './hearing-store.ts';

const GAVE_UP = 'The audio of this episode could not be transcribed.';

interface ConsumerDeps extends HearingDeps {
  queue: Pick<Queue<HearingJob>, 'send'>;
}

function hearingDeps(env: Env): ConsumerDeps {
  const settings = settingsOf(env);
  return {
    db: createDatabase(env.DB),
    bucket: env.TRANSCRIPTS,
    fetchOutside: fetchOutsideFor(env),
    hear: hearingFor(env),
    queue: env.HEARING_QUEUE,
    retryHours: settings.TRANSCRIPT_RETRY_HOURS,
  };
}

/** @param deps a test may hand in its own */
export async function consumeHearing(
  batch: MessageBatch,
  env: Env,
  deps: ConsumerDeps = hearingDeps(env),
): Promise<void> {
  for (const message of batch.messages) await settle(deps, message);
}

async function settle(deps: ConsumerDeps, message: Message): Promise<void> {
  const job = hearingJobSchema.safeParse(message.body).data;
  if (!job) {
    log.error('job_not_understood', { id: message.id });
    message.ack();
    return;
  }
  try {
    const worked = await withLease(
      deps.db,
      `transcription ${job.episodeId}`,
      () => holdHearing(deps.db, job.episodeId),
      async () => ({ next: await hearEpisode(deps, job, message.attempts > 1) }),
    );
    // Sent when the lease is free again, or the next piece would find it taken. Where somebody else
    // is at this one, there is nothing to do: should that one die, its work is taken over.
    if (worked?.next) await deps.queue.send(worked.next);
    message.ack();
  } catch (error) {
    const { episodeId } = job;
    log.warn('hearing_failed', { episodeId, piece: job.pieces, error: describe(error) });
    if (isForGood(error)) {
      await giveUpHearing(deps, episodeId, error.message, { canGoOn: false });
      message.ack();
    } else {
      const delaySeconds = retryDelaySeconds(message.attempts);
      await holdHearing(deps.db, episodeId, delaySeconds);
      message.retry({ delaySeconds });
    }
  }
}

function isForGood(error: unknown): error is HearingError | OutboundError {
  if (error instanceof HearingError) return !error.isTemporary;
  return error instanceof OutboundError && !isTemporary(error);
}

/** What was heard so far stays: whoever asks after the rest goes on from there. */
export async function consumeDeadHearing(batch: MessageBatch, env: Env): Promise<void> {
  const deps = {
    db: createDatabase(env.DB),
    bucket: env.TRANSCRIPTS,
    retryHours: settingsOf(env).TRANSCRIPT_RETRY_HOURS,
  };
  for (const message of batch.messages) {
    const job = hearingJobSchema.safeParse(message.body).data;
    if (job) await giveUpHearing(deps, job.episodeId, GAVE_UP, { canGoOn: true });
  }
  await recordFailedJobs(batch, env);
}

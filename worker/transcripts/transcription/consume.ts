/** The transcription queue. Each message is one piece of an episode's audio. */

import { type TranscriptionJob, transcriptionJobSchema } from '../../../schema/wire/jobs.ts';
import { createDatabase } from '../../platform/database.ts';
import { MAX_DEATHS, withLease } from '../../platform/leases.ts';
import { describeError, log } from '../../platform/logging.ts';
import { fetchOutsideFor } from '../../platform/outbound/fetch-outside-for.ts';
import { isTemporary, OutboundError } from '../../platform/outbound/outbound-error.ts';
import { recordFailedJobs } from '../../platform/queues/failed-jobs.ts';
import { readJob } from '../../platform/queues/read-job.ts';
import { retryDelaySeconds, retryLater } from '../../platform/queues/retry-delay.ts';
import { settingsOf } from '../../platform/settings.ts';
import { TranscriptionError, transcriptionFor } from './speech-to-text.ts';
import { holdTranscription } from './store.ts';
import {
  giveUpTranscription,
  type TranscriptionDeps,
  transcribeEpisode,
} from './transcribe-episode.ts';

const GAVE_UP = 'The audio of this episode could not be transcribed.';

interface ConsumerDeps extends TranscriptionDeps {
  queue: Pick<Queue<TranscriptionJob>, 'send'>;
}

function transcriptionDeps(env: Env): ConsumerDeps {
  const settings = settingsOf(env);
  return {
    db: createDatabase(env.DB),
    bucket: env.TRANSCRIPTS,
    fetchOutside: fetchOutsideFor(env),
    transcribe: transcriptionFor(env),
    queue: env.TRANSCRIPTION_QUEUE,
    retryHours: settings.TRANSCRIPT_RETRY_HOURS,
  };
}

/** @param deps replaceable in tests */
export async function consumeTranscription(
  batch: MessageBatch,
  env: Env,
  deps: ConsumerDeps = transcriptionDeps(env),
): Promise<void> {
  for (const message of batch.messages) await settle(deps, message);
}

async function settle(deps: ConsumerDeps, message: Message): Promise<void> {
  const job = readJob(transcriptionJobSchema, message);
  if (!job) return;
  const isRepeated = message.attempts > 1;
  try {
    const worked = await withLease(
      deps.db,
      `transcription ${job.episodeId}`,
      async (deaths) => {
        if (deaths < MAX_DEATHS) return { next: await transcribeEpisode(deps, job, isRepeated) };
        log.error('transcription_given_up', { episodeId: job.episodeId, piece: job.pieces });
        await giveUpTranscription(deps, job.episodeId, GAVE_UP, { canGoOn: true });
        return { next: null };
      },
      () => holdTranscription(deps.db, job.episodeId),
    );
    // Sent after the lease is released, or the next piece would find it taken. If another worker holds
    // the lease there is nothing to do; if that worker dies, its work is taken over.
    if (worked?.next) await deps.queue.send(worked.next);
    message.ack();
  } catch (error) {
    const { episodeId } = job;
    log.warn('transcription_failed', { episodeId, piece: job.pieces, error: describeError(error) });
    if (isForGood(error)) {
      await giveUpTranscription(deps, episodeId, error.message, { canGoOn: false });
      message.ack();
    } else {
      const delaySeconds = retryDelaySeconds(message.attempts);
      await retryLater(message, delaySeconds, () =>
        holdTranscription(deps.db, episodeId, delaySeconds),
      );
    }
  }
}

function isForGood(error: unknown): error is TranscriptionError | OutboundError {
  if (error instanceof TranscriptionError) return !error.isTemporary;
  return error instanceof OutboundError && !isTemporary(error);
}

/** What was transcribed is kept, so that the next request continues from there. */
export async function consumeDeadTranscription(batch: MessageBatch, env: Env): Promise<void> {
  const deps = {
    db: createDatabase(env.DB),
    bucket: env.TRANSCRIPTS,
    retryHours: settingsOf(env).TRANSCRIPT_RETRY_HOURS,
  };
  for (const message of batch.messages) {
    const job = transcriptionJobSchema.safeParse(message.body).data;
    if (job) await giveUpTranscription(deps, job.episodeId, GAVE_UP, { canGoOn: true });
  }
  await recordFailedJobs(batch, env);
}

/** The insights queue. Each message is parsed, processed and settled on its own. */
import { type InsightJob, insightJobSchema } from '../../schema/wire/jobs.ts';
import type { Assistant } from '../assistant/assistant.ts';
import { assistantFor } from '../assistant/choose-assistant.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { describeError, log } from '../platform/logging.ts';
import { recordFailedJobs } from '../platform/queues/failed-jobs.ts';
import { readJob } from '../platform/queues/read-job.ts';
import { retryLater } from '../platform/queues/retry-delay.ts';
import { findTranscript, transcriptDeps } from '../transcripts/find-transcript.ts';
import {
  failSharing,
  type GenerateDeps,
  generateInsight,
  INSIGHT_FAILED,
} from './generate-insight.ts';
import { holdGeneration } from './generation-leases.ts';

/**
 * After this many attempts the insight fails, with the reason if it is known. May differ from the
 * queue's `max_retries`: `consumeDeadInsights` handles messages that run out there first.
 */
const GIVE_UP_AFTER = 4;
/** How soon to look again while another reader's generation is running. */
const LOOK_AGAIN_SECONDS = 10;
/** Somebody is waiting, so the first retry is soon. Each further one is this much later. */
const RETRY_SECONDS = 15;

/** @param assistant replaceable in tests */
export async function consumeInsightBatch(
  batch: MessageBatch,
  env: Env,
  assistant: Assistant = assistantFor(env),
): Promise<void> {
  // The generation was charged, which also pays for transcribing the episode.
  const transcripts = transcriptDeps(env, { mayTranscribe: true });
  const deps: GenerateDeps = {
    db: createDatabase(env.DB),
    sessions: env.CHAT_SESSIONS,
    assistant,
    findTranscript: (episodeId) => findTranscript(transcripts, episodeId),
  };
  for (const message of batch.messages) await settle(message, deps, env.INSIGHT_QUEUE);
}

async function settle(message: Message, deps: GenerateDeps, queue: Queue<InsightJob>) {
  const job = readJob(insightJobSchema, message);
  if (!job) return;
  try {
    const outcome = await generateInsight(deps, job.generationId);
    if (outcome === 'waiting') {
      await holdGeneration(deps.db, job.generationId, LOOK_AGAIN_SECONDS);
      await queue.send(job, { delaySeconds: LOOK_AGAIN_SECONDS });
    }
    message.ack();
  } catch (error) {
    log.error('insight_failed', {
      generationId: job.generationId,
      attempts: message.attempts,
      error: describeError(error),
    });
    if (message.attempts < GIVE_UP_AFTER) {
      const delaySeconds = RETRY_SECONDS * message.attempts;
      const hold = () => holdGeneration(deps.db, job.generationId, delaySeconds);
      return retryLater(message, delaySeconds, hold);
    }
    // Only our own messages; internal errors are not shown.
    const reason = error instanceof AppError ? error.message : INSIGHT_FAILED;
    await failSharing(deps, job.generationId, reason);
    message.ack();
  }
}

/** Handles dead-lettered messages, whose Worker died on every attempt. */
export async function consumeDeadInsights(batch: MessageBatch, env: Env): Promise<void> {
  const deps = { db: createDatabase(env.DB), sessions: env.CHAT_SESSIONS };
  for (const message of batch.messages) {
    const job = insightJobSchema.safeParse(message.body).data;
    if (job) await failSharing(deps, job.generationId, INSIGHT_FAILED);
  }
  await recordFailedJobs(batch, env);
}

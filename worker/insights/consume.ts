/** The queue of insights: each message is parsed, worked and settled alone. */
import { type InsightJob, insightJobSchema } from '../../schema/wire/jobs.ts';
import type { Assistant } from '../assistant/assistant.ts';
import { assistantFor } from '../assistant/choose-assistant.ts';
import { notifySessions } from '../chat/notify-sessions.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { recordFailedJobs } from '../platform/failed-jobs.ts';
import { describe, log } from '../platform/logging.ts';
import { retryDelaySeconds } from '../platform/retry-delay.ts';
import { findTranscript, transcriptDeps } from '../transcripts/find-transcript.ts';
import { type GenerateDeps, generateInsight } from './generate-insight.ts';
import { failGenerations } from './store.ts';

/**
 * After so many tries the reader is told, with what is known of the reason. It need not agree with
 * the queue's `max_retries`: what runs out there first is told by `consumeDeadInsights`.
 */
const GIVE_UP_AFTER = 4;
/** Until somebody who waits for another's generation looks again. */
const FOLLOW_SECONDS = 10;

export const INSIGHT_FAILED = 'Sorry, there was an error generating insights. Please try again.';

/** @param assistant a test may hand in its own */
export async function consumeInsightBatch(
  batch: MessageBatch,
  env: Env,
  assistant: Assistant = assistantFor(env),
): Promise<void> {
  // A generation was taken for it: that may cost the hearing of an episode, too.
  const transcripts = transcriptDeps(env, { mayHear: true });
  const deps: GenerateDeps = {
    db: createDatabase(env.DB),
    sessions: env.CHAT_SESSIONS,
    assistant,
    findTranscript: (episodeId) => findTranscript(transcripts, episodeId),
  };
  for (const message of batch.messages) await settle(message, deps, env.INSIGHT_QUEUE);
}

async function settle(message: Message, deps: GenerateDeps, queue: Queue<InsightJob>) {
  const job = insightJobSchema.safeParse(message.body).data;
  if (!job) {
    log.error('job_not_understood', { id: message.id });
    return message.ack();
  }
  try {
    const outcome = await generateInsight(deps, job.generationId);
    if (outcome === 'waiting') await queue.send(job, { delaySeconds: FOLLOW_SECONDS });
    message.ack();
  } catch (error) {
    log.error('insight_failed', {
      generationId: job.generationId,
      attempts: message.attempts,
      error: describe(error),
    });
    if (message.attempts < GIVE_UP_AFTER) {
      return message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
    }
    // In our own words what we know, nothing of an inner error's text.
    await giveUp(deps, job, error instanceof AppError ? error.message : INSIGHT_FAILED);
    message.ack();
  }
}

/** Messages that were never settled, because the Worker died of them each time. */
export async function consumeDeadInsights(batch: MessageBatch, env: Env): Promise<void> {
  const deps = { db: createDatabase(env.DB), sessions: env.CHAT_SESSIONS };
  for (const message of batch.messages) {
    const job = insightJobSchema.safeParse(message.body).data;
    if (job) await giveUp(deps, job, INSIGHT_FAILED);
  }
  await recordFailedJobs(batch, env);
}

/** Records the failure, gives the generation back, and tells whoever looks on. */
async function giveUp(
  deps: Pick<GenerateDeps, 'db' | 'sessions'>,
  { generationId }: InsightJob,
  message: string,
): Promise<void> {
  const [failed] = await failGenerations(deps.db, [generationId], message);
  if (!failed) return;
  await notifySessions(deps, [failed.userId], failed.episodeId, { type: 'failed', message });
}

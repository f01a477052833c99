import { refreshJobSchema } from '../../schema/wire/jobs.ts';
import { recordFailedJobs } from '../platform/failed-jobs.ts';
import { describe, log } from '../platform/logging.ts';
import { retryDelaySeconds } from '../platform/retry-delay.ts';
import { type RefreshDeps, refreshPodcast } from './refresh.ts';
import { refreshDeps } from './refresh-deps.ts';

/** Each message alone: done, tried again later, or, where its trouble is for good, let go. */
export async function consumeRefreshes(batch: MessageBatch, env: Env): Promise<void> {
  const deps = refreshDeps(env);
  await Promise.all(batch.messages.map((message) => consumeOne(deps, message)));
}

async function consumeOne(deps: RefreshDeps, message: Message): Promise<void> {
  const job = refreshJobSchema.safeParse(message.body);
  if (!job.success) {
    log.error('job_not_understood', { id: message.id });
    message.ack();
    return;
  }
  try {
    const outcome = await refreshPodcast(deps, job.data.podcastId);
    if (outcome.status === 'failed' && outcome.isTemporary) {
      message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
    } else {
      message.ack();
    }
  } catch (error) {
    log.error('refresh_crashed', { podcastId: job.data.podcastId, error: describe(error) });
    message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
  }
}

export const consumeDeadRefreshes = recordFailedJobs;

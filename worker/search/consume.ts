import { searchJobSchema } from '../../schema/wire/jobs.ts';
import { describe, log } from '../platform/logging.ts';
import { retryDelaySeconds } from '../platform/retry-delay.ts';
import { sweepPage } from './sweep.ts';
import { indexDeps, indexSource } from './update-index.ts';

/** One after the other, because two concurrent writes of a source could leave the older text. */
export async function consumeSearchJobs(batch: MessageBatch, env: Env): Promise<void> {
  const deps = indexDeps(env);
  for (const message of batch.messages) {
    const job = searchJobSchema.safeParse(message.body).data;
    if (!job) {
      log.error('job_not_understood', { id: message.id });
      message.ack();
      continue;
    }
    try {
      if ('sweep' in job) await sweepPage(deps, env.SEARCH_QUEUE, job.sweep);
      else await indexSource(deps, job);
      message.ack();
    } catch (error) {
      log.error('indexing_failed', { job: JSON.stringify(job), error: describe(error) });
      message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
    }
  }
}

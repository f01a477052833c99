import { type SearchChange, searchJobSchema } from '../../schema/wire/jobs.ts';
import { createDatabase } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import { recordFailedJob } from '../platform/queues/failed-jobs.ts';
import { readJob } from '../platform/queues/read-job.ts';
import { retryDelaySeconds } from '../platform/queues/retry-delay.ts';
import { deleteChanges, isWaiting } from './changes.ts';
import { indexSuspect } from './index-suspect.ts';
import { sweepPage } from './sweep.ts';
import { type IndexDeps, indexDeps, indexSource } from './update-index.ts';

/** One after the other, because two concurrent writes of a source could leave the older text. */
export async function consumeSearchJobs(batch: MessageBatch, env: Env): Promise<void> {
  const deps = indexDeps(env);
  for (const message of batch.messages) {
    const job = readJob(searchJobSchema, message);
    if (!job) continue;
    try {
      if ('sweep' in job) await sweepPage(deps, env.SEARCH_QUEUE, job.sweep, message.attempts);
      else await indexChange(deps, job, message.attempts > 1);
      message.ack();
    } catch (error) {
      log.error('indexing_failed', { job: JSON.stringify(job), error: describeError(error) });
      message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
    }
  }
}

/** A change that was sent again while its first message waited is in the index already. */
async function indexChange(
  deps: IndexDeps,
  { changes, ...source }: SearchChange,
  isRepeated: boolean,
): Promise<void> {
  if (changes && !(await isWaiting(deps.db, changes))) return;
  if (isRepeated) await indexSuspect(deps, source.kind, source.sourceId);
  else await indexSource(deps, source);
  if (changes) await deleteChanges(deps.db, changes);
}

/** Stores dead-lettered messages for the operator. Their changes are no longer sent again. */
export async function consumeDeadSearchJobs(batch: MessageBatch, env: Env): Promise<void> {
  const db = createDatabase(env.DB);
  for (const message of batch.messages) {
    const { changes, ...job } = Object(message.body);
    await recordFailedJob(db, { id: message.id, queue: batch.queue, body: job });
    if (Array.isArray(changes)) await deleteChanges(db, changes);
    message.ack();
  }
}

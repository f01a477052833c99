/** The queue of imports and exports. Each message is parsed, processed and settled on its own. */
import type { z } from 'zod';
import { transferJobSchema } from '../../schema/wire/jobs.ts';
import { addDeps } from '../own-podcasts/add-podcast.ts';
import { continueOpmlImport } from '../own-podcasts/import-opml.ts';
import { createDatabase } from '../platform/database.ts';
import { LEASE_SECONDS } from '../platform/leases.ts';
import { describeError, log } from '../platform/logging.ts';
import { recordFailedJobs } from '../platform/queues/failed-jobs.ts';
import { readJob } from '../platform/queues/read-job.ts';
import { retryDelaySeconds } from '../platform/queues/retry-delay.ts';
import { makeExport } from './export/make-export.ts';
import { EXPORT_FAILED, failExport } from './export/store.ts';
import { continueAccountImport } from './import/continue-import.ts';
import { failAccountImport } from './import/progress.ts';

type TransferJob = z.output<typeof transferJobSchema>;

/**
 * After this many attempts an export or an import of an account fails. `consumeDeadTransfers` handles
 * those that run out first.
 */
const GIVE_UP_AFTER = 4;

export async function consumeTransfers(batch: MessageBatch, env: Env): Promise<void> {
  for (const message of batch.messages) await settle(message, env);
}

async function settle(message: Message, env: Env): Promise<void> {
  const job = readJob(transferJobSchema, message);
  if (!job) return;
  try {
    if ((await work(job, env)) === 'busy') {
      // Not retried: a retry would count as a failure of work that is going well.
      await env.TRANSFER_QUEUE.send(job, { delaySeconds: LEASE_SECONDS });
    }
    message.ack();
  } catch (error) {
    log.error('transfer_failed', { attempts: message.attempts, error: describeError(error) });
    if (message.attempts >= GIVE_UP_AFTER && (await giveUp(job, env))) return message.ack();
    message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
  }
}

async function work(job: TransferJob, env: Env): Promise<'done' | 'busy'> {
  const { TRANSCRIPTS: bucket, TRANSFER_QUEUE: queue, REFRESH_QUEUE: refreshes } = env;
  const db = createDatabase(env.DB);
  if ('exportId' in job) return makeExport({ db, bucket }, job.exportId);
  if ('accountImportId' in job) {
    return continueAccountImport({ db, bucket, refreshes, queue }, job.accountImportId);
  }
  await continueOpmlImport({ ...addDeps(env), queue }, job.importId);
  return 'done';
}

/** Marks the export or import as failed. Returns false for jobs that have no row to mark. */
async function giveUp(job: TransferJob, { DB }: Env): Promise<boolean> {
  const db = createDatabase(DB);
  if ('exportId' in job) await failExport(db, job.exportId, EXPORT_FAILED);
  else if ('accountImportId' in job) await failAccountImport(db, job.accountImportId);
  else return false;
  return true;
}

/** Handles dead-lettered messages, whose Worker died on every attempt. */
export async function consumeDeadTransfers(batch: MessageBatch, env: Env): Promise<void> {
  for (const { body } of batch.messages) {
    const job = transferJobSchema.safeParse(body).data;
    if (job) await giveUp(job, env);
  }
  await recordFailedJobs(batch, env);
}

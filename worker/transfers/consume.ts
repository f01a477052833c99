/** The queue of imports and exports. Each message is parsed, processed and settled on its own. */
import { type ExportJob, exportJobSchema, transferJobSchema } from '../../schema/wire/jobs.ts';
import { addDeps } from '../own-podcasts/add-deps.ts';
import { continueImport } from '../own-podcasts/import-opml.ts';
import { createDatabase } from '../platform/database.ts';
import { recordFailedJobs } from '../platform/failed-jobs.ts';
import { LEASE_SECONDS } from '../platform/leases.ts';
import { describe, log } from '../platform/logging.ts';
import { retryDelaySeconds } from '../platform/retry-delay.ts';
import { EXPORT_FAILED, failExport } from './export-store.ts';
import { makeExport } from './make-export.ts';

/** After this many attempts an export fails. `consumeDeadTransfers` handles those that run out first. */
const GIVE_UP_AFTER = 4;

export async function consumeTransfers(batch: MessageBatch, env: Env): Promise<void> {
  for (const message of batch.messages) await settle(message, env);
}

async function settle(message: Message, env: Env): Promise<void> {
  const job = transferJobSchema.safeParse(message.body).data;
  if (!job) {
    log.error('job_not_understood', { id: message.id });
    return message.ack();
  }
  try {
    if ('importId' in job) {
      await continueImport({ ...addDeps(env), queue: env.TRANSFER_QUEUE }, job.importId);
    } else if ((await startedExport(job, env)) === 'busy') {
      return message.retry({ delaySeconds: LEASE_SECONDS });
    }
    message.ack();
  } catch (error) {
    log.error('transfer_failed', { attempts: message.attempts, error: describe(error) });
    if ('exportId' in job && message.attempts >= GIVE_UP_AFTER) {
      await failExport(createDatabase(env.DB), job.exportId, EXPORT_FAILED);
      return message.ack();
    }
    message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
  }
}

const startedExport = ({ exportId }: ExportJob, { DB, TRANSCRIPTS }: Env) =>
  makeExport({ db: createDatabase(DB), bucket: TRANSCRIPTS }, exportId);

/** Handles dead-lettered messages, whose Worker died on every attempt. */
export async function consumeDeadTransfers(batch: MessageBatch, env: Env): Promise<void> {
  const db = createDatabase(env.DB);
  for (const { body } of batch.messages) {
    const job = exportJobSchema.safeParse(body).data;
    if (job) await failExport(db, job.exportId, EXPORT_FAILED);
  }
  await recordFailedJobs(batch, env);
}

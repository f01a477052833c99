import { transferJobSchema } from '../../schema/wire/jobs.ts';
import { describe, log } from '../platform/logging.ts';
import { retryDelaySeconds } from '../platform/retry-delay.ts';
import { addDeps } from './add-deps.ts';
import { continueImport } from './import-opml.ts';

/** Each message alone: done, or tried again later. */
export async function consumeTransfers(batch: MessageBatch, env: Env): Promise<void> {
  for (const message of batch.messages) {
    const job = transferJobSchema.safeParse(message.body).data;
    if (!job) {
      log.error('job_not_understood', { id: message.id });
      message.ack();
      continue;
    }
    try {
      await continueImport({ ...addDeps(env), queue: env.TRANSFER_QUEUE }, job.importId);
      message.ack();
    } catch (error) {
      log.error('transfer_failed', { error: describe(error) });
      message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
    }
  }
}

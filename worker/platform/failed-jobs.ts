import { failedJobs } from '../../schema/tables/jobs.ts';
import { createDatabase } from './database.ts';
import { log } from './logging.ts';

/** What a dead-letter queue brings is kept for the operator, then acknowledged. */
export async function recordFailedJobs(batch: MessageBatch, env: Pick<Env, 'DB'>): Promise<void> {
  const db = createDatabase(env.DB);
  for (const message of batch.messages) {
    await db
      .insert(failedJobs)
      .values({
        id: message.id,
        queue: batch.queue,
        body: message.body,
        failedAt: new Date(),
      })
      .onConflictDoNothing();
    log.error('job_failed', { queue: batch.queue, id: message.id });
    message.ack();
  }
}

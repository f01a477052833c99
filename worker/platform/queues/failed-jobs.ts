import { addMinutes } from 'date-fns';
import { asc, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { failedJobs } from '../../../schema/tables/jobs.ts';
import { createDatabase, type Database, isAmong } from '../database.ts';
import { describeError, log } from '../logging.ts';

/** Stores dead-lettered messages for the operator and acknowledges them. */
export async function recordFailedJobs(batch: MessageBatch, env: Pick<Env, 'DB'>): Promise<void> {
  const db = createDatabase(env.DB);
  for (const message of batch.messages) {
    await recordFailedJob(db, { id: message.id, queue: batch.queue, body: message.body });
    message.ack();
  }
}

/**
 * Stores a job that failed too often for the operator. Idempotent by its id.
 *
 * @param job `queue` names the dead-letter queue
 * @param isWorthRetrying whether to send it again without the operator
 */
export async function recordFailedJob(
  db: Database,
  job: { id: string; queue: string; body: unknown },
  isWorthRetrying = false,
): Promise<void> {
  const failedAt = new Date();
  await db
    .insert(failedJobs)
    .values({ ...job, failedAt, retryRequestedAt: isWorthRetrying ? failedAt : null })
    .onConflictDoNothing();
  log.error('job_failed', { queue: job.queue, id: job.id });
}

/**
 * Returns the statement that requests a retry of one job, or of all if the id is null. A job that is
 * being sent keeps its later time, so that nobody else sends it.
 */
export const requestRetry = (id: string | null, now: Date): SQL => sql`
  UPDATE failed_jobs SET retry_requested_at = ifnull(retry_requested_at, ${now.getTime()})
  WHERE ${id === null ? sql`TRUE` : sql`id = ${id}`} RETURNING id`;

/**
 * Sends a job that nobody would take over if it were lost. If the queue takes no messages now, the job is kept with the
 * failed ones, and sent within a minute or two.
 *
 * @param deadQueue the name of the queue's dead-letter queue
 */
export async function sendSurely<Job>(
  db: Database,
  queue: Pick<Queue<Job>, 'send'>,
  deadQueue: string,
  body: Job,
): Promise<void> {
  try {
    await queue.send(body);
  } catch (error) {
    log.error('job_not_sent', { queue: deadQueue, error: describeError(error) });
    const now = new Date();
    await db.insert(failedJobs).values({
      id: crypto.randomUUID(),
      queue: deadQueue,
      body,
      failedAt: now,
      retryRequestedAt: now,
    });
  }
}

/** Jobs sent again per run. */
const RETRIES_AT_ONCE = 100;
/** After this, a claimed job counts as not sent. Sending takes seconds. */
const CLAIM_MINUTES = 5;

/**
 * Sends the jobs that an operator wants to retry back to their queues, each claimed by one of several
 * concurrent callers. A job is deleted after sending: a crash in between sends it twice, which jobs
 * tolerate. A job of an unknown queue stays in the list, without its request.
 *
 * @param queues by the name of their dead-letter queue
 * @returns how many were sent
 */
export async function retryFailedJobs(
  db: Database,
  queues: Record<string, Pick<Queue<unknown>, 'send'>>,
): Promise<number> {
  const jobs = await claimRequested(db, new Date());
  const sent: string[] = [];
  const kept: string[] = [];
  try {
    for (const { id, queue: name, body } of jobs) {
      const queue = queues[name];
      if (queue) {
        await queue.send(body);
        sent.push(id);
      } else {
        log.error('job_queue_unknown', { queue: name, id });
        kept.push(id);
      }
    }
  } finally {
    if (jobs.length > 0) {
      await db.batch([
        db.delete(failedJobs).where(isAmong(failedJobs.id, sent)),
        db.update(failedJobs).set({ retryRequestedAt: null }).where(isAmong(failedJobs.id, kept)),
      ]);
    }
  }
  return sent.length;
}

/** In one statement, so that no two callers get the same job. */
function claimRequested(db: Database, now: Date) {
  const requested = db
    .select({ id: failedJobs.id })
    .from(failedJobs)
    .where(lte(failedJobs.retryRequestedAt, now))
    .orderBy(asc(failedJobs.failedAt))
    .limit(RETRIES_AT_ONCE);
  return db
    .update(failedJobs)
    .set({ retryRequestedAt: addMinutes(now, CLAIM_MINUTES) })
    .where(inArray(failedJobs.id, requested))
    .returning({ id: failedJobs.id, queue: failedJobs.queue, body: failedJobs.body });
}

import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { failedJobs } from '../../../schema/tables/jobs.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import { takeOverLostWork } from '../../../worker/take-over.ts';
import { recordingQueue } from '../../support/queues.ts';

const db = createDatabase(env.DB);

async function failJob(body: unknown, retryRequestedAt: Date | null) {
  const id = crypto.randomUUID();
  await db
    .insert(failedJobs)
    .values({ id, queue: 'dripcast-refresh-dead', body, failedAt: new Date(), retryRequestedAt });
  return id;
}

test('a failed job that the operator asked to retry goes back to its queue, once', async () => {
  const body = { podcastId: crypto.randomUUID() };
  const id = await failJob(body, new Date());
  const { queue, sent } = recordingQueue();
  await takeOverLostWork({ ...env, REFRESH_QUEUE: queue });
  await takeOverLostWork({ ...env, REFRESH_QUEUE: queue });
  expect(sent.filter((job) => JSON.stringify(job) === JSON.stringify(body))).toHaveLength(1);
  expect(await db.select().from(failedJobs).where(eq(failedJobs.id, id))).toEqual([]);
});

test('a failed job without a retry request stays in the list', async () => {
  const body = { podcastId: crypto.randomUUID() };
  const id = await failJob(body, null);
  const { queue, sent } = recordingQueue();
  await takeOverLostWork({ ...env, REFRESH_QUEUE: queue });
  expect(sent).not.toContainEqual(body);
  expect(await db.select().from(failedJobs).where(eq(failedJobs.id, id))).toHaveLength(1);
});

import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { failedJobs } from '../../../schema/tables/jobs.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import { takeOverLostWork } from '../../../worker/take-over.ts';
import { recordingQueue } from '../../support/queues.ts';

const db = createDatabase(env.DB);

async function failJob(
  body: unknown,
  retryRequestedAt: Date | null,
  queue = 'dripcast-refresh-dead',
) {
  const id = crypto.randomUUID();
  await db.insert(failedJobs).values({ id, queue, body, failedAt: new Date(), retryRequestedAt });
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

test('a failed job of an unknown queue stays in the list, and its request is answered once', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const queue = 'a-queue-of-an-older-version-dead';
  const id = await failJob({ podcastId: crypto.randomUUID() }, new Date(), queue);
  await takeOverLostWork({ ...env, REFRESH_QUEUE: recordingQueue().queue });
  await takeOverLostWork({ ...env, REFRESH_QUEUE: recordingQueue().queue });
  const [kept] = await db.select().from(failedJobs).where(eq(failedJobs.id, id));
  expect(kept).toMatchObject({ queue, retryRequestedAt: null });
  const said = error.mock.calls.flat().map(String);
  expect(said.filter((line) => line.includes(id))).toHaveLength(1);
});

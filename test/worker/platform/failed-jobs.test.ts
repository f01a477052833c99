import { env } from 'cloudflare:workers';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { failedJobs } from '../../../schema/tables/jobs.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import { requestRetry, retryFailedJobs } from '../../../worker/platform/queues/failed-jobs.ts';
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

test('of two runs at once, one sends a failed job', async () => {
  const body = { podcastId: crypto.randomUUID() };
  await failJob(body, new Date());
  const { queue, sent } = recordingQueue();
  const run = () => takeOverLostWork({ ...env, REFRESH_QUEUE: queue });
  await Promise.all([run(), run()]);
  expect(sent.filter((job) => JSON.stringify(job) === JSON.stringify(body))).toHaveLength(1);
});

/** Sends the requested jobs. */
const sendTo = (send: (body: unknown) => Promise<unknown>) =>
  retryFailedJobs(db, { 'dripcast-refresh-dead': { send } as unknown as Queue<unknown> });

test('a job that cannot be sent is tried later, and those before it are not sent again', async () => {
  const [sentId, waitingId] = [await failJob('first', null), await failJob('second', null)];
  for (const id of [sentId, waitingId]) await db.run(requestRetry(id, new Date()));
  const sent: unknown[] = [];
  await expect(
    sendTo(async (body) => {
      if (sent.push(body) === 2) throw new Error('It is down.');
    }),
  ).rejects.toThrow('It is down.');
  const [waiting, ...others] = await db
    .select()
    .from(failedJobs)
    .where(inArray(failedJobs.id, [sentId, waitingId]));
  expect(others).toEqual([]);
  expect(waiting?.body).toBe(sent[1]);
  expect(waiting?.retryRequestedAt?.getTime()).toBeGreaterThan(Date.now());
  await db.delete(failedJobs).where(eq(failedJobs.id, waiting?.id ?? ''));
});

test('a job that is being sent is not sent again by a second request', async () => {
  const id = await failJob('once', new Date());
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  const send = async (body: unknown) => void sent.push(body);
  const first = sendTo(async (body) => {
    await promise;
    await send(body);
  });
  const claimed = () =>
    db.$count(failedJobs, and(eq(failedJobs.id, id), gt(failedJobs.retryRequestedAt, new Date())));
  await expect.poll(claimed).toBe(1);
  expect(await db.all(requestRetry(id, new Date()))).toEqual([{ id }]);
  expect(await sendTo(send)).toBe(0);
  resolve();
  expect(await first).toBe(1);
  expect(sent).toEqual(['once']);
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

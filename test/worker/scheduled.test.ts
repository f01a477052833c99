import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { accountExports } from '../../schema/tables/exports.ts';
import { failingBucket } from '../support/buckets.ts';
import { makePerson } from '../support/people.ts';
import { db } from '../support/podcasts.ts';
import { fullQueue, recordingQueue, runScheduled, runWeekly } from '../support/queues.ts';

test('the weekly run starts although the bucket is down', async () => {
  const { id: userId } = await makePerson();
  await db.insert(accountExports).values({
    userId,
    formats: ['json'],
    origin: 'http://localhost',
    status: 'done',
    expiresAt: new Date(1),
  });
  const TRANSCRIPTS = failingBucket(env.TRANSCRIPTS, 'delete');
  const { queue, sent } = recordingQueue();
  await runWeekly({ ...env, TRANSCRIPTS, REFRESH_QUEUE: queue });
  expect(sent).toContainEqual(expect.objectContaining({ weeklyAfterId: '' }));
});

test('what is done every minute starts no weekly run and no check of the search', async () => {
  const [refreshes, searches] = [recordingQueue(), recordingQueue()];
  const own: Env = { ...env, REFRESH_QUEUE: refreshes.queue, SEARCH_QUEUE: searches.queue };
  const weekly = expect.objectContaining({ weeklyAfterId: '' });
  const sweep = expect.objectContaining({ sweep: expect.anything() });
  await runScheduled('* * * * *', own);
  expect(refreshes.sent).not.toContainEqual(weekly);
  expect(searches.sent).not.toContainEqual(sweep);
  await runScheduled('0 5 * * 1', own);
  expect(refreshes.sent).toContainEqual(weekly);
  expect(searches.sent).toContainEqual(sweep);
});

test('a weekly run that its queue does not take is started by a later run', async () => {
  await runWeekly({ ...env, REFRESH_QUEUE: fullQueue() });
  const { queue, sent } = recordingQueue();
  const isFirstPage = expect.objectContaining({ weeklyAfterId: '' });
  for (const times of [1, 1]) {
    await runScheduled('* * * * *', { ...env, REFRESH_QUEUE: queue });
    expect(sent.filter((job) => isFirstPage.asymmetricMatch(job))).toHaveLength(times);
  }
});

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { accountExports } from '../../schema/tables/exports.ts';
import { makePerson } from '../support/people.ts';
import { db } from '../support/podcasts.ts';
import { recordingQueue, runWeekly } from '../support/queues.ts';

test('the weekly run starts although the bucket is down', async () => {
  const { id: userId } = await makePerson();
  await db.insert(accountExports).values({
    ...{ userId, formats: ['json'], origin: 'http://localhost', status: 'done' },
    expiresAt: new Date(1),
  });
  const down = () => Promise.reject(new Error('The bucket is down'));
  const TRANSCRIPTS = new Proxy(env.TRANSCRIPTS, {
    get: (target, name) => (name === 'delete' ? down : Reflect.get(target, name)),
  });
  const { queue, sent } = recordingQueue();
  await runWeekly({ ...env, TRANSCRIPTS, REFRESH_QUEUE: queue });
  expect(sent).toContainEqual(expect.objectContaining({ weeklyAfterId: '' }));
});

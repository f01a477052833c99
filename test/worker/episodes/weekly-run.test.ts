import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { subscriptions } from '../../../schema/tables/catalogue.ts';
import { failedJobs } from '../../../schema/tables/jobs.ts';
import { serve } from '../../support/outside.ts';
import { makePerson } from '../../support/people.ts';
import { db, episodesOf, makePodcast, rss, subscribe } from '../../support/podcasts.ts';
import { deliver, recordingQueue, runWeekly } from '../../support/queues.ts';

describe('the weekly run', () => {
  test('queues one message for each podcast that somebody subscribes to', async () => {
    await db.delete(subscriptions);
    const [ada, ben] = [await makePerson(), await makePerson()];
    const [shared, single, lonely] = [
      await makePodcast(),
      await makePodcast(),
      await makePodcast(),
    ];
    const removed = await makePodcast({ removedAt: new Date() });
    await subscribe(ada.id, shared.id, single.id, removed.id);
    await subscribe(ben.id, shared.id);
    const { queue, sent } = recordingQueue();
    await runWeekly({ ...env, REFRESH_QUEUE: queue });
    expect(sent).toHaveLength(2);
    expect(sent).toEqual(
      expect.arrayContaining([{ podcastId: shared.id }, { podcastId: single.id }]),
    );
    expect(sent).not.toContainEqual({ podcastId: lonely.id });
  });

  test('reaches all podcasts, however many there are', async () => {
    await db.delete(subscriptions);
    const person = await makePerson();
    const ids: string[] = [];
    for (let made = 0; made < 205; made++) ids.push((await makePodcast()).id);
    await subscribe(person.id, ...ids);
    const { queue, sent } = recordingQueue();
    await runWeekly({ ...env, REFRESH_QUEUE: queue });
    const reached = sent.map((body) => (body as { podcastId: string }).podcastId);
    expect(reached.toSorted()).toEqual(ids.toSorted());
  });

  test('ends with new episodes, with nobody clicking anything', async () => {
    await db.delete(subscriptions);
    const body = rss('Weekly', [{ guid: '1', title: 'Of this week' }]);
    const feedUrl = await serve(`/${crypto.randomUUID()}.xml`, { body });
    const podcast = await makePodcast({ feedUrl });
    await subscribe((await makePerson()).id, podcast.id);
    await runWeekly();
    await vi.waitFor(async () => expect(await episodesOf(podcast.id)).toHaveLength(1), 15_000);
  });
});

describe('messages that failed for good', () => {
  test('are kept for the operator, once each, and acknowledged', async () => {
    const body = { podcastId: crypto.randomUUID() };
    const messages = [{ body }, { body: 'garbage' }];
    const result = await deliver('dripcast-refresh-dead', messages);
    expect(result.acked).toEqual(['m0', 'm1']);
    await deliver('dripcast-refresh-dead', messages);
    const kept = await db
      .select()
      .from(failedJobs)
      .where(eq(failedJobs.queue, 'dripcast-refresh-dead'))
      .orderBy(failedJobs.id);
    expect(kept.map((job) => job.body)).toEqual([body, 'garbage']);
    expect(kept[0]?.failedAt).toBeInstanceOf(Date);
  });

  test('a batch of a queue that nobody reads is an error, not lost in silence', async () => {
    await expect(deliver('some-other-queue', [{ body: {} }])).rejects.toThrow(/some-other-queue/);
  });
});

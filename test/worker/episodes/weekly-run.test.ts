import { env } from 'cloudflare:workers';
import { differenceInHours, differenceInMinutes, subHours, subSeconds } from 'date-fns';
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { subscriptions } from '../../../schema/tables/catalogue.ts';
import { failedJobs, recurringWork } from '../../../schema/tables/jobs.ts';
import {
  type RefreshJob,
  refreshJobSchema,
  weeklyPageJobSchema,
} from '../../../schema/wire/jobs.ts';
import { brokenDatabase, rejectingDatabase } from '../../support/databases.ts';
import { serve, timesAsked } from '../../support/outside.ts';
import { makePerson } from '../../support/people.ts';
import { ageReading, db, episodesOf, makePodcast, rss, subscribe } from '../../support/podcasts.ts';
import {
  deliver,
  fullQueue,
  recordingQueue,
  runScheduled,
  runWeekly,
} from '../../support/queues.ts';

const QUEUE = 'dripcast-refresh';

/** Runs the weekly run, delivering its messages by hand. Returns the podcasts' jobs in order. */
async function followWeekly(bindings: Partial<Env> = {}) {
  const { queue, sent } = recordingQueue();
  const own: Env = { ...env, ...bindings, REFRESH_QUEUE: queue };
  await runWeekly(own);
  const jobs: RefreshJob[] = [];
  let pages = 0;
  for (let body = sent.shift(); body; body = sent.shift()) {
    const page = weeklyPageJobSchema.safeParse(body).data;
    if (page) {
      pages += 1;
      expect((await deliver(QUEUE, [{ body: page }], own)).acked).toEqual(['m0']);
    } else {
      jobs.push(refreshJobSchema.parse(body));
    }
  }
  return { jobs, pages };
}

const idsOf = (jobs: RefreshJob[]) => jobs.map(({ podcastId }) => podcastId).toSorted();

describe('the weekly run', () => {
  test('queues one message per subscribed podcast', async () => {
    await db.delete(subscriptions);
    const [ada, ben] = [await makePerson(), await makePerson()];
    const [shared, single] = [await makePodcast(), await makePodcast(), await makePodcast()];
    const removed = await makePodcast({ removedAt: new Date() });
    await subscribe(ada.id, shared.id, single.id, removed.id);
    await subscribe(ben.id, shared.id);
    const { jobs } = await followWeekly();
    expect(idsOf(jobs)).toEqual([shared.id, single.id].toSorted());
  });

  test('reaches all podcasts page by page, however many there are', async () => {
    await db.delete(subscriptions);
    const person = await makePerson();
    const ids: string[] = [];
    for (let made = 0; made < 205; made++) ids.push((await makePodcast()).id);
    await subscribe(person.id, ...ids);
    const { jobs, pages } = await followWeekly();
    expect(idsOf(jobs)).toEqual(ids.toSorted());
    expect(pages).toBe(3);
  });

  test('resumes from the page where it died', async () => {
    await db.delete(subscriptions);
    const podcast = await makePodcast();
    await subscribe((await makePerson()).id, podcast.id);
    const { queue, sent } = recordingQueue();
    await runWeekly({ ...env, REFRESH_QUEUE: queue });
    const [body] = sent;
    const broken: Env = { ...env, REFRESH_QUEUE: queue, DB: brokenDatabase(env.DB) };
    const died = await deliver(QUEUE, [{ body }], broken);
    expect(died.retried).toEqual([{ id: 'm0', delaySeconds: 30 }]);
    expect(sent).toHaveLength(1);
    await deliver(QUEUE, [{ body }], { ...env, REFRESH_QUEUE: queue });
    expect(sent.slice(1)).toMatchObject([{ podcastId: podcast.id }]);
  });

  test('reads a podcast once if it is queued twice, however much later', async () => {
    const path = `/${crypto.randomUUID()}.xml`;
    const feedUrl = await serve(path, { body: rss('Twice', [{ guid: '1', title: 'One' }]) });
    const { id } = await makePodcast({ feedUrl });
    const begun = subHours(new Date(), 3).getTime();
    const message = { body: { podcastId: id, unlessReadSince: begun } };
    await deliver(QUEUE, [message]);
    // An hour ago: no longer fresh, but since the run began.
    await ageReading(id);
    expect((await deliver(QUEUE, [message])).acked).toEqual(['m0']);
    expect(await timesAsked(path)).toBe(1);
    const nextWeek = { body: { podcastId: id, unlessReadSince: Date.now() } };
    await deliver(QUEUE, [nextWeek]);
    expect(await timesAsked(path)).toBe(2);
  });

  test('whose cron fires twice reads each feed once', async () => {
    await db.delete(subscriptions);
    const paths = [0, 1, 2].map(() => `/${crypto.randomUUID()}.xml`);
    const person = await makePerson();
    for (const path of paths) {
      const body = rss('Once', [{ guid: '1', title: 'One' }]);
      await subscribe(person.id, (await makePodcast({ feedUrl: await serve(path, { body }) })).id);
    }
    const first = await followWeekly();
    expect(first.jobs).toHaveLength(paths.length);
    // While the first run is in progress, and after it.
    expect((await followWeekly()).jobs).toEqual([]);
    await deliver(
      QUEUE,
      first.jobs.map((body) => ({ body })),
    );
    for (const { podcastId } of first.jobs) await ageReading(podcastId);
    const late = await followWeekly();
    await deliver(
      QUEUE,
      late.jobs.map((body) => ({ body })),
    );
    expect(await Promise.all(paths.map(timesAsked))).toEqual([1, 1, 1]);
  });

  test('adds new episodes without any click', async () => {
    await db.delete(subscriptions);
    const body = rss('Weekly', [{ guid: '1', title: 'Of this week' }]);
    const feedUrl = await serve(`/${crypto.randomUUID()}.xml`, { body });
    const podcast = await makePodcast({ feedUrl });
    await subscribe((await makePerson()).id, podcast.id);
    await runWeekly(env);
    await expect.poll(() => episodesOf(podcast.id)).toHaveLength(1);
  });
});

describe('a weekly run whose cron does not fire', () => {
  /** Does what every minute does. Returns the starts of the weekly runs that it started. */
  async function passMinute(bindings: Partial<Env> = {}) {
    const { queue, sent } = recordingQueue();
    await runScheduled('* * * * *', { ...env, ...bindings, REFRESH_QUEUE: queue });
    return sent.flatMap((job) => {
      const page = weeklyPageJobSchema.safeParse(job).data;
      return page?.weeklyAfterId === '' ? [page.startedAt] : [];
    });
  }
  const overdueAt = async () => (await db.select().from(recurringWork))[0]?.overdueAt;

  test('is started once it is an hour late, by one of several callers', async () => {
    await db.delete(recurringWork);
    const begun = Date.now();
    await runWeekly();
    expect(differenceInHours((await overdueAt()) ?? 0, begun)).toBe(7 * 24 + 1);
    expect(await passMinute()).toEqual([]);
    await db.update(recurringWork).set({ overdueAt: subSeconds(new Date(), 1) });
    const started = await Promise.all([passMinute(), passMinute(), passMinute()]);
    expect(started.flat()).toHaveLength(1);
    expect(await passMinute()).toEqual([]);
    expect(differenceInHours((await overdueAt()) ?? 0, begun)).toBe(7 * 24 + 1);
  });

  test('is not overdue in a new database, but a week later', async () => {
    await db.delete(recurringWork);
    expect(await passMinute()).toEqual([]);
    expect(differenceInHours((await overdueAt()) ?? 0, Date.now() - 1_000)).toBe(7 * 24 + 1);
  });

  test('is started again soon if its starter died', async () => {
    await db.delete(recurringWork);
    await db
      .insert(recurringWork)
      .values({ name: 'weekly-run', overdueAt: subSeconds(new Date(), 1) });
    const DB = rejectingDatabase(env.DB, /failed_jobs/);
    await runScheduled('* * * * *', { ...env, DB, REFRESH_QUEUE: fullQueue() });
    expect(await passMinute()).toEqual([]);
    const minutes = differenceInMinutes((await overdueAt()) ?? 0, new Date());
    expect([3, 4, 5]).toContain(minutes);
  });
});

describe('messages that failed for good', () => {
  test('are kept for the operator, once each, and acknowledged', async () => {
    const body = { podcastId: crypto.randomUUID() };
    const ids = [crypto.randomUUID(), crypto.randomUUID()].toSorted();
    const messages = [body, 'garbage'].map((body, index) => ({ body, id: ids[index] }));
    const result = await deliver('dripcast-refresh-dead', messages);
    expect(result.acked).toEqual(['m0', 'm1']);
    await deliver('dripcast-refresh-dead', messages);
    const kept = await db
      .select()
      .from(failedJobs)
      .where(inArray(failedJobs.id, ids))
      .orderBy(failedJobs.id);
    expect(kept.map((job) => job.queue)).toEqual(ids.map(() => 'dripcast-refresh-dead'));
    expect(kept.map((job) => job.body)).toEqual([body, 'garbage']);
    expect(kept[0]?.failedAt).toBeInstanceOf(Date);
  });

  test.each([
    ['of today is sent again', 1, true],
    ['of the day before yesterday is left to the operator', 48, false],
  ])('a page of a weekly run %s', async (_, hours, isSent) => {
    const page = { weeklyAfterId: '', startedAt: subHours(new Date(), hours).getTime() };
    const id = crypto.randomUUID();
    expect((await deliver('dripcast-refresh-dead', [{ body: page, id }])).acked).toEqual(['m0']);
    const { queue, sent } = recordingQueue();
    await runScheduled('* * * * *', { ...env, REFRESH_QUEUE: queue });
    expect(sent.filter((job) => weeklyPageJobSchema.safeParse(job).success)).toEqual(
      isSent ? [page] : [],
    );
    expect(await db.$count(failedJobs, eq(failedJobs.id, id))).toBe(isSent ? 0 : 1);
  });

  test('a batch of an unknown queue is an error, not silently lost', async () => {
    await expect(deliver('some-other-queue', [{ body: {} }])).rejects.toThrow(/some-other-queue/);
  });
});

import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  runInDurableObject,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { addMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { feeds } from '../../../schema/tables/catalogue.ts';
import { failedJobs } from '../../../schema/tables/jobs.ts';
import type { RefreshJob } from '../../../schema/wire/jobs.ts';
import { claimQueued } from '../../../worker/episodes/feed-claims.ts';
import { requestRefresh } from '../../../worker/episodes/request-refresh.ts';
import { takeOverRefreshes } from '../../../worker/episodes/take-over-refreshes.ts';
import worker from '../../../worker/index.ts';
import { brokenDatabase } from '../../support/databases.ts';
import {
  endHostsRest,
  hostOrigin,
  mostAtOnce,
  otherName,
  serve,
  timesAsked,
} from '../../support/outside.ts';
import { makePerson } from '../../support/people.ts';
import {
  ageReading,
  db,
  episodesOf,
  feedStateOf,
  makePodcast,
  rss,
  subscribe,
} from '../../support/podcasts.ts';
import { deliver, fullQueue, recordingQueue } from '../../support/queues.ts';

const QUEUE = 'dripcast-refresh';

afterEach(endHostsRest);

/** A podcast whose feed answers with a status, and with one episode if that is 200. */
async function makeServed(status = 200) {
  const path = `/${crypto.randomUUID()}.xml`;
  const body = status === 200 ? rss('Served', [{ guid: '1', title: 'The only one' }]) : '';
  const podcast = await makePodcast({ feedUrl: await serve(path, { status, body }) });
  return { id: podcast.id, path };
}

test('a refresh that the queue does not take is sent later, once', async () => {
  const { id: podcastId } = await makeServed();
  await requestRefresh(db, fullQueue(), podcastId);
  await db
    .update(feeds)
    .set({ queuedUntil: new Date(1) })
    .where(eq(feeds.podcastId, podcastId));
  const { queue, sent } = recordingQueue();
  for (const _ of ['the first', 'while that waits']) await takeOverRefreshes(db, queue);
  expect(sent).toEqual([{ podcastId }]);
});

test('behind the last podcast, the weekly run ends', async () => {
  const { queue, sent } = recordingQueue();
  const page = { weeklyAfterId: 'g', startedAt: Date.now() };
  const { acked } = await deliver(QUEUE, [{ body: page }], { ...env, REFRESH_QUEUE: queue });
  expect({ acked, sent }).toEqual({ acked: ['m0'], sent: [] });
});

describe('the queue of refreshes', () => {
  test("stores a podcast's episodes and acknowledges the message", async () => {
    const { id } = await makeServed();
    const result = await deliver(QUEUE, [{ body: { podcastId: id } }]);
    expect(result.acked).toEqual(['m0']);
    expect(result.retried).toEqual([]);
    expect(await episodesOf(id)).toMatchObject([{ guid: '1', title: 'The only one' }]);
  });

  test('settles each message alone: failures are retried later, successes are not', async () => {
    const { queue, sent, delays } = recordingQueue();
    const [good, down, alsoGood] = [await makeServed(), await makeServed(503), await makeServed()];
    const result = await deliver(
      QUEUE,
      [good, down, alsoGood].map(({ id }) => ({ body: { podcastId: id } })),
      { ...env, REFRESH_QUEUE: queue },
    );
    expect(result).toMatchObject({ acked: ['m0', 'm1', 'm2'], retried: [] });
    expect(sent).toEqual([{ podcastId: down.id, failures: 1 }]);
    expect(delays).toEqual([30]);
  });

  test('waits longer before each retry, and finally leaves the job to the operator', async () => {
    const { queue, sent, delays } = recordingQueue();
    const own: Env = { ...env, REFRESH_QUEUE: queue };
    const ids: string[] = [];
    for (const failures of [undefined, 1, 2, 3, 4]) {
      const { id } = await makeServed(503);
      ids.push(id);
      await claimQueued(db, [id]);
      await deliver(QUEUE, [{ body: { podcastId: id, failures } }], own);
    }
    expect(delays).toEqual([30, 60, 120, 240]);
    expect(sent).toHaveLength(4);
    const last = ids.at(-1) ?? '';
    expect((await feedStateOf(last))?.queuedUntil).toBeNull();
    const failed = await db.select().from(failedJobs);
    expect(failed.map(({ queue, body }) => ({ queue, body }))).toContainEqual({
      queue: 'dripcast-refresh-dead',
      body: { podcastId: last },
    });
  });

  test('waits as long as the host asks, and gives up beyond half a day', async () => {
    const { queue, sent, delays } = recordingQueue();
    const own: Env = { ...env, REFRESH_QUEUE: queue };
    const [soon, late] = await Promise.all(
      ['900', '90000'].map(async (seconds) => {
        const path = `/${crypto.randomUUID()}.xml`;
        const feedUrl = await serve(path, { status: 429, headers: { 'Retry-After': seconds } });
        return { ...(await makePodcast({ feedUrl })), path };
      }),
    );
    const messages = [soon, late].map((podcast) => ({ body: { podcastId: podcast?.id } }));
    await deliver(QUEUE, messages.slice(0, 1), own);
    // Plus half a minute for the host's other feeds.
    expect(delays[0]).toBeGreaterThanOrEqual(928);
    expect(delays[0]).toBeLessThanOrEqual(932);
    await endHostsRest();
    await deliver(QUEUE, messages.slice(1), own);
    expect(sent).toHaveLength(1);
    // Meanwhile the feed isn't requested, whoever wants it and whatever its host says.
    await endHostsRest();
    await deliver(QUEUE, messages, own);
    expect(await timesAsked(soon?.path ?? '')).toBe(1);
    expect(await timesAsked(late?.path ?? '')).toBe(1);
  });

  test('starts the next batch while a slow host delays this one', async () => {
    const path = `/${crypto.randomUUID()}.xml`;
    const hanging = await makePodcast({ feedUrl: await serve(path, { isHeld: true }) });
    const batch = createMessageBatch(QUEUE, [
      { id: 'm0', timestamp: new Date(), attempts: 1, body: { podcastId: hanging.id } },
    ]);
    const context = createExecutionContext();
    await worker.queue(batch, env, context);
    expect(await episodesOf(hanging.id)).toEqual([]);
    await serve(path, { body: rss('Late', [{ guid: '1', title: 'Worth the wait' }]) });
    expect((await getQueueResult(batch, context)).explicitAcks).toEqual(['m0']);
    expect(await episodesOf(hanging.id)).toMatchObject([{ title: 'Worth the wait' }]);
  });

  test("sends a host two requests at a time, a reader's click included", async () => {
    const folder = `/${crypto.randomUUID()}`;
    const body = rss('Served', [{ guid: '1', title: 'The only one' }]);
    const podcasts = await Promise.all(
      Array.from({ length: 16 }, async (_, index) =>
        makePodcast({ feedUrl: await serve(`${folder}/${index}`, { body, delayMs: 30 }) }),
      ),
    );
    const [queued, clicked] = [podcasts.slice(0, 8), podcasts.slice(8)];
    const person = await makePerson();
    await subscribe(person.id, ...clicked.map(({ id }) => id));
    const [, reply] = await Promise.all([
      deliver(
        QUEUE,
        queued.map(({ id }) => ({ body: { podcastId: id } })),
      ),
      person.send('POST', '/api/podcasts/fetch-recent'),
    ]);
    expect(reply.status).toBe(200);
    expect(await mostAtOnce(folder)).toBe(2);
    const states = await Promise.all(podcasts.map(({ id }) => feedStateOf(id)));
    expect(states.filter((state) => state?.succeededAt)).toHaveLength(podcasts.length);
  });

  test("delays a host's other podcasts, too, without counting it as a failure", async () => {
    const headers = { 'Retry-After': '900' };
    const busy = await makePodcast({
      feedUrl: await serve(`/${crypto.randomUUID()}.xml`, { status: 429, headers }),
    });
    const other = await makeServed();
    const { queue, delays } = recordingQueue();
    const own: Env = { ...env, REFRESH_QUEUE: queue };
    await deliver(QUEUE, [{ body: { podcastId: busy.id } }], own);
    await deliver(QUEUE, [{ body: { podcastId: other.id } }], own);
    expect(delays[1]).toBeGreaterThan(890);
    expect(delays[1]).toBeLessThanOrEqual(901);
    expect(await timesAsked(other.path)).toBe(0);
    const state = await feedStateOf(other.id);
    expect(state).toMatchObject({
      failures: 0,
      failedAt: null,
      lastError: 'The server at 127.0.0.1 asked us to try again later.',
    });
    expect(state?.retryAt?.getTime()).toBeGreaterThan(addMinutes(new Date(), 13).getTime());
    expect(await feedStateOf(busy.id)).toMatchObject({ failures: 1 });
  });

  test('retries if our own database fails', async () => {
    const { id } = await makeServed();
    const broken: Env = { ...env, DB: brokenDatabase(env.DB) };
    const result = await deliver(QUEUE, [{ body: { podcastId: id } }], broken);
    expect(result.retried).toEqual([{ id: 'm0', delaySeconds: 30 }]);
  });

  test('drops malformed messages and those of removed podcasts', async () => {
    const removed = await makePodcast({ removedAt: new Date() });
    const result = await deliver(QUEUE, [
      { body: 'garbage' },
      { body: null },
      { body: { podcastId: '17' } },
      { body: { podcastId: crypto.randomUUID() } },
      { body: { podcastId: removed.id } },
    ]);
    expect(result.acked).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
    expect(result.retried).toEqual([]);
  });

  test("doesn't retry missing feeds and invalid ones", async () => {
    const missing = await makeServed(404);
    const page = await makePodcast({
      feedUrl: await serve(`/${crypto.randomUUID()}.xml`, { body: '<html>no feed</html>' }),
    });
    const result = await deliver(QUEUE, [
      { body: { podcastId: missing.id } },
      { body: { podcastId: page.id } },
    ]);
    expect(result.acked).toEqual(['m0', 'm1']);
    expect((await feedStateOf(missing.id))?.failures).toBe(1);
    expect((await feedStateOf(page.id))?.lastError).toBeTruthy();
  });

  test('a duplicate message doubles nothing', async () => {
    const { id, path } = await makeServed();
    const message = { body: { podcastId: id } };
    await deliver(QUEUE, [message]);
    const [before] = await episodesOf(id);
    const again = await deliver(QUEUE, [message, message]);
    expect(again.acked).toEqual(['m0', 'm1']);
    expect(await timesAsked(path)).toBe(1);
    await ageReading(id);
    await deliver(QUEUE, [message, message]);
    expect(await episodesOf(id)).toEqual([before]);
  });
});

describe('one refresh per podcast', () => {
  test('is queued, however many readers subscribe at once', async () => {
    const { queue, sent } = recordingQueue();
    const own: Env = { ...env, REFRESH_QUEUE: queue };
    const podcast = await makePodcast();
    const people = await Promise.all(Array.from({ length: 12 }, () => makePerson(own)));
    const path = `/api/podcasts/${podcast.id}/subscribe`;
    const replies = await Promise.all(people.map((person) => person.send('POST', path)));
    expect(replies.map(({ status }) => status)).toEqual(people.map(() => 201));
    expect(sent).toEqual([{ podcastId: podcast.id }]);
  });

  test('is queued again by the next subscriber once it is settled, but not by the same', async () => {
    const { queue, sent } = recordingQueue();
    const own: Env = { ...env, REFRESH_QUEUE: queue };
    const podcast = await makeServed(404);
    const [first, second] = [await makePerson(own), await makePerson(own)];
    const path = `/api/podcasts/${podcast.id}/subscribe`;
    await first.send('POST', path);
    await deliver(QUEUE, [{ body: sent[0] }], own);
    await first.send('POST', path);
    expect(sent).toHaveLength(1);
    await second.send('POST', path);
    expect(sent).toHaveLength(2);
  });

  test('whose message was lost is queued again, by exactly one reader', async () => {
    const podcast = await makePodcast();
    await claimQueued(db, [podcast.id]);
    const { queue, sent } = recordingQueue();
    const look = () => takeOverRefreshes(db, queue);
    await look();
    expect(sent).not.toContainEqual({ podcastId: podcast.id });
    const queuedUntil = addMinutes(new Date(), -1);
    await db.update(feeds).set({ queuedUntil }).where(eq(feeds.podcastId, podcast.id));
    await Promise.all([look(), look()]);
    expect(sent.filter((body) => (body as RefreshJob).podcastId === podcast.id)).toHaveLength(1);
  });
});

describe('a slow host', () => {
  test('delays only itself: its messages return later without using up retries', async () => {
    const { queue, sent } = recordingQueue();
    const own: Env = { ...env, REFRESH_QUEUE: queue };
    const host = env.HOST_LIMITERS.getByName(new URL(hostOrigin()).hostname);
    await runInDurableObject(host, (instance) => instance.wasSlow(10_000));
    const slow = await makeServed();
    const body = rss('Quick', [{ guid: '1', title: 'Elsewhere' }]);
    const feedUrl = otherName(await serve(`/${crypto.randomUUID()}.xml`, { body }));
    const quick = await makePodcast({ feedUrl });
    const messages = [slow, quick].map(({ id }) => ({ body: { podcastId: id } }));
    expect((await deliver(QUEUE, messages, own)).acked).toEqual(['m0', 'm1']);
    expect(sent).toEqual([{ podcastId: slow.id, deferrals: 1 }]);
    expect(await timesAsked(slow.path)).toBe(0);
    expect(await feedStateOf(slow.id)).toMatchObject({ failures: 0, readingUntil: null });
    expect(await episodesOf(quick.id)).toHaveLength(1);
  });

  test('that stays slow is left to the next request', async () => {
    const { queue, sent } = recordingQueue();
    const host = env.HOST_LIMITERS.getByName(new URL(hostOrigin()).hostname);
    await runInDurableObject(host, (instance) => instance.wasSlow(10_000));
    const { id } = await makeServed();
    const message = { body: { podcastId: id, deferrals: 30 } };
    const { acked } = await deliver(QUEUE, [message], { ...env, REFRESH_QUEUE: queue });
    expect(acked).toEqual(['m0']);
    expect(sent).toEqual([]);
    expect((await feedStateOf(id))?.queuedUntil).toBeNull();
  });
});

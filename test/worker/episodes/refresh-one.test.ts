import { env } from 'cloudflare:workers';
import { addDays, addMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { feeds } from '../../../schema/tables/catalogue.ts';
import { fetchWindows } from '../../../schema/tables/episodes.ts';
import type { CacheStatus, FetchRecentReply, RefreshReply } from '../../../schema/wire/episodes.ts';
import { serve, timesAsked } from '../../support/outside.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import {
  ageReading,
  db,
  episodesOf,
  feedStateOf,
  makePodcast,
  rss,
  subscribe,
} from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';

const refresh = (person: Person, podcastId: string) =>
  person.send('POST', `/api/podcasts/${podcastId}/refresh`);
const statusOf = async (person: Person) =>
  (await person.ask('/api/podcasts/cache-status')).json<CacheStatus>();

const GOOD = { body: rss('Served', [{ guid: '1', title: 'The only one' }]) };

async function makeServed(served: Parameters<typeof serve>[1] = GOOD) {
  const path = `/${crypto.randomUUID()}.xml`;
  return { ...(await makePodcast({ feedUrl: await serve(path, served) })), path };
}

/** A user whose window is closed after a fetch in which one feed answered and one failed. */
async function makeReader() {
  const [good, bad] = [await makeServed(), await makeServed({ status: 500 })];
  const person = await makePerson();
  await subscribe(person.id, good.id, bad.id);
  expect((await person.send('POST', '/api/podcasts/fetch-recent')).status).toBe(200);
  return { person, good, bad };
}

describe('a feed that failed', () => {
  test('is distinguished from one that answered, one being fetched and one never read', async () => {
    const { person, bad } = await makeReader();
    const [fetching, never] = [await makePodcast(), await makePodcast()];
    await subscribe(person.id, fetching.id, never.id);
    const readingUntil = addMinutes(new Date(), 1);
    await db.insert(feeds).values({ podcastId: fetching.id, url: fetching.feedUrl, readingUntil });
    const states = new Map((await statusOf(person)).feeds.map((feed) => [feed.podcastId, feed]));
    expect(states.size).toBe(3);
    expect(states.get(bad.id)).toEqual({
      podcastId: bad.id,
      status: 'failed',
      error: 'The server at 127.0.0.1 reported an error.',
      retryAt: null,
      canRetry: true,
    });
    expect(states.get(fetching.id)).toMatchObject({ status: 'fetching', canRetry: false });
    expect(states.get(never.id)).toMatchObject({ status: 'never', error: null, canRetry: true });
  });

  test('can be retried alone inside the window', async () => {
    const { person, good, bad } = await makeReader();
    await serve(bad.path, GOOD);
    const before = (await statusOf(person)).nextFetchWindow;
    const reply = await refresh(person, bad.id);
    expect(reply.status).toBe(200);
    expect(await reply.json<RefreshReply>()).toEqual({
      status: 'fetched',
      message: 'Recent episodes fetched successfully',
    });
    expect(await episodesOf(bad.id)).toHaveLength(1);
    expect(await timesAsked(good.path)).toBe(1);
    const after = await statusOf(person);
    expect(after).toEqual({ nextFetchWindow: before, feeds: [] });
    // A second click gets the result of the first.
    expect((await refresh(person, bad.id)).status).toBe(200);
    expect(await timesAsked(bad.path)).toBe(1);
  });

  test('that fails again says why, and has to wait before the next try', async () => {
    const { person, bad } = await makeReader();
    const again = await refresh(person, bad.id);
    expect(again.status).toBe(502);
    const failed = await again.json<{ message: string; retryAt: string }>();
    expect(failed.message).toBe(
      `Could not be fetched: ${bad.title}. The server at 127.0.0.1 reported an error.`,
    );
    const third = await refresh(person, bad.id);
    expect(third.status).toBe(429);
    expect(await third.json()).toMatchObject({ retryAt: failed.retryAt });
    expect((await statusOf(person)).feeds).toMatchObject([{ retryAt: failed.retryAt }]);
    expect(await timesAsked(bad.path)).toBe(2);
  });

  test("keeps its reader's retry while the queue and other readers fail, too", async () => {
    const { queue, sent } = recordingQueue();
    const own: Env = { ...env, REFRESH_QUEUE: queue };
    const bad = await makeServed({ status: 500 });
    const people = await Promise.all(Array.from({ length: 3 }, () => makePerson(own)));
    const [person, ...others] = people as [Person, Person, Person];
    for (const one of people) await one.send('POST', `/api/podcasts/${bad.id}/subscribe`);
    const fetches = () => person.send('POST', '/api/podcasts/fetch-recent');
    expect((await fetches()).status).toBe(502);
    await deliver('dripcast-refresh', [{ body: sent[0] }], own);
    for (const one of people) await one.send('POST', '/api/podcasts/fetch-recent');
    expect(await timesAsked(bad.path)).toBe(2);
    expect((await statusOf(person)).feeds).toMatchObject([{ retryAt: null, canRetry: true }]);
    expect((await refresh(person, bad.id)).status).toBe(502);
    // The others share its result, without another request to the host.
    for (const one of others) expect((await refresh(one, bad.id)).status).toBe(429);
    expect(await timesAsked(bad.path)).toBe(3);
  });

  test('that was closed by its owner is not retried', async () => {
    const person = await makePerson();
    const closed = await makeServed({ status: 410 });
    await subscribe(person.id, closed.id);
    expect((await refresh(person, closed.id)).status).toBe(502);
    expect((await refresh(person, closed.id)).status).toBe(409);
    expect((await statusOf(person)).feeds).toMatchObject([{ status: 'failed', canRetry: false }]);
    expect(await timesAsked(closed.path)).toBe(1);
  });
});

describe('a feed that did not fail', () => {
  test('is not fetched before the window opens', async () => {
    const { person, good } = await makeReader();
    await ageReading(good.id);
    const reply = await refresh(person, good.id);
    expect(reply.status).toBe(429);
    const { nextFetchWindow } = await statusOf(person);
    expect(nextFetchWindow).not.toBeNull();
    expect(await reply.json()).toMatchObject({ nextFetchWindow });
    expect(await timesAsked(good.path)).toBe(1);
  });

  test('is not found without a subscription, and requires a login', async () => {
    const podcast = await makeServed();
    expect((await refresh(await makePerson(), podcast.id)).status).toBe(404);
    const path = `/api/podcasts/${podcast.id}/refresh`;
    expect((await ask(path, { method: 'POST' })).status).toBe(401);
    expect(await timesAsked(podcast.path)).toBe(0);
  });
});

describe('one reader at a time', () => {
  test("a second reader doesn't request a feed that is being read", async () => {
    const { person, bad } = await makeReader();
    const readingUntil = addMinutes(new Date(), 1);
    await db.update(feeds).set({ readingUntil }).where(eq(feeds.podcastId, bad.id));
    const reply = await refresh(person, bad.id);
    expect(await reply.json<RefreshReply>()).toMatchObject({ status: 'fetching' });
    expect(await timesAsked(bad.path)).toBe(1);
  });

  test('a click during a read shares its result', async () => {
    const slow = await makeServed({ ...GOOD, delayMs: 600 });
    const people = [await makePerson(), await makePerson()];
    for (const { id } of people) await subscribe(id, slow.id);
    const replies = await Promise.all(
      people.map((person) => person.send('POST', '/api/podcasts/fetch-recent')),
    );
    for (const reply of replies) {
      const { status, episodes } = await reply.json<FetchRecentReply>();
      expect(status).toBe('fetched');
      expect(episodes[slow.title]).toHaveLength(1);
    }
    expect(await timesAsked(slow.path)).toBe(1);
  });

  test('a reader that died is replaced once its lease expires', async () => {
    const podcast = await makeServed();
    const person = await makePerson();
    await subscribe(person.id, podcast.id);
    const readingUntil = addMinutes(new Date(), -1);
    await db.insert(feeds).values({ podcastId: podcast.id, url: podcast.feedUrl, readingUntil });
    expect((await refresh(person, podcast.id)).status).toBe(200);
    expect(await feedStateOf(podcast.id)).toMatchObject({ readingUntil: null, queuedUntil: null });
  });
});

test('fetching without a subscription fails', async () => {
  const person = await makePerson();
  const nextFetchAt = addDays(new Date(), -1);
  await db.insert(fetchWindows).values({ userId: person.id, nextFetchAt });
  const reply = await person.send('POST', '/api/podcasts/fetch-recent');
  expect(await reply.json<FetchRecentReply>()).toMatchObject({ status: 'none', episodes: {} });
});

test('the window stays closed for a reader who has unsubscribed meanwhile', async () => {
  const person = await makePerson();
  const nextFetchAt = addDays(new Date(), 1);
  await db.insert(fetchWindows).values({ userId: person.id, nextFetchAt });
  const reply = await person.send('POST', '/api/podcasts/fetch-recent');
  expect(reply.status).toBe(429);
  expect(await reply.json()).toMatchObject({ nextFetchWindow: nextFetchAt.toISOString() });
});

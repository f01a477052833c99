import { env } from 'cloudflare:workers';
import { addDays, subDays } from 'date-fns';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fetchWindows } from '../../../schema/tables/episodes.ts';
import type { CacheStatus, FetchRecentReply } from '../../../schema/wire/episodes.ts';
import { fetchRecent } from '../../../worker/episodes/fetch-recent.ts';
import { refreshDeps } from '../../../worker/episodes/refresh-deps.ts';
import { OutboundError } from '../../../worker/platform/outbound/outbound-error.ts';
import { rejectingDatabase } from '../../support/databases.ts';
import { serve, timesAsked } from '../../support/outside.ts';
import { ask, makePerson, ORIGIN, type Person } from '../../support/people.ts';
import {
  db,
  episodesOf,
  feedStateOf,
  makePodcast,
  rss,
  subscribe,
} from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';

const PATH = '/api/podcasts/fetch-recent';
const SETTINGS = { windowDays: 7, canTranscribe: false };
const press = (person: Person) => person.send('POST', PATH);

const nextWindow = async (person: Person) =>
  (await (await person.ask('/api/podcasts/cache-status')).json<CacheStatus>()).nextFetchWindow;

/** A podcast whose feed has one episode, or answers as specified. */
async function makeServed(status = 200, delayMs = 0) {
  const path = `/${crypto.randomUUID()}.xml`;
  const title = `Served ${path.slice(1, 9)}`;
  const body = status === 200 ? rss(title, [{ guid: '1', title: `Of ${title}` }]) : '';
  const podcast = await makePodcast({
    title,
    feedUrl: await serve(path, { status, body, delayMs }),
  });
  return { ...podcast, path };
}

async function makeListener(...podcasts: { id: string }[]): Promise<Person> {
  const person = await makePerson();
  await subscribe(person.id, ...podcasts.map(({ id }) => id));
  return person;
}

describe('fetching recent episodes', () => {
  test('returns the episodes of all subscriptions, and starts the window', async () => {
    const [first, second, other] = [await makeServed(), await makeServed(), await makeServed()];
    const person = await makeListener(first, second);
    const reply = await press(person);
    expect(reply.status).toBe(200);
    const { episodes, message, nextFetchWindow } = await reply.json<FetchRecentReply>();
    expect(Object.keys(episodes).sort()).toEqual([first.title, second.title].sort());
    expect(episodes[first.title]).toMatchObject([{ title: `Of ${first.title}` }]);
    expect(message).toBe('Recent episodes fetched successfully');
    const days = (Date.parse(nextFetchWindow ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    expect(await nextWindow(person)).toBe(nextFetchWindow);
    expect(await timesAsked(other.path)).toBe(0);
  });

  test('starts a window of half a day, too', async () => {
    const person = await makePerson({ ...env, FETCH_WINDOW_DAYS: 0.5 });
    await subscribe(person.id, (await makeServed()).id);
    const { nextFetchWindow } = await (await press(person)).json<FetchRecentReply>();
    const hours = (Date.parse(nextFetchWindow ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect((await press(person)).status).toBe(429);
  });

  test('is refused inside the window, with the time when it opens', async () => {
    const podcast = await makeServed();
    const person = await makeListener(podcast);
    const nextFetchAt = addDays(new Date(), 2);
    await db.insert(fetchWindows).values({ userId: person.id, nextFetchAt });
    const reply = await press(person);
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get('Retry-After'))).toBeCloseTo(2 * 86_400, -2);
    expect(await reply.json()).toEqual({
      error: 'too_many_requests',
      message: 'Your next episode fetch is not available yet',
      nextFetchWindow: nextFetchAt.toISOString(),
    });
    expect(await timesAsked(podcast.path)).toBe(0);
  });

  test('is possible again once the window has passed', async () => {
    const person = await makeListener(await makeServed());
    const nextFetchAt = subDays(new Date(), 1);
    await db.insert(fetchWindows).values({ userId: person.id, nextFetchAt });
    expect((await press(person)).status).toBe(200);
  });

  test.each(['before', 'while', 'after'])(
    'reads the feed once, also %s the subscription does',
    async (when) => {
      const { queue, sent } = recordingQueue();
      const podcast = await makeServed(200, 100);
      const person = await makePerson({ ...env, REFRESH_QUEUE: queue });
      const subscribed = await person.send('POST', `/api/podcasts/${podcast.id}/subscribe`);
      expect(subscribed.status).toBe(201);
      expect(sent).toEqual([{ podcastId: podcast.id }]);
      const work = [() => press(person), () => deliver('dripcast-refresh', [{ body: sent[0] }])];
      if (when === 'after') work.reverse();
      if (when === 'while') await Promise.all(work.map((part) => part()));
      else for (const part of work) await part();
      expect(await episodesOf(podcast.id)).toHaveLength(1);
      expect(await timesAsked(podcast.path)).toBe(1);
    },
  );

  test('of two concurrent clicks, one fetches', async () => {
    const person = await makeListener(await makeServed());
    const replies = await Promise.all([press(person), press(person)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
  });

  test("holds a lease for a minute: one that dies doesn't use up the window", async () => {
    const person = await makeListener(await makeServed());
    const { queue } = recordingQueue();
    const deps = refreshDeps(env);
    const answer = Promise.withResolvers<void>();
    const fetchOutside: typeof deps.fetchOutside = async (...asked) => {
      await answer.promise;
      return deps.fetchOutside(...asked);
    };
    const fetching = fetchRecent({ ...deps, fetchOutside }, queue, person.id, SETTINGS);
    const secondsLeft = async () =>
      (Date.parse((await nextWindow(person)) ?? '') - Date.now()) / 1e3;
    await expect.poll(secondsLeft).toBeGreaterThan(0);
    expect(await secondsLeft()).toBeLessThanOrEqual(60);
    const refused = await press(person);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    answer.resolve();
    const { nextFetchWindow } = await fetching;
    expect(await nextWindow(person)).toBe(nextFetchWindow);
    expect(await secondsLeft()).toBeGreaterThan(6 * 86_400);
  });

  test('is possible again if its reply could not be made', async () => {
    const podcast = await makeServed();
    const person = await makeListener(podcast);
    const DB = rejectingDatabase(env.DB, /^select .* row_number\(\) over/s);
    const headers = { Cookie: person.cookie, Origin: ORIGIN };
    const failed = await ask(PATH, { method: 'POST', headers }, { ...env, DB });
    expect(failed.status).toBe(500);
    expect(await nextWindow(person)).toBeNull();
    expect((await press(person)).status).toBe(200);
  });

  test('windows are independent between users', async () => {
    const podcast = await makeServed();
    const [person, other] = [await makeListener(podcast), await makeListener(podcast)];
    await press(person);
    const reply = await press(other);
    expect(reply.status).toBe(200);
    expect((await reply.json<FetchRecentReply>()).episodes[podcast.title]).toHaveLength(1);
    // A result from a minute ago is shared.
    expect(await timesAsked(podcast.path)).toBe(1);
  });

  test('feeds that fail are named, and the rest is returned', async () => {
    const [good, bad] = [await makeServed(), await makeServed(500)];
    const person = await makeListener(good, bad);
    const reply = await press(person);
    expect(reply.status).toBe(200);
    const { episodes, message } = await reply.json<FetchRecentReply>();
    expect(Object.keys(episodes)).toEqual([good.title]);
    expect(message).toBe(
      `Recent episodes fetched successfully; could not be fetched: ${bad.title}.`,
    );
    expect(await nextWindow(person)).not.toBeNull();
  });

  test('of many failures, three are named in one sentence', async () => {
    const bad = await Promise.all(Array.from({ length: 5 }, () => makeServed(404)));
    const person = await makeListener(await makeServed(), ...bad);
    const { message } = await (await press(person)).json<FetchRecentReply>();
    const [a, b, c] = bad.map(({ title }) => title).sort((one, other) => one.localeCompare(other));
    expect(message).toBe(
      `Recent episodes fetched successfully; could not be fetched: ${a}, ${b}, ${c} and 2 more.`,
    );
  });

  test('a feed that cannot be read fails like one that cannot be reached', async () => {
    const body = '<html><body>This is not a feed</body></html>';
    const feedUrl = await serve(`/${crypto.randomUUID()}.xml`, { body });
    const [good, page] = [await makeServed(), await makePodcast({ feedUrl })];
    const reply = await press(await makeListener(good, page));
    const { message } = await reply.json<FetchRecentReply>();
    expect(message).toContain(`could not be fetched: ${page.title}.`);
  });

  test("is a 502 if every feed fails, and doesn't start the window", async () => {
    const [first, second] = [await makeServed(500), await makeServed(404)];
    const person = await makeListener(first, second);
    const reply = await press(person);
    expect(reply.status).toBe(502);
    const { error, message } = await reply.json<{ error: string; message: string }>();
    expect(error).toBe('bad_gateway');
    expect(message).toContain(first.title);
    expect(message).toContain(second.title);
    expect(await nextWindow(person)).toBeNull();
  });

  test("a feed that is still being fetched is named, queued, and doesn't count as an answer", async () => {
    const [slow, good] = [await makeServed(), await makeServed()];
    const deps = refreshDeps(env);
    const answer = Promise.withResolvers<never>();
    const fetchOutside: typeof deps.fetchOutside = (url, options) =>
      url === slow.feedUrl ? answer.promise : deps.fetchOutside(url, options);
    onTestFinished(() => answer.reject(new OutboundError('network', 'It broke off.')));
    const { queue, sent } = recordingQueue();
    const alone = await makeListener(slow);
    const reply = await fetchRecent({ ...deps, fetchOutside }, queue, alone.id, {
      ...SETTINGS,
      maxWaitMs: 100,
    });
    expect(reply).toMatchObject({
      status: 'fetching',
      message: `Still fetching ${slow.title}.`,
      nextFetchWindow: null,
    });
    expect(sent).toEqual([{ podcastId: slow.id }]);
    expect(await nextWindow(alone)).toBeNull();
    const both = await makeListener(slow, good);
    // The time is up once the working host has answered.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const fetching = fetchRecent({ ...deps, fetchOutside }, queue, both.id, {
      ...SETTINGS,
      maxWaitMs: 3_000,
    });
    while (!(await feedStateOf(good.id))?.succeededAt) await scheduler.wait(20);
    vi.advanceTimersByTime(3_000);
    const { message, nextFetchWindow } = await fetching;
    expect(message).toBe(`Recent episodes fetched successfully; still fetching ${slow.title}.`);
    expect(await nextWindow(both)).toBe(nextFetchWindow);
  });

  test("an unexpected error in one podcast doesn't fail the others", async () => {
    const [good, odd] = [await makeServed(), await makeServed()];
    const person = await makeListener(good, odd);
    const deps = refreshDeps(env);
    const fetchOutside: typeof deps.fetchOutside = (url, options) => {
      if (url === odd.feedUrl) throw new TypeError('of our own making');
      return deps.fetchOutside(url, options);
    };
    const { queue } = recordingQueue();
    const { message, nextFetchWindow } = await fetchRecent(
      { ...deps, fetchOutside },
      queue,
      person.id,
      SETTINGS,
    );
    expect(message).toBe(
      `Recent episodes fetched successfully; could not be fetched: ${odd.title}.`,
    );
    expect(nextFetchWindow).not.toBeNull();
    expect(await episodesOf(good.id)).toHaveLength(1);
  });

  test("without a subscription says so, and doesn't start the window", async () => {
    const person = await makePerson();
    const reply = await press(person);
    expect(reply.status).toBe(200);
    const { episodes, message } = await reply.json<FetchRecentReply>();
    expect(episodes).toEqual({});
    expect(message).toMatch(/^Subscribe to a podcast first/);
    expect(await nextWindow(person)).toBeNull();
  });

  test('private addresses are never fetched, even from the catalogue', async () => {
    const podcast = await makeServed();
    const { queue } = recordingQueue();
    const person = await makePerson({ ...env, ALLOW_LOOPBACK: false, REFRESH_QUEUE: queue });
    await subscribe(person.id, podcast.id);
    expect((await press(person)).status).toBe(502);
    expect(await timesAsked(podcast.path)).toBe(0);
    expect(await episodesOf(podcast.id)).toEqual([]);
  });

  test('requires a login', async () => {
    expect((await ask(PATH, { method: 'POST' })).status).toBe(401);
  });
});

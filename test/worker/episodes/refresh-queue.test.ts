import { env } from 'cloudflare:workers';
import { addMinutes } from 'date-fns';
import { afterEach, describe, expect, test } from 'vitest';
import { brokenDatabase } from '../../support/databases.ts';
import { endHostsRest, mostAtOnce, serve, timesAsked } from '../../support/outside.ts';
import { makePerson } from '../../support/people.ts';
import {
  ageReading,
  episodesOf,
  feedStateOf,
  makePodcast,
  rss,
  subscribe,
} from '../../support/podcasts.ts';
import { deliver } from '../../support/queues.ts';

const QUEUE = 'dripcast-refresh';

afterEach(endHostsRest);

/** A podcast whose feed answers with a status, and with one episode where that is 200. */
async function makeServed(status = 200) {
  const path = `/${crypto.randomUUID()}.xml`;
  const body = status === 200 ? rss('Served', [{ guid: '1', title: 'The only one' }]) : '';
  const podcast = await makePodcast({ feedUrl: await serve(path, { status, body }) });
  return { id: podcast.id, path };
}

describe('the queue of refreshes', () => {
  test('brings a podcast its episodes and acknowledges the message', async () => {
    const { id } = await makeServed();
    const result = await deliver(QUEUE, [{ body: { podcastId: id } }]);
    expect(result.acked).toEqual(['m0']);
    expect(result.retried).toEqual([]);
    expect(await episodesOf(id)).toMatchObject([{ guid: '1', title: 'The only one' }]);
  });

  test('settles each message alone: what fails is tried again, what went well is not', async () => {
    const [good, down, alsoGood] = [await makeServed(), await makeServed(503), await makeServed()];
    const result = await deliver(
      QUEUE,
      [good, down, alsoGood].map(({ id }) => ({ body: { podcastId: id } })),
    );
    expect(result.acked).toEqual(['m0', 'm2']);
    expect(result.retried).toEqual([{ id: 'm1', delaySeconds: 30 }]);
  });

  test('waits longer with each further try', async () => {
    const delays: (number | undefined)[] = [];
    for (const attempts of [1, 2, 3, 4]) {
      const { id } = await makeServed(503);
      const result = await deliver(QUEUE, [{ body: { podcastId: id }, attempts }]);
      delays.push(result.retried[0]?.delaySeconds);
    }
    expect(delays).toEqual([30, 60, 120, 240]);
  });

  test('waits as long as the host asks, and lets go what would take half a day', async () => {
    const [soon, late] = await Promise.all(
      ['900', '90000'].map(async (seconds) => {
        const path = `/${crypto.randomUUID()}.xml`;
        const feedUrl = await serve(path, { status: 429, headers: { 'Retry-After': seconds } });
        return { ...(await makePodcast({ feedUrl })), path };
      }),
    );
    const messages = [soon, late].map((podcast) => ({ body: { podcastId: podcast?.id } }));
    const { retried } = await deliver(QUEUE, messages.slice(0, 1));
    // And half a minute more, in which its host's others have their turn.
    expect(retried[0]?.delaySeconds).toBeGreaterThanOrEqual(930);
    expect(retried[0]?.delaySeconds).toBeLessThanOrEqual(932);
    await endHostsRest();
    expect((await deliver(QUEUE, messages.slice(1))).acked).toEqual(['m0']);
    // Meanwhile the feed is not asked, whoever comes and whatever its host says.
    await endHostsRest();
    await deliver(QUEUE, messages);
    expect(await timesAsked(soon?.path ?? '')).toBe(1);
    expect(await timesAsked(late?.path ?? '')).toBe(1);
  });

  test("asks a host for two things at a time, together with a reader's click", async () => {
    const folder = `/${crypto.randomUUID()}`;
    const body = rss('Served', [{ guid: '1', title: 'The only one' }]);
    const podcasts = await Promise.all(
      Array.from({ length: 16 }, async (_, at) =>
        makePodcast({ feedUrl: await serve(`${folder}/${at}`, { body, delayMs: 30 }) }),
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

  test("lets a host's other podcasts wait, too, and does not hold it against them", async () => {
    const headers = { 'Retry-After': '900' };
    const busy = await makePodcast({
      feedUrl: await serve(`/${crypto.randomUUID()}.xml`, { status: 429, headers }),
    });
    const other = await makeServed();
    await deliver(QUEUE, [{ body: { podcastId: busy.id } }]);
    const { retried } = await deliver(QUEUE, [{ body: { podcastId: other.id } }]);
    expect(retried[0]?.delaySeconds).toBeGreaterThan(890);
    expect(retried[0]?.delaySeconds).toBeLessThanOrEqual(901);
    expect(await timesAsked(other.path)).toBe(0);
    const state = await feedStateOf(other.id);
    expect(state).toMatchObject({
      failures: 0,
      failedAt: null,
      lastError: 'The server asks us to come back later.',
    });
    expect(state?.retryAt?.getTime()).toBeGreaterThan(addMinutes(new Date(), 13).getTime());
    expect(await feedStateOf(busy.id)).toMatchObject({ failures: 1 });
  });

  test('tries again where our own database fails', async () => {
    const { id } = await makeServed();
    const broken: Env = { ...env, DB: brokenDatabase(env.DB) };
    const result = await deliver(QUEUE, [{ body: { podcastId: id } }], broken);
    expect(result.retried).toEqual([{ id: 'm0', delaySeconds: 30 }]);
  });

  test('lets go what nobody can understand and what is no longer there', async () => {
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

  test('a feed that is not there and one that is no feed are not tried again by it', async () => {
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

  test('a message that comes twice doubles nothing', async () => {
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

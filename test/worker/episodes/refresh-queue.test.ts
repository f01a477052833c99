import { createMessageBatch } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { consumeRefreshes } from '../../../worker/episodes/consume.ts';
import { politely } from '../../../worker/episodes/polite-fetch.ts';
import { refreshDeps } from '../../../worker/episodes/refresh-deps.ts';
import { fetchOutsideFor } from '../../../worker/platform/outbound-settings.ts';
import { settingsOf } from '../../../worker/platform/settings.ts';
import { brokenDatabase } from '../../support/databases.ts';
import { serve, timesAsked } from '../../support/outside.ts';
import { ageReading, episodesOf, feedStateOf, makePodcast, rss } from '../../support/podcasts.ts';
import { deliver } from '../../support/queues.ts';

const QUEUE = 'dripcast-refresh';

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
    const { acked, retried } = await deliver(QUEUE, messages);
    expect(acked).toEqual(['m1']);
    expect(retried).toHaveLength(1);
    expect(retried[0]?.delaySeconds).toBeGreaterThanOrEqual(900);
    expect(retried[0]?.delaySeconds).toBeLessThanOrEqual(902);
    // Meanwhile it is not asked, whoever comes.
    await deliver(QUEUE, messages);
    expect(await timesAsked(soon?.path ?? '')).toBe(1);
    expect(await timesAsked(late?.path ?? '')).toBe(1);
  });

  test('asks one host for two things at a time, and everybody for six', async () => {
    const deps = refreshDeps(env);
    const fetchOutside = fetchOutsideFor(settingsOf(env));
    const open = new Map<string, number>();
    const most = { ofOneHost: 0, inAll: 0 };
    const counted = politely(async (url, options) => {
      const { hostname } = new URL(url);
      open.set(hostname, (open.get(hostname) ?? 0) + 1);
      most.ofOneHost = Math.max(most.ofOneHost, ...open.values());
      most.inAll = Math.max(
        most.inAll,
        [...open.values()].reduce((sum, count) => sum + count, 0),
      );
      try {
        return await fetchOutside(url.replace(hostname, '127.0.0.1'), options);
      } finally {
        open.set(hostname, (open.get(hostname) ?? 1) - 1);
      }
    });
    const body = rss('Served', [{ guid: '1', title: 'The only one' }]);
    const podcasts = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const path = `/${crypto.randomUUID()}.xml`;
        const feedUrl = await serve(path, { body, delayMs: 30 });
        // Half of them have hosts of their own.
        const host = at < 10 ? 'shared.test' : `own-${at}.test`;
        return makePodcast({ feedUrl: feedUrl.replace('127.0.0.1', host) });
      }),
    );
    const batch = createMessageBatch(
      QUEUE,
      podcasts.map(({ id }) => ({
        id,
        timestamp: new Date(),
        attempts: 1,
        body: { podcastId: id },
      })),
    );
    await consumeRefreshes(batch, env, { ...deps, fetchOutside: counted });
    expect(most.ofOneHost).toBe(2);
    expect(most.inAll).toBe(6);
    const states = await Promise.all(podcasts.map(({ id }) => feedStateOf(id)));
    expect(states.filter((state) => state?.succeededAt)).toHaveLength(podcasts.length);
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

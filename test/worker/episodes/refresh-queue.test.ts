import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
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

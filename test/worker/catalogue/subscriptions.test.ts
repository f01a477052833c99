import { env } from 'cloudflare:workers';
import { addYears, subDays } from 'date-fns';
import { describe, expect, test } from 'vitest';
import type { Subscription } from '../../../schema/wire/catalogue.ts';
import { serve } from '../../support/outside.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import { episodesOf, makeEpisode, makePodcast, rss } from '../../support/podcasts.ts';
import { recordingQueue } from '../../support/queues.ts';

const subscriptionsOf = async (person: Person) =>
  (await person.ask('/api/user/subscriptions')).json<Subscription[]>();

const path = (podcastId: string) => `/api/podcasts/${podcastId}/subscribe`;

/** A user whose subscriptions don't trigger a fetch; the messages are in `sent`. */
async function makeListener() {
  const { queue, sent } = recordingQueue();
  return { person: await makePerson({ ...env, REFRESH_QUEUE: queue }), sent };
}

describe('subscribing', () => {
  test('puts the podcast on the list, newest subscription first', async () => {
    const { person } = await makeListener();
    const [first, second] = [await makePodcast(), await makePodcast()];
    expect((await person.send('POST', path(first.id))).status).toBe(201);
    await scheduler.wait(2);
    expect((await person.send('POST', path(second.id))).ok).toBe(true);
    const listed = await subscriptionsOf(person);
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(listed[1]).toEqual({
      id: first.id,
      podcastId: first.id,
      title: first.title,
      host: first.host,
      description: first.description,
      category: first.category,
      imageUrl: null,
      spotifyUrl: null,
      youtubeUrl: null,
    });
  });

  test('twice is once, and so is unsubscribing', async () => {
    const { person } = await makeListener();
    const podcast = await makePodcast();
    await person.send('POST', path(podcast.id));
    expect((await person.send('POST', path(podcast.id))).ok).toBe(true);
    expect(await subscriptionsOf(person)).toHaveLength(1);
    expect((await person.send('DELETE', path(podcast.id))).status).toBe(200);
    expect((await person.send('DELETE', path(podcast.id))).status).toBe(200);
    expect(await subscriptionsOf(person)).toEqual([]);
  });

  test('an unknown or removed podcast or a malformed id is not found', async () => {
    const { person } = await makeListener();
    const removed = await makePodcast({ removedAt: new Date() });
    for (const id of [crypto.randomUUID(), removed.id, '17', "1' OR '1'='1", '%00']) {
      const reply = await person.send('POST', path(id));
      expect(reply.status).toBe(404);
      expect(await reply.json()).toMatchObject({ error: 'not_found' });
    }
    expect((await person.send('DELETE', path('17'))).status).toBe(404);
  });

  test('requires a login', async () => {
    const { id } = await makePodcast();
    for (const method of ['POST', 'DELETE']) {
      const reply = await ask(path(id), { method });
      expect(reply.status).toBe(401);
    }
    expect((await ask('/api/user/subscriptions')).status).toBe(401);
  });

  test('lists are private', async () => {
    const { person } = await makeListener();
    const { person: stranger } = await makeListener();
    const podcast = await makePodcast();
    await person.send('POST', path(podcast.id));
    expect(await subscriptionsOf(stranger)).toEqual([]);
    await stranger.send('DELETE', path(podcast.id));
    expect(await subscriptionsOf(person)).toHaveLength(1);
  });

  test('fetches the feed if no episode of the last week is known', async () => {
    const { person, sent } = await makeListener();
    const [unknown, known, misdated] = [
      await makePodcast(),
      await makePodcast(),
      await makePodcast(),
    ];
    await makeEpisode(known.id);
    const now = new Date();
    const future = { publishedAt: addYears(now, 70), createdAt: subDays(now, 30) };
    await makeEpisode(misdated.id, future);
    for (const { id } of [unknown, known, misdated]) await person.send('POST', path(id));
    expect(sent).toEqual([{ podcastId: unknown.id }, { podcastId: misdated.id }]);
  });

  test('brings the episodes through the queue', async () => {
    const feed = rss('Arriving', [{ guid: '1', title: 'It arrived' }]);
    const podcast = await makePodcast({
      feedUrl: await serve(`/${crypto.randomUUID()}.xml`, { body: feed }),
    });
    const person = await makePerson();
    await person.send('POST', path(podcast.id));
    await expect.poll(() => episodesOf(podcast.id)).toHaveLength(1);
  });
});

import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { OWN_PODCASTS_MAX } from '../../../schema/limits.ts';
import { podcasts } from '../../../schema/tables/catalogue.ts';
import { ownPodcasts } from '../../../schema/tables/own-podcasts.ts';
import type { Podcast, Subscription } from '../../../schema/wire/catalogue.ts';
import type {
  AddedPodcast,
  OwnPodcast,
  PodcastPreview,
} from '../../../schema/wire/own-podcasts.ts';
import { hostOrigin, serve, timesAsked } from '../../support/outside.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import {
  ageReading,
  db,
  episodesOf,
  feedStateOf,
  makeEpisode,
  makeOwnPodcast,
  makePodcast,
  rss,
} from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';

const PATH = '/api/user/podcasts';

/** Stands in for the queue, so that only the test triggers refreshes. */
const own: Env = { ...env, REFRESH_QUEUE: recordingQueue().queue };

/** A feed that nobody has added: its path and address. */
async function makeFeed(query = '') {
  const path = `/${crypto.randomUUID().slice(0, 13)}/feed.xml`;
  const title = `Found ${path.slice(1, 9)}`;
  const address = await serve(path, {
    body: rss(title, [{ guid: '1', title: `One of ${title}` }]),
  });
  return { path, title, address: `${address}${query}` };
}

async function add(person: Person, address: string, more: object = {}) {
  const reply = await person.send('POST', PATH, { address, category: 'Law', ...more });
  expect(reply.status).toBe(201);
  return reply.json<AddedPodcast>();
}

const refresh = (podcastId: string) => deliver('dripcast-refresh', [{ body: { podcastId } }], own);
const read = async <T>(person: Person, path: string) => (await person.ask(path)).json<T>();
const ownOf = async (person: Person) =>
  (await read<{ podcasts: OwnPodcast[] }>(person, PATH)).podcasts;

describe('adding a podcast', () => {
  test('shows it first, then makes it the reader’s own, subscribes and reads it', async () => {
    const [person, other] = [await makePerson(own), await makePerson(own)];
    const { address, title } = await makeFeed();
    const preview = await person.send('POST', `${PATH}/preview`, { address });
    expect(await preview.json<PodcastPreview>()).toMatchObject({
      title,
      status: 'new',
      isPrivate: false,
      episodes: [{ title: `One of ${title}` }],
    });
    const { podcast, isOwn } = await add(person, address);
    expect([podcast.title, podcast.category, isOwn]).toEqual([title, 'Law', true]);
    await refresh(podcast.id);
    expect(await episodesOf(podcast.id)).toHaveLength(1);

    expect(await ownOf(person)).toMatchObject([{ id: podcast.id, isPrivate: false }]);
    expect(await read<Subscription[]>(person, '/api/user/subscriptions')).toMatchObject([
      { podcastId: podcast.id, category: 'Law' },
    ]);
    expect(Object.keys(await read<object>(person, '/api/podcasts/recent-episodes'))).toEqual([
      title,
    ]);
    const again = await person.send('POST', `${PATH}/preview`, { address });
    expect(await again.json()).toMatchObject({ status: 'own' });

    expect(await ownOf(other)).toEqual([]);
    const catalogue = await read<Podcast[]>(other, '/api/podcasts');
    expect(catalogue.some(({ id }) => id === podcast.id)).toBe(false);
    const hidden = await other.send('POST', `${PATH}/preview`, { address });
    expect(await hidden.json()).toMatchObject({ status: 'new' });
  });

  test.each([
    ['with its cover', { body: 'pixels', headers: { 'Content-Type': 'image/png' } }],
    ['without a cover that is gone', { status: 404 }],
    ['without a cover that is too large', { body: 'x'.repeat(1024 * 1024 + 1) }],
  ])('shows it first %s', async (_, served) => {
    const image = await serve(`/${crypto.randomUUID()}.png`, served);
    const path = `/${crypto.randomUUID()}/feed.xml`;
    const feed = rss('Pictured', [{ guid: '1', title: 'One' }]).replace(
      '<channel>',
      `<channel><image><url>${image}</url></image>`,
    );
    const address = await serve(path, { body: feed });
    const reply = await (await makePerson(own)).send('POST', `${PATH}/preview`, { address });
    const { cover } = await reply.json<PodcastPreview>();
    expect(cover).toBe(
      'body' in served && 'headers' in served ? `data:image/png;base64,${btoa('pixels')}` : null,
    );
  });

  test("does not find another's podcast whose feed says that it has moved to this one", async () => {
    const [forger, person] = [await makePerson(own), await makePerson(own)];
    const [forged, real] = [await makeFeed(), await makeFeed()];
    await serve(forged.path, { body: rss(forged.title, [{ guid: 'forged', title: 'Forged' }]) });
    const { podcast } = await add(forger, forged.address);
    await refresh(podcast.id);
    const moved = `<itunes:new-feed-url xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">${real.address}</itunes:new-feed-url>`;
    const body = rss(forged.title, []).replace('<channel>', `<channel>${moved}`);
    await serve(forged.path, { body });
    await ageReading(podcast.id);
    await refresh(podcast.id);
    expect((await feedStateOf(podcast.id))?.url).toBe(real.address);
    const preview = await forger.send('POST', `${PATH}/preview`, { address: real.address });
    expect(await preview.json()).toMatchObject({ status: 'own' });

    const added = await add(person, real.address);
    await refresh(added.podcast.id);
    expect(await episodesOf(added.podcast.id)).toMatchObject([{ title: `One of ${real.title}` }]);
  });

  test('that was taken down is refused', async () => {
    const { address } = await makeFeed();
    await makePodcast({ feedUrl: address, isListed: false, removedAt: new Date() });
    const person = await makePerson(own);
    const reply = await person.send('POST', PATH, { address, category: 'Law' });
    expect(reply.status).toBe(409);
    expect(await reply.text()).toContain('has been removed');
    expect(await ownOf(person)).toEqual([]);
  });

  test('is inaccessible to anybody else on every route', async () => {
    const [person, stranger] = [await makePerson(own), await makePerson(own)];
    const image = await serve('/own-cover.png', {
      headers: { 'Content-Type': 'image/png' },
      body: 'png',
    });
    const { podcast } = await add(person, (await makeFeed()).address);
    await db.update(podcasts).set({ imageUrl: image }).where(eq(podcasts.id, podcast.id));
    const { id: episodeId } = await makeEpisode(podcast.id);
    const calls: [method: string, path: string, body?: object][] = [
      ['POST', `/api/podcasts/${podcast.id}/subscribe`],
      ['POST', `/api/podcasts/${podcast.id}/refresh`],
      ['GET', `/api/podcasts/${podcast.id}/cover`],
      ['GET', `/api/podcasts/episodes/${episodeId}/transcript`],
      ['GET', `/api/podcasts/episodes/${episodeId}/insights`],
      ['POST', `/api/podcasts/episodes/${episodeId}/insights`],
      ['POST', '/api/user/insights', { episodeId, insight: 'x' }],
      ['POST', '/api/quiz/generate', { podcastId: podcast.id, useWholeLibrary: false }],
      ['DELETE', `${PATH}/${podcast.id}`],
    ];
    for (const [method, path, body] of calls) {
      const reply = await stranger.send(method, path, method === 'GET' ? undefined : body);
      expect([path, reply.status]).toEqual([path, 404]);
      expect((await reply.json<{ transcriptUnavailable?: true }>()).transcriptUnavailable).toBe(
        undefined,
      );
    }
    expect((await ask(`/api/podcasts/${podcast.id}/cover`)).status).toBe(404);
    await expect
      .poll(async () => (await person.ask(`/api/podcasts/${podcast.id}/cover`)).status)
      .toBe(200);
    const cover = await person.ask(`/api/podcasts/${podcast.id}/cover`);
    expect(cover.headers.get('Cache-Control')).toMatch(/^private,/);
    expect((await stranger.ask(`/api/podcasts/${podcast.id}/cover`)).status).toBe(404);
  });

  test('a missing cover is kept by nobody but the reader', async () => {
    const person = await makePerson(own);
    const { id } = await makeOwnPodcast(person.id);
    const reply = await person.ask(`/api/podcasts/${id}/cover`);
    expect(reply.status).toBe(204);
    expect(reply.headers.get('Cache-Control')).toBe('private, max-age=600');
  });

  test('two readers of one feed share its refresh, and nothing else', async () => {
    const [first, second] = [await makePerson(own), await makePerson(own)];
    const { address, path } = await makeFeed();
    const { podcast } = await add(first, address);
    await refresh(podcast.id);
    const asked = await timesAsked(path);
    const { podcast: same } = await add(second, address, { category: 'Health' });
    expect(same.id).toBe(podcast.id);
    expect(await timesAsked(path)).toBe(asked);
    const [[ofFirst], [ofSecond]] = [await ownOf(first), await ownOf(second)];
    expect([ofFirst?.category, ofSecond?.category]).toEqual(['Law', 'Health']);
    expect((await second.send('DELETE', `${PATH}/${podcast.id}`)).status).toBe(200);
    expect(await ownOf(first)).toHaveLength(1);
    expect(await ownOf(second)).toEqual([]);
    expect(await read<Subscription[]>(second, '/api/user/subscriptions')).toEqual([]);
  });

  test('a private feed is not shared, not even by its address, and is deleted with the account', async () => {
    const [first, second] = [await makePerson(own), await makePerson(own)];
    const { address } = await makeFeed('?token=s3cret');
    const { podcast: one } = await add(first, address);
    const { podcast: another } = await add(second, address);
    expect(another.id).not.toBe(one.id);
    expect((await ownOf(first))[0]?.isPrivate).toBe(true);
    const open = await makeFeed();
    const { podcast: kept } = await add(first, open.address, { isPrivate: true });
    const { podcast: shared } = await add(second, open.address);
    expect(shared.id).not.toBe(kept.id);

    const { id: episodeId } = await makeEpisode(one.id);
    // What an abandoned transcription left.
    await env.TRANSCRIPTS.put(`transcriptions/${episodeId}.json`, 'some words');
    await env.TRANSCRIPTS.put(`transcripts/${episodeId}.txt`, 'words');
    expect((await first.send('DELETE', '/api/user', {})).status).toBe(200);
    expect(await db.$count(podcasts, eq(podcasts.ownerId, first.id))).toBe(0);
    expect(await db.$count(ownPodcasts, eq(ownPodcasts.userId, first.id))).toBe(0);
    expect(await env.TRANSCRIPTS.head(`transcripts/${episodeId}.txt`)).toBeNull();
    expect(await env.TRANSCRIPTS.head(`transcriptions/${episodeId}.json`)).toBeNull();
    expect(await ownOf(second)).toHaveLength(2);
  });

  test('the address of a private feed is in no reply and no log', async () => {
    const lines: string[] = [];
    for (const level of ['info', 'warn', 'error', 'log'] as const) {
      vi.spyOn(console, level).mockImplementation((line) => void lines.push(String(line)));
    }
    const person = await makePerson(own);
    const { address } = await makeFeed('?token=s3cret');
    const withPassword = address.replace('http://', 'http://ada:s3cret@').replace(/\?.*/, '');
    const broken = `${hostOrigin()}/${crypto.randomUUID().slice(0, 8)}/missing?token=s3cret`;
    const replies: string[] = [];
    for (const one of [address, withPassword, broken]) {
      for (const path of [`${PATH}/preview`, PATH]) {
        const body = { address: one, category: 'Law' };
        replies.push(await (await person.send('POST', path, body)).text());
      }
    }
    const rows = await db.select().from(podcasts).where(eq(podcasts.ownerId, person.id));
    expect(rows).toHaveLength(2);
    for (const { id } of rows) {
      await serve(new URL(address).pathname, { status: 500 });
      await refresh(id);
    }
    for (const path of ['/api/podcasts/cache-status', '/api/user/subscriptions', PATH]) {
      replies.push(await (await person.ask(path)).text());
    }
    vi.restoreAllMocks();
    expect(replies.join()).toContain('Found');
    expect(replies.join()).not.toContain('s3cret');
    expect(lines.join()).toContain('feed_failed');
    expect(lines.join()).not.toContain('s3cret');
  });

  test('one in the catalogue is subscribed to there', async () => {
    const person = await makePerson(own);
    const { address } = await makeFeed();
    const shown = { title: 'The Long Workshop', host: 'Ida Holm', description: 'On mills.' };
    const listed = await makePodcast({ feedUrl: address, ...shown });
    const first = await person.send('POST', `${PATH}/preview`, { address });
    expect(await first.json<PodcastPreview>(), 'as the catalogue does').toMatchObject(shown);
    const statusNow = async () => {
      const preview = await person.send('POST', `${PATH}/preview`, { address });
      return (await preview.json<PodcastPreview>()).status;
    };
    expect(await statusNow()).toBe('listed');
    const { podcast, isOwn } = await add(person, address);
    expect(await statusNow()).toBe('subscribed');
    expect([podcast.id, podcast.category, isOwn]).toEqual([listed.id, 'HR', false]);
    expect(await ownOf(person)).toEqual([]);
    expect(await read<Subscription[]>(person, '/api/user/subscriptions')).toHaveLength(1);
  });

  test('what was saved from a removed one can still be opened', async () => {
    const person = await makePerson(own);
    const { podcast } = await add(person, (await makeFeed()).address);
    const { id: episodeId } = await makeEpisode(podcast.id);
    await person.send('POST', '/api/user/insights', { episodeId, insight: 'Kept' });
    expect((await person.send('DELETE', `${PATH}/${podcast.id}`)).status).toBe(200);
    expect(await (await person.ask('/api/user/insights')).text()).toContain('Kept');
    const again = await person.send('POST', '/api/user/insights', { episodeId, insight: 'More' });
    expect(again.status).toBe(201);
    expect((await person.send('POST', `/api/podcasts/${podcast.id}/subscribe`)).status).toBe(404);
    expect((await add(person, await feedOf(podcast.id))).podcast.id).toBe(podcast.id);
  });

  test.each([
    ['nothing', '', 400],
    ['no address', 'javascript:alert(1)', 422],
    ['a private network', 'http://10.0.0.1/feed', 422],
    ['the metadata of a cloud', 'http://169.254.169.254/latest', 422],
    ['a file', 'file:///etc/passwd', 422],
    ['a very long one', `https://a.test/${'x'.repeat(3_000)}`, 400],
  ])('%s is refused', async (_, address, status) => {
    const person = await makePerson(own);
    for (const path of [PATH, `${PATH}/preview`]) {
      const reply = await person.send('POST', path, { address, category: 'Law' });
      expect(reply.status).toBe(status);
    }
  });

  test('above the limit is refused, also for concurrent requests', async () => {
    const person = await makePerson(own);
    for (let count = 2; count <= OWN_PODCASTS_MAX; count++) {
      await makeOwnPodcast(person.id);
    }
    const feeds = await Promise.all([makeFeed(), makeFeed(), makeFeed()]);
    const replies = await Promise.all(
      feeds.map(({ address }) => person.send('POST', PATH, { address, category: 'Law' })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await ownOf(person)).toHaveLength(OWN_PODCASTS_MAX);
  });
});

async function feedOf(podcastId: string): Promise<string> {
  const [row] = await db.select().from(podcasts).where(eq(podcasts.id, podcastId));
  return row?.feedUrl ?? '';
}

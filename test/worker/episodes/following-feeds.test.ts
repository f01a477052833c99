import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { podcasts } from '../../../schema/tables/catalogue.ts';
import { refreshPodcast } from '../../../worker/episodes/refresh.ts';
import { refreshDeps } from '../../../worker/episodes/refresh-deps.ts';
import { endHostsRest, serve, timesAsked } from '../../support/outside.ts';
import { ageReading, db, episodesOf, feedStateOf, makePodcast } from '../../support/podcasts.ts';

// On a busy machine a host may seem slow, and would be avoided for a while.
afterEach(endHostsRest);

const feed = (head: string, ...titles: string[]) => `<rss
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
  ${head}${titles.map((title) => `<item><title>${title}</title><guid>${title}</guid></item>`).join('')}
  </channel></rss>`;

const newPath = () => `/${crypto.randomUUID()}.xml`;
const refresh = (id: string) => refreshPodcast(refreshDeps(env), id);
const titlesOf = async (id: string) => (await episodesOf(id)).map(({ title }) => title);

async function podcastOf(id: string) {
  const [row] = await db.select().from(podcasts).where(eq(podcasts.id, id));
  return row;
}

describe('a podcast follows its feed', () => {
  const said = (name: string) =>
    feed(
      `<title>Show ${name}</title><itunes:author>Host ${name}</itunes:author><description>About ${name}</description>
       <itunes:image href="https://img.test/${name}.png"/>`,
      'One',
    );

  test('in title, host, description and cover, except in what the operator set', async () => {
    const path = newPath();
    const feedUrl = await serve(path, { body: said('A') });
    const own = {
      title: 'Ours',
      host: 'Ada',
      description: 'Ours, too',
      imageUrl: 'https://our.test/1.png',
    };
    const { id: followed } = await makePodcast({
      feedUrl,
      ...own,
      feedFields: ['title', 'host', 'description', 'imageUrl'],
    });
    const { id: fixed } = await makePodcast({ feedUrl: `${feedUrl}?2`, ...own });
    const { id: empty } = await makePodcast({
      feedUrl: `${feedUrl}?3`,
      ...own,
      imageUrl: null,
      host: '',
    });
    for (const name of ['A', 'B']) {
      await serve(path, { body: said(name) });
      for (const id of [followed, fixed, empty]) {
        await ageReading(id);
        await refresh(id);
      }
      const theirs = {
        title: `Show ${name}`,
        host: `Host ${name}`,
        description: `About ${name}`,
        imageUrl: `https://img.test/${name}.png`,
      };
      expect(await podcastOf(followed)).toMatchObject(theirs);
      expect(await podcastOf(fixed)).toMatchObject(own);
      expect(await podcastOf(empty)).toMatchObject({
        ...own,
        host: theirs.host,
        imageUrl: theirs.imageUrl,
      });
    }
  });

  test('to its new address, and uses it from then on', async () => {
    const [oldPath, path] = [newPath(), newPath()];
    const moved = await serve(path, { body: feed('<title>New</title>', 'One', 'Two') });
    const head = `<title>Old</title><itunes:new-feed-url>${moved}</itunes:new-feed-url>`;
    const { id } = await makePodcast({
      feedUrl: await serve(oldPath, { body: feed(head, 'One') }),
    });
    expect(await refresh(id)).toEqual({ status: 'refreshed' });
    expect(await titlesOf(id)).toEqual(['One', 'Two']);
    expect((await feedStateOf(id))?.url).toBe(moved);
    await ageReading(id);
    await refresh(id);
    expect([await timesAsked(oldPath), await timesAsked(path)]).toEqual([1, 2]);
  });

  test.each([
    ['leads nowhere', { status: 404 }],
    ['has no episodes yet', { body: feed('<title>New</title>') }],
    ['is a page', { body: '<html><body>Soon</body></html>' }],
  ])('not where the new address %s', async (_, served) => {
    const moved = await serve(newPath(), served);
    const head = `<title>Old</title><itunes:new-feed-url>${moved}</itunes:new-feed-url>`;
    const feedUrl = await serve(newPath(), { body: feed(head, 'One') });
    const { id } = await makePodcast({ feedUrl });
    expect(await refresh(id)).toEqual({ status: 'refreshed' });
    expect(await titlesOf(id)).toEqual(['One']);
    expect((await feedStateOf(id))?.url).toBe(feedUrl);
  });

  test('to its next pages until there are ten episodes, without loops', async () => {
    const paths = [newPath(), newPath(), newPath(), newPath()];
    const four = (page: number) => [1, 2, 3, 4].map((index) => `${page}.${index}`);
    const urls: string[] = [];
    for (const [page, path] of paths.entries()) urls.push(await serve(path, { body: `${page}` }));
    for (const [page, path] of paths.entries()) {
      const head = `<title>Paged</title><atom:link rel="next" href="${urls[page + 1] ?? urls[0]}"/>`;
      await serve(path, { body: feed(head, ...four(page)) });
    }
    const { id } = await makePodcast({ feedUrl: urls[0] ?? '' });
    await refresh(id);
    expect(await titlesOf(id)).toHaveLength(10);
    expect(await Promise.all(paths.map(timesAsked))).toEqual([1, 1, 1, 0]);

    const path = newPath();
    const url = await serve(path, { body: '' });
    await serve(path, {
      body: feed(`<title>Round</title><atom:link rel="next" href="${url}"/>`, 'One'),
    });
    const { id: round } = await makePodcast({ feedUrl: url });
    await refresh(round);
    expect(await titlesOf(round)).toEqual(['One']);
    expect(await timesAsked(path)).toBe(1);
  });
});

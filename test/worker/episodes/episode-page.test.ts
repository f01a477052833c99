import { env } from 'cloudflare:workers';
import { subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { episodePages } from '../../../schema/tables/episodes.ts';
import type { EpisodePage } from '../../../schema/wire/episode-page.ts';
import type { EpisodesByPodcast } from '../../../schema/wire/episodes.ts';
import { deleteChapterPictures } from '../../../worker/catalogue/cover-store.ts';
import { refreshPodcast } from '../../../worker/episodes/refresh.ts';
import { refreshDeps } from '../../../worker/episodes/refresh-deps.ts';
import { bindingWith } from '../../support/bindings.ts';
import { serve, timesAsked } from '../../support/outside.ts';
import { makePerson } from '../../support/people.ts';
import {
  ageReading,
  db,
  episodesOf,
  makeEpisode,
  makePodcast,
  subscribe,
  vtt,
  vttLink,
} from '../../support/podcasts.ts';
import { makeSpoken, storeTranscript } from '../../support/search.ts';

const feed = (items: string) => `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
  xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  ><channel><title>Pages</title>${items}</channel></rss>`;

const item = (title: string, inner: string, day = 20) => `<item><title>${title}</title>
  <guid isPermaLink="false">${title}</guid><pubDate>Tue, ${day} Oct 2026 06:00:00 GMT</pubDate>
  <enclosure url="https://sound.test/${title}.mp3" type="audio/mpeg"/>${inner}</item>`;

const NOTES = `<content:encoded><![CDATA[<p>By <a href="https://ada.test/">Ada</a><script>alert(1)</script></p>
  <ul><li>0:00 Hello</li><li>1:30 The plan</li><li>9:10 Goodbye</li></ul>]]></content:encoded>`;

async function read(items: string) {
  const feedUrl = await serve(`/${crypto.randomUUID()}.xml`, { body: feed(items) });
  const podcast = await makePodcast({ feedUrl });
  expect(await refreshPodcast(refreshDeps(env), podcast.id)).toEqual({ status: 'refreshed' });
  return { podcast, path: new URL(feedUrl).pathname, episodes: await episodesOf(podcast.id) };
}

async function pageOf(episodeId: string | undefined): Promise<EpisodePage> {
  const reply = await (await makePerson()).ask(`/api/podcasts/episodes/${episodeId}`);
  expect(reply.status).toBe(200);
  return reply.json();
}

const brief = ({ chapters, chaptersSource }: EpisodePage) => [
  chaptersSource,
  ...chapters.map(({ start, title }) => `${start} ${title}`),
];

async function coversOf(podcastId: string) {
  const { objects } = await env.TRANSCRIPTS.list({ prefix: `covers/${podcastId}/` });
  return { keys: objects.map(({ key }) => key) };
}

describe("an episode's page", () => {
  test("has the feed's information, safe to show", async () => {
    const { episodes } = await read(
      item(
        'One',
        `${NOTES}<link>https://ada.test/one</link><itunes:episode>7</itunes:episode>
        <itunes:season>2</itunes:season><itunes:explicit>yes</itunes:explicit>`,
      ),
    );
    const page = await pageOf(episodes[0]?.id);
    expect(page).toMatchObject({
      title: 'One',
      number: 7,
      season: 2,
      type: 'full',
      explicit: true,
      link: 'https://ada.test/one',
      hasPicture: false,
      audioUrl: 'https://sound.test/One.mp3',
    });
    expect(page.notes).toContain('<a href="https://ada.test/">Ada</a>');
    expect(page.notes).not.toContain('script');
    expect(brief(page)).toEqual(['notes', '0 Hello', '90 The plan', '550 Goodbye']);
  });

  test("the podcast's own chapters take precedence over those in its notes, and are fetched once", async () => {
    const path = `/${crypto.randomUUID()}.json`;
    const chapters = [
      { startTime: 0, title: 'Own' },
      { startTime: 61, title: 'Second' },
    ];
    const url = await serve(path, { body: JSON.stringify({ version: '1.2.0', chapters }) });
    const { episodes } = await read(
      item('One', `${NOTES}<podcast:chapters url="${url}" type="application/json+chapters"/>`),
    );
    for (const _ of [1, 2]) {
      expect(brief(await pageOf(episodes[0]?.id))).toEqual(['feed', '0 Own', '61 Second']);
    }
    expect(await timesAsked(path)).toBe(1);
  });

  test('gives the pictures of its chapters through us, to those who may open the episode', async () => {
    const folder = crypto.randomUUID();
    const picture = await serve(`/${folder}.png`, {
      headers: { 'Content-Type': 'image/png' },
      body: 'pixels',
    });
    const chapters = [
      { startTime: 0, title: 'Bare' },
      { startTime: 61.5, title: 'Pictured', img: `${folder}.png` },
      { startTime: 90, title: 'Changing', img: `${folder}.png`, toc: false },
    ];
    const url = await serve(`/${folder}.json`, {
      body: JSON.stringify({ version: '1.2.0', chapters }),
    });
    const { episodes } = await read(
      item('One', `<podcast:chapters url="${url}" type="application/json+chapters"/>`),
    );
    const id = episodes[0]?.id ?? '';
    const page = await pageOf(id);
    expect(page.chapters[1]?.imageUrl).toBe(picture);
    const person = await makePerson();
    const ofChapter = (start: string, by = person) =>
      by.ask(`/api/podcasts/episodes/${id}/chapters/${start}/picture`);
    const reply = await vi.waitFor(
      async () => {
        const got = await ofChapter('61.5');
        expect(got.status).toBe(200);
        return got;
      },
      { timeout: 20_000 },
    );
    expect(reply.headers.get('Content-Type')).toBe('image/png');
    expect(reply.headers.get('Cache-Control')).toContain('private');
    expect(await reply.text()).toBe('pixels');
    expect((await ofChapter('0')).status, 'it has none').toBe(204);
    expect((await ofChapter('90')).status, 'it is none to go to').toBe(404);
    for (const start of ['7', '-1', 'x']) expect((await ofChapter(start)).status).toBe(404);
    expect(await timesAsked(`/${folder}.png`)).toBe(1);

    const { keys } = await coversOf(page.podcastId);
    expect(keys).toEqual([`covers/${page.podcastId}/chapters/${id}/61.5`]);
    await deleteChapterPictures(env.TRANSCRIPTS, page.podcastId);
    expect((await coversOf(page.podcastId)).keys).toEqual([]);
  });

  test.each([
    ['a host that is down', { status: 503 }],
    ['something else', { body: '<html>Not here</html>' }],
    ['more than anybody needs', { body: `{"chapters":[${'{},'.repeat(600_000)}{}]}` }],
  ])(
    'if the chapters are %s, those in the notes are used, and no request follows at once',
    async (_, served) => {
      const path = `/${crypto.randomUUID()}.json`;
      const url = await serve(path, served);
      const { episodes } = await read(item('One', `${NOTES}<podcast:chapters url="${url}"/>`));
      for (const _ of [1, 2]) expect(brief(await pageOf(episodes[0]?.id))[0]).toBe('notes');
      expect(await timesAsked(path)).toBe(1);
    },
  );

  test('has the same chapters while their host cannot answer', async () => {
    const path = `/${crypto.randomUUID()}.json`;
    const chapters = [
      { startTime: 0, title: 'Own' },
      { startTime: 61, title: 'Second' },
    ];
    const url = await serve(path, { body: JSON.stringify({ version: '1.2.0', chapters }) });
    const { episodes } = await read(item('One', `${NOTES}<podcast:chapters url="${url}"/>`));
    const id = episodes[0]?.id ?? '';
    const before = await pageOf(id);
    await serve(path, { status: 500, body: '' });
    const lookUpAgain = () =>
      db
        .update(episodePages)
        .set({ chaptersRetryAt: subMinutes(new Date(), 1) })
        .where(eq(episodePages.episodeId, id));
    await lookUpAgain();
    for (const _ of [1, 2]) expect(brief(await pageOf(id))).toEqual(brief(before));
    expect(await timesAsked(path)).toBe(1);

    await serve(path, { status: 404, body: '' });
    await lookUpAgain();
    expect(brief(await pageOf(id))[0], 'the file is gone').toBe('notes');
  });

  test('without its own chapters has those that the assistant derives from its transcript', async () => {
    const about = (topic: string) =>
      Array.from(
        { length: 30 },
        (_, index) =>
          `The ${topic} of ${topic} number ${index} is what the ${topic} team spoke of for the ${topic}.`,
      );
    const words = [...about('salary'), ...about('contract'), ...about('sleep')];
    const url = await serve(`/${crypto.randomUUID()}.vtt`, { body: vtt(words) });
    const { id } = await makePodcast();
    const episode = await makeEpisode(id, { transcriptLinks: [vttLink(url)] });
    expect(brief(await pageOf(episode.id))).toEqual([null]);
    await (await makePerson()).ask(`/api/podcasts/episodes/${episode.id}/transcript`);
    const page = await pageOf(episode.id);
    expect(page.chaptersSource).toBe('assistant');
    expect(page.chapters[0]?.start).toBe(0);
    expect(page.chapters.length).toBeGreaterThan(1);
    expect(await pageOf(episode.id)).toEqual(page);
  });

  test('looks up its chapters once for all who open it at once', async () => {
    const path = `/${crypto.randomUUID()}.json`;
    const chapters = [{ startTime: 0, title: 'Own' }];
    const body = JSON.stringify({ version: '1.2.0', chapters });
    const url = await serve(path, { body, delayMs: 300 });
    const { episodes } = await read(
      item('One', `<podcast:chapters url="${url}" type="application/json+chapters"/>`),
    );
    const pages = await Promise.all(Array.from({ length: 10 }, () => pageOf(episodes[0]?.id)));
    expect(pages.map(brief)).toEqual(pages.map(() => ['feed', '0 Own']));
    expect(await timesAsked(path)).toBe(1);
  });

  test('has its transcript read once for the chapters of all who open it at once', async () => {
    let reads = 0;
    const bucket = bindingWith(env.TRANSCRIPTS, {
      get(key: string) {
        reads += 1;
        return env.TRANSCRIPTS.get(key);
      },
    });
    const said = ['salary', 'contract', 'sleep'].flatMap((topic) =>
      Array.from({ length: 30 }, () => `The ${topic} is what the ${topic} team spoke of.`),
    );
    const { episodeId } = await makeSpoken(said);
    const people = await Promise.all(
      Array.from({ length: 20 }, () => makePerson({ ...env, TRANSCRIPTS: bucket })),
    );
    const replies = await Promise.all(
      people.map(({ ask }) => ask(`/api/podcasts/episodes/${episodeId}`)),
    );
    const pages = await Promise.all(replies.map((reply) => reply.json<EpisodePage>()));
    for (const page of pages) expect(brief(page)).toEqual(brief(pages[0] ?? page));
    expect(pages[0]?.chaptersSource).toBe('assistant');
    expect(reads).toBe(1);
  });

  test('looks for chapters in a transcript without parts only once', async () => {
    const { episodeId } = await makeSpoken(['Mm.', 'Oh.']);
    expect(brief(await pageOf(episodeId))).toEqual([null]);
    const parts = ['salary', 'contract', 'sleep'].flatMap((topic) =>
      Array.from({ length: 30 }, () => `The ${topic} is what the ${topic} team spoke of.`),
    );
    await storeTranscript(episodeId, parts);
    expect(brief(await pageOf(episodeId))).toEqual([null]);
  });

  test('follows the feed, and is only written if it changed', async () => {
    const { podcast, path, episodes } = await read(item('One', NOTES));
    const before = await pageOf(episodes[0]?.id);
    expect(before.chapters).toHaveLength(3);
    const body = feed(item('One', NOTES.replace('The plan', 'The new plan')));
    await serve(path, { body });
    await ageReading(podcast.id);
    await refreshPodcast(refreshDeps(env), podcast.id);
    const after = await pageOf(episodes[0]?.id);
    expect(after.chapters[1]?.title).toBe('The new plan');
    const [row] = await db.select().from(episodePages).where(eq(episodePages.episodeId, after.id));
    expect(row?.chapters).toEqual(after.chapters);
    await serve(path, { body });
    await ageReading(podcast.id);
    await refreshPodcast(refreshDeps(env), podcast.id);
    const [again] = await db
      .select()
      .from(episodePages)
      .where(eq(episodePages.episodeId, after.id));
    expect(again).toEqual(row);
  });

  test('trailers and bonus episodes are marked, and come last in lists', async () => {
    const type = (name: string) => `<itunes:episodeType>${name}</itunes:episodeType>`;
    const { podcast } = await read(
      item('Trailer', type('trailer'), 22) +
        item('Old', '', 2) +
        item('Bonus', type('bonus'), 21) +
        item('New', '', 12),
    );
    const person = await makePerson();
    await subscribe(person.id, podcast.id);
    const listed = await (
      await person.ask('/api/podcasts/recent-episodes')
    ).json<EpisodesByPodcast>();
    expect(listed[podcast.title]?.map((one) => `${one.title} ${one.type}`)).toEqual([
      'New full',
      'Old full',
      'Trailer trailer',
      'Bonus bonus',
    ]);
  });
});

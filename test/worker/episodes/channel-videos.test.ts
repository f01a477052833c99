import { env } from 'cloudflare:workers';
import { subDays } from 'date-fns';
import { afterEach, describe, expect, test } from 'vitest';
import { endHostsRest, serve, timesAsked } from '../../support/outside.ts';
import type { Served } from '../../support/podcast-host.ts';
import { ageReading, episodesOf, feedStateOf, makePodcast, rss } from '../../support/podcasts.ts';
import { deliver } from '../../support/queues.ts';

// On a busy machine a host may seem slow, and would be avoided for a while.
afterEach(endHostsRest);

const VIDEO_ID = 'abcdefghij1';

interface Video {
  id: string;
  title: string;
  publishedAt: Date;
  isShort?: boolean;
}

/** A channel's feed as YouTube writes it. */
function channelFeed(videos: Video[]): string {
  const entries = videos.map(
    ({ id, title, publishedAt, isShort }) => `<entry><id>yt:video:${id}</id>
<yt:videoId>${id}</yt:videoId><title>${title}</title>
<link rel="alternate" href="https://www.youtube.com/${isShort ? 'shorts/' : 'watch?v='}${id}"/>
<published>${publishedAt.toISOString()}</published></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom">
<title>The channel</title>${entries.join('\n')}</feed>`;
}

/** A podcast with a feed and a channel, each at its own path. */
async function makeBoth(feed: Served, channel: Served) {
  const key = crypto.randomUUID();
  const channelUrl = await serve(`/${key}/videos.xml`, channel);
  const feedUrl = await serve(`/${key}.xml`, feed);
  const { id } = await makePodcast({ feedUrl, youtubeChannelId: `UC${key.slice(0, 22)}` });
  return {
    id,
    feedPath: `/${key}.xml`,
    channelPath: `/${key}/videos.xml`,
    refresh: async () => {
      await ageReading(id);
      const bindings = { ...env, YOUTUBE_FEEDS_URL: channelUrl };
      return deliver('dripcast-refresh', [{ body: { podcastId: id } }], bindings);
    },
  };
}

const YESTERDAY = subDays(new Date(), 1);
const item = { guid: '1', title: 'Structured interviews', publishedAt: YESTERDAY };
const video = { id: VIDEO_ID, title: 'Structured Interviews | The Show', publishedAt: YESTERDAY };

describe("a podcast's channel", () => {
  test('assigns a video to its episode in the feed', async () => {
    const show = await makeBoth({ body: rss('The Show', [item]) }, { body: channelFeed([video]) });
    expect((await show.refresh()).acked).toEqual(['m0']);
    const [episode, ...others] = await episodesOf(show.id);
    expect(others).toEqual([]);
    expect(episode).toMatchObject({ guid: '1', title: item.title, youtubeVideoId: VIDEO_ID });
    expect(episode?.audioUrl).not.toBeNull();
    await show.refresh();
    expect(await episodesOf(show.id)).toEqual([episode]);
  });

  test("may add the video later, when the feed hasn't changed", async () => {
    const feed = { body: rss('The Show', [item]), headers: { ETag: '"one"' } };
    const show = await makeBoth(feed, { body: channelFeed([]) });
    await show.refresh();
    expect(await episodesOf(show.id)).toMatchObject([{ youtubeVideoId: null }]);
    await serve(show.channelPath, { body: channelFeed([video]) });
    await show.refresh();
    expect(await episodesOf(show.id)).toMatchObject([{ youtubeVideoId: VIDEO_ID }]);
  });

  test('adds no episodes for clips, shorts and videos missing from the feed', async () => {
    const channel = channelFeed([
      { id: 'abcdefghij2', title: 'Structured interviews', publishedAt: YESTERDAY, isShort: true },
      { id: 'abcdefghij3', title: 'Behind the scenes of our studio', publishedAt: YESTERDAY },
      { id: 'abcdefghij4', title: 'Structured interviews, a clip', publishedAt: YESTERDAY },
    ]);
    const show = await makeBoth({ body: rss('The Show', [item]) }, { body: channel });
    await show.refresh();
    expect(await episodesOf(show.id)).toMatchObject([{ guid: '1', youtubeVideoId: null }]);
  });

  test.each<[string, Served]>([
    ['is down', { status: 500 }],
    ['refuses us', { status: 429 }],
    ['answers with a page', { body: '<html><body>Before you continue</body></html>' }],
    ['is empty', { body: '' }],
  ])('that %s takes nothing from the feed', async (_, channel) => {
    const show = await makeBoth({ body: rss('The Show', [item]) }, channel);
    expect((await show.refresh()).acked).toEqual(['m0']);
    expect(await episodesOf(show.id)).toHaveLength(1);
    expect(await feedStateOf(show.id)).toMatchObject({ failures: 0, lastError: null });
  });

  test('that is the feed itself is read once; its videos and shorts are the episodes', async () => {
    const short = { ...video, id: 'abcdefghij5', title: 'In a minute', isShort: true };
    const show = await makeBoth({ status: 500 }, { status: 500 });
    const channelId = `UC${show.id.slice(0, 22)}`;
    const path = `/${channelId}.xml`;
    const feedUrl = await serve(path, { body: channelFeed([video, short]) });
    const { id } = await makePodcast({ feedUrl, youtubeChannelId: channelId });
    await deliver('dripcast-refresh', [{ body: { podcastId: id } }]);
    expect(await episodesOf(id)).toMatchObject([
      { title: 'In a minute', isYoutubeShort: true },
      { youtubeVideoId: VIDEO_ID, isYoutubeShort: false },
    ]);
    expect(await timesAsked(path)).toBe(1);
  });
});

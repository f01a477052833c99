import { describe, expect, test } from 'vitest';
import { describeFeed } from '../../../worker/feeds/describe-feed.ts';
import { FeedError } from '../../../worker/feeds/feed-error.ts';
import { OutboundError } from '../../../worker/platform/outbound.ts';
import type { FetchOutside } from '../../../worker/platform/outbound-settings.ts';

const rss = (title: string) =>
  `<rss version="2.0"><channel><title>${title}</title><item><title>Old</title><guid>1</guid>
  <pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate></item><item><title>New</title><guid>2</guid>
  <pubDate>Mon, 09 Nov 2026 08:00:00 GMT</pubDate></item></channel></rss>`;

const CHANNEL = 'UCabcdefghijklmnopqrstuv';

/** Answers these addresses and notes what was asked, with the headers. */
function outside(answers: Record<string, string>) {
  const asked: { url: string; authorization: string | undefined }[] = [];
  const fetchOutside: FetchOutside = async (url, options = {}) => {
    asked.push({ url, authorization: options.headers?.authorization });
    const answer = answers[url];
    if (answer === undefined) throw new OutboundError('status', 'Nothing here', { status: 404 });
    const bytes = new Uint8Array(new TextEncoder().encode(answer));
    const headers = new Headers();
    options.onBytes?.(bytes, { status: 200, headers, url });
    const body = options.onBytes ? new Uint8Array() : bytes;
    return { status: 200, headers, body, isWhole: true, url, permanentUrl: null };
  };
  const deps = {
    fetchOutside,
    youtubeFeedsUrl: 'https://youtube.test/feed',
    appleLookupUrl: 'https://apple.test/lookup',
  };
  return { deps, asked };
}

describe('the address of a podcast', () => {
  test.each([
    'https://a.test/feed',
    'a.test/feed',
    ' feed://a.test/feed ',
    'feed:https://a.test/feed',
    'https://a.test/feed#now',
  ])('may be its feed: %s', async (address) => {
    const { deps } = outside({ 'https://a.test/feed': rss('A show') });
    expect(await describeFeed(address, deps)).toMatchObject({
      title: 'A show',
      feedUrl: 'https://a.test/feed',
      episodes: [{ title: 'New' }, { title: 'Old' }],
    });
  });

  test('may be a page that links to it; comment feeds come last', async () => {
    const { deps } = outside({
      'https://a.test/show': `<!doctype html><head><link rel="alternate" type="application/rss+xml"
        title="Comments" href="/comments.xml"><link rel="Alternate home" href="feed.xml"
        type="application/rss+xml; charset=utf-8"></head>`,
      'https://a.test/comments.xml': rss('Comments'),
      'https://a.test/feed.xml': rss('Named'),
    });
    const described = await describeFeed('https://a.test/show', deps);
    expect(described).toMatchObject({ title: 'Named', feedUrl: 'https://a.test/feed.xml' });
  });

  test.each([`https://www.youtube.com/channel/${CHANNEL}`, 'https://youtube.com/@somebody'])(
    'may be a YouTube channel: %s',
    async (address) => {
      const { deps } = outside({
        'https://youtube.com/@somebody': `<link href="https://x.test/?channel_id=${CHANNEL}">`,
        [`https://youtube.test/feed?channel_id=${CHANNEL}`]: rss('A channel'),
      });
      expect(await describeFeed(address, deps)).toMatchObject({
        title: 'A channel',
        youtubeChannelId: CHANNEL,
      });
    },
  );

  test('may be an Apple Podcasts link, if its look-up is enabled', async () => {
    const address = 'https://podcasts.apple.com/us/podcast/a-show/id1234567?i=1';
    const { deps } = outside({
      'https://apple.test/lookup?id=1234567&entity=podcast': JSON.stringify({
        results: [{ feedUrl: 'https://a.test/feed' }],
      }),
      'https://a.test/feed': rss('From Apple'),
    });
    expect(await describeFeed(address, deps)).toMatchObject({ title: 'From Apple' });
    await expect(describeFeed(address, { ...deps, appleLookupUrl: '' })).rejects.toThrow(FeedError);
  });

  test('sends its password as a header, and only to its host', async () => {
    const { deps, asked } = outside({ 'https://a.test/feed': rss('Paid') });
    const described = await describeFeed('https://ada:secret@a.test/feed', deps);
    expect(described.feedUrl).toBe('https://ada:secret@a.test/feed');
    expect(asked).toEqual([
      { url: 'https://a.test/feed', authorization: `Basic ${btoa('ada:secret')}` },
    ]);
  });

  test.each(['', 'javascript:alert(1)', 'file:///etc/passwd', 'https://', 'ftp://a.test/'])(
    'is not %j',
    async (address) => {
      const { deps, asked } = outside({});
      await expect(describeFeed(address, deps)).rejects.toThrow('This is not an address.');
      expect(asked).toEqual([]);
    },
  );

  test('says so if it has no feed', async () => {
    const { deps } = outside({ 'https://a.test/': '<title>Nothing</title>' });
    await expect(describeFeed('a.test', deps)).rejects.toThrow(FeedError);
  });
});

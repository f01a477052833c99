import { describe, expect, test } from 'vitest';
import { describeFeed } from '../../../worker/feeds/describe-feed.ts';
import { FeedError } from '../../../worker/feeds/feed-error.ts';
import type { FetchOutside } from '../../../worker/platform/outbound/fetch-outside-for.ts';
import { OutboundError } from '../../../worker/platform/outbound/outbound-error.ts';

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

  test.each([
    '',
    'foo',
    'foo/feed',
    'foo:80/feed',
    'two words',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    'ftp://a.test/',
  ])('is not %j', async (address) => {
    const { deps, asked } = outside({});
    await expect(describeFeed(address, deps)).rejects.toThrow('This is not an address.');
    expect(asked).toEqual([]);
  });

  test('may be a page whose first feeds do not work', async () => {
    const link = (href: string) =>
      `<link rel="alternate" type="application/rss+xml" href="${href}">`;
    const page = (...feeds: string[]) => ({
      'https://a.test/': `<base href="/show/"><link rel="stylesheet" href="a.css">
        <link rel="alternate" type="text/html" href="de">${feeds.map(link).join('')}`,
      'https://a.test/show/broken.xml': '<title>No feed</title>',
    });
    const { deps } = outside({
      ...page('gone.xml', 'broken.xml', 'feed.xml'),
      'https://a.test/show/feed.xml': rss('The third'),
    });
    expect(await describeFeed('a.test', deps)).toMatchObject({ title: 'The third' });
    await expect(
      describeFeed('a.test', outside(page('gone.xml', 'broken.xml')).deps),
    ).rejects.toThrow('Nothing here');
  });

  test('says so if it cannot be reached, or fails for a reason of our own', async () => {
    await expect(describeFeed('a.test', outside({}).deps)).rejects.toThrow(OutboundError);
    const { deps } = outside({
      'https://a.test/': '<link rel="alternate" type="application/rss+xml" href="feed.xml">',
    });
    const fetchOutside: FetchOutside = (url, options) =>
      url.endsWith('.xml')
        ? Promise.reject(new TypeError('ours'))
        : deps.fetchOutside(url, options);
    await expect(describeFeed('a.test', { ...deps, fetchOutside })).rejects.toThrow(TypeError);
  });

  test('says so if YouTube or Apple know no podcast there', async () => {
    const lookup = 'https://apple.test/lookup?id=1234567&entity=podcast';
    const address = 'https://podcasts.apple.com/us/podcast/a-show/id1234567';
    for (const answer of ['{"results":[]}', '{"results":[{}]}', '<html></html>', 'null']) {
      const { deps } = outside({ [lookup]: answer });
      await expect(describeFeed(address, deps)).rejects.toThrow("doesn't list a feed");
    }
    const { deps } = outside({ 'https://youtube.com/feed/explore': '<title>YouTube</title>' });
    await expect(describeFeed('https://youtube.com/feed/explore', deps)).rejects.toThrow(
      'no YouTube channel',
    );
    const browse = outside({ 'https://podcasts.apple.com/us/browse': '<title>Apple</title>' });
    await expect(describeFeed('podcasts.apple.com/us/browse', browse.deps)).rejects.toThrow(
      FeedError,
    );
  });

  test('says so if it has no feed', async () => {
    const { deps } = outside({ 'https://a.test/': '<title>Nothing</title>' });
    await expect(describeFeed('a.test', deps)).rejects.toThrow(FeedError);
  });
});

import { describe, expect, it } from 'vitest';
import { FeedError } from '../../../worker/feeds/feed-error.ts';
import { readFeed } from '../../support/read-feed.ts';

const url = 'https://example.org/podcast/feed.xml';

function read(text: string) {
  return readFeed(new TextEncoder().encode(text), { contentType: null, url });
}

function item(inside: string) {
  return read(`<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
    xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:media="http://search.yahoo.com/mrss/">
    <channel><title>Show</title><item>${inside}</item></channel></rss>`).items[0];
}

describe('a podcast in RSS', () => {
  it("is read with all of an episode's fields", () => {
    const feed = read(`<?xml version="1.0"?>
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
        xmlns:podcast="https://podcastindex.org/namespace/1.0">
      <channel>
        <title>Tom &amp;amp; Jerry</title><link>https://example.org/</link><language>en-GB</language>
        <description><![CDATA[<p>About <b>cats</b>.</p><p>And mice.</p>]]></description>
        <itunes:author>Ada</itunes:author><itunes:image href="/cover.jpg"/>
        <item>
          <title>One &#8211; the &lt;b&gt;first&lt;/b&gt;</title>
          <guid isPermaLink="false">abc-1</guid>
          <pubDate>Tue, 03 Jun 2025 09:39:21 +0200</pubDate>
          <link>https://example.org/1?a=1&amp;b=2</link>
          <description>Plain</description>
          <itunes:duration>1:02:03</itunes:duration>
          <itunes:image href="https://example.org/1.jpg"/>
          <enclosure url="/1.mp3" type="audio/mpeg" length="1234"/>
          <podcast:transcript url="1.vtt" type="text/vtt; charset=utf-8" language="en" rel="captions"/>
          <podcast:chapters url="https://example.org/1.json" type="application/json+chapters"/>
        </item>
      </channel></rss>`);
    expect(feed).toMatchObject({
      title: 'Tom & Jerry',
      description: 'About cats.\n\nAnd mice.',
      host: 'Ada',
      imageUrl: 'https://example.org/cover.jpg',
      link: 'https://example.org/',
      language: 'en-GB',
    });
    expect(feed.items).toEqual([
      {
        guid: 'abc-1',
        title: 'One – the first',
        description: 'Plain',
        publishedAt: new Date('2025-06-03T07:39:21Z'),
        durationSeconds: 3723,
        link: 'https://example.org/1?a=1&b=2',
        audioUrl: 'https://example.org/1.mp3',
        audioType: 'audio/mpeg',
        imageUrl: 'https://example.org/1.jpg',
        transcripts: [
          {
            url: 'https://example.org/podcast/1.vtt',
            type: 'text/vtt',
            language: 'en',
            rel: 'captions',
          },
        ],
        chapters: [],
        notes: { html: '<p>Plain</p>', base: 'https://example.org/podcast/feed.xml' },
        number: null,
        season: null,
        type: 'full',
        isExplicit: null,
        chaptersUrl: 'https://example.org/1.json',
        youtubeVideoId: null,
        isYoutubeShort: false,
      },
    ]);
  });

  it.each([
    ['<guid>g</guid><link>https://a.b/l</link>', 'g'],
    ['<link>https://a.b/l</link><enclosure url="https://a.b/e.mp3"/>', 'https://a.b/l'],
    ['<enclosure url="https://a.b/e.mp3"/><title>T</title>', 'https://a.b/e.mp3'],
    ['<title>T</title><pubDate>2025-01-02T00:00:00Z</pubDate>', 'T 2025-01-02T00:00:00.000Z'],
    ['<title>T</title>', 'T'],
  ])('takes the next best identity from %s', (inside, guid) => {
    expect(item(inside)?.guid).toBe(guid);
  });

  it('prefers audio, then video, then untyped files, and never takes a picture', () => {
    const picture = '<enclosure url="https://a.b/x.jpg" type="image/jpeg"/>';
    const video = '<media:content url="https://a.b/x.mp4" type="video/mp4"/>';
    const audio = '<enclosure url="https://a.b/x" type="audio/mpeg"/>';
    expect(item(`<title>T</title>${picture}${video}${audio}`)?.audioUrl).toBe('https://a.b/x');
    expect(item(`<title>T</title>${picture}${video}`)?.audioUrl).toBe('https://a.b/x.mp4');
    expect(item(`<title>T</title>${picture}`)?.audioUrl).toBeNull();
    const untyped = (...names: string[]) =>
      item(
        `<title>T</title>${names.map((name) => `<enclosure url="https://a.b/${name}"/>`).join('')}`,
      )?.audioUrl;
    expect(untyped('x', 'x.jpg', 'x.mp4', 'x.mp3')).toBe('https://a.b/x.mp3');
    expect(untyped('x', 'x.jpg', 'x.mp4')).toBe('https://a.b/x.mp4');
    expect(untyped('x.jpg', 'x')).toBe('https://a.b/x');
    expect(untyped('x.jpg')).toBeNull();
  });

  it.each([
    ['as the text of an enclosure', '<enclosure>https://a.b/x.mp3</enclosure>'],
    [
      'as an alternate enclosure',
      `<podcast:alternateEnclosure type="audio/mpeg"><podcast:source uri="https://a.b/x.mp3"/>
        </podcast:alternateEnclosure>`,
    ],
    [
      'beside a picture of no known kind',
      '<media:content medium="image" url="https://a.b/x"/><media:content medium="audio" url="https://a.b/x.mp3"/>',
    ],
  ])('finds the audio %s', (_, inside) => {
    expect(item(`<title>T</title>${inside}`)?.audioUrl).toBe('https://a.b/x.mp3');
  });

  it('lists a transcript once', () => {
    const link = '<podcast:transcript url="https://a.b/1.vtt" type="text/vtt"/>';
    expect(item(`<title>T</title>${link}${link}`)?.transcripts).toHaveLength(1);
  });

  it.each([
    ['https://youtu.be/abcdefghijk?t=5', 'abcdefghijk'],
    ['https://www.youtube.com/live/abcdefghijk', 'abcdefghijk'],
    ['https://m.youtube.com/watch?v=abcdefghijk', 'abcdefghijk'],
    ['https://www.youtube.com/playlist?list=abcdefghijk', null],
  ])('finds the video of %s', (link, video) => {
    expect(item(`<title>T</title><link>${link}</link>`)?.youtubeVideoId).toBe(video);
  });

  it("reads Media RSS's description, and leaves out what is not meant to be read", () => {
    expect(item('<title>T</title><media:description>Words</media:description>')?.description).toBe(
      'Words',
    );
    const marked =
      '<description><p>One</p><script>go()</script><p>two &amp;amp; three</p></description>';
    expect(item(`<title>T</title>${marked}`)?.description).toBe('One\n\ntwo & three');
  });

  it('keeps one of a repeated item, and both of two with the same guid', () => {
    const one = '<item><guid>same</guid><title>A</title><link>https://a.b/1</link></item>';
    const edited = '<item><guid>same</guid><title>A!</title><link>https://a.b/1</link></item>';
    const other = '<item><guid>same</guid><title>B</title><link>https://a.b/2</link></item>';
    const guids = (items: string) =>
      read(`<rss><channel>${items}</channel></rss>`).items.map(({ guid }) => guid);
    expect(guids(one + edited)).toEqual(['same']);
    expect(guids(one + other)).toEqual(['https://a.b/1', 'https://a.b/2']);
  });

  it('refuses addresses other than http and https', () => {
    const episode = item(
      '<title>T</title><link>javascript:alert(1)</link><enclosure url="file:///x"/>',
    );
    expect(episode).toMatchObject({ link: null, audioUrl: null });
  });

  it.each([
    ['3723', 3723],
    ['1:02:03', 3723],
    ['62:03', 3723],
    ['01:02:03,5', 3724],
    ['PT1H2M3S', 3723],
    ['P0DT1H2M', 3720],
    ['1h 2m 3s', 3723],
    ['1h02', 3720],
    ['62 minutes', 3720],
    ['1 hour', 3600],
    ['0', null],
    ['3723000', null],
    ['soon', null],
  ])('reads the duration %s', (written, seconds) => {
    expect(
      item(`<guid>1</guid><itunes:duration>${written}</itunes:duration>`)?.durationSeconds,
    ).toBe(seconds);
  });

  it('identifies a namespace by its address', () => {
    const { items } = read(`<rss xmlns:a="https://www.itunes.com/DTDs/Podcast-1.0.dtd"
      xmlns:b="http://podcastindex.org/namespace/1.0" xmlns:c="http://purl.oclc.org/net/rss_2.0/enc#">
      <channel><item><guid>1</guid><a:duration>62</a:duration><b:transcript url="https://a.b/1.vtt"/>
      <c:enclosure rdf:resource="https://a.b/1" c:type="audio/mpeg"/></item></channel></rss>`);
    expect(items[0]).toMatchObject({ durationSeconds: 62, audioUrl: 'https://a.b/1' });
    expect(items[0]?.transcripts).toHaveLength(1);
  });

  it('reads an enclosure whose attributes are written as elements', () => {
    const inside = '<url>https://a.b/1</url><type>audio/mpeg</type><length>5</length>';
    expect(item(`<guid>1</guid><enclosure>${inside}</enclosure>`)).toMatchObject({
      audioUrl: 'https://a.b/1',
      audioType: 'audio/mpeg',
    });
  });

  it('uses a guid as the link if it is declared as a permalink', () => {
    expect(item('<guid isPermaLink="true">/1</guid>')?.link).toMatch(/^https:.*\/1$/);
    expect(item('<guid isPermaLink="false">https://a.b/1</guid>')?.link).toBeNull();
    expect(item('<guid>1</guid>')?.link).toBeNull();
  });

  it('uses the first words as a missing title', () => {
    expect(
      item('<guid>1</guid><description>&lt;p&gt;Two words.&lt;/p&gt;Three.</description>')?.title,
    ).toBe('Two words.');
    const title =
      item(`<guid>1</guid><description>${'word '.repeat(100)}</description>`)?.title ?? '';
    expect(title).toMatch(/^(word )+word…$/);
    expect(title.length).toBeLessThan(90);
    expect(item('<guid>1</guid>')?.title).toBe('Untitled');
    expect(item('<link>https://a.b/1</link>')?.title).toBe('https://a.b/1');
  });

  it('uses an image enclosure as the cover, not as the audio', () => {
    const picture = '<enclosure url="https://a.b/1.jpg" type="image/jpeg"/>';
    const sound = '<enclosure url="https://a.b/1.mp3" type="audio/mpeg"/>';
    expect(item(`${picture}${sound}`)).toMatchObject({
      audioUrl: 'https://a.b/1.mp3',
      imageUrl: 'https://a.b/1.jpg',
    });
  });

  it('uses the last of several dates of one kind, and the first kind', () => {
    const date = (day: number) => `<pubDate>0${day} Jan 2026 00:00:00 GMT</pubDate>`;
    const { publishedAt } =
      item(`<guid>1</guid>${date(1)}${date(2)}<pubDate>soon</pubDate>
      <lastBuildDate>05 Jan 2026 00:00:00 GMT</lastBuildDate>`) ?? {};
    expect(publishedAt?.toISOString()).toBe('2026-01-02T00:00:00.000Z');
  });

  it.each(['ada@x.y (Ada)', 'Ada (ada@x.y)', 'Ada'])("reads %s as a host's name", (written) => {
    const { host } = read(
      `<rss><channel><managingEditor>${written}</managingEditor></channel></rss>`,
    );
    expect(host).toBe('Ada');
  });

  it('names a file without a title after the file', () => {
    expect(item('<enclosure url="https://a.b/my%20show.mp3"/>')?.title).toBe('my show');
    expect(item('<enclosure url="https://a.b/100%-show.mp3"/>')?.title).toBe('100%-show.mp3');
  });

  it.each([
    ['<blink>On</blink> air', 'On air'],
    ['On<applet code="a.class"></applet> air', 'On air'],
    ['On<object data="a"> air', 'On air'],
    ['On<iframe src="https://a.b/"></iframe> air<object>or so</object>', 'On air'],
    ['On<script>go()</script> air<style>b', 'On air'],
    ['A <canvas> for a title', 'A for a title'],
  ])('reads the title %s, declared as HTML', (html, title) => {
    const escaped = html.replaceAll('<', '&lt;');
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
      <title type="html">${escaped}</title></entry></feed>`;
    expect(read(atom).items[0]?.title).toBe(title);
    // Undeclared, one lone tag may be what a title is about.
    const undeclared = html.includes('canvas') ? html : title;
    expect(item(`<title>${escaped}</title>`)?.title).toBe(undeclared);
  });

  it('leaves a title about code as it is', () => {
    expect(item('<title>Why Vec&lt;T&gt; &amp;lt;3</title>')?.title).toBe('Why Vec<T> <3');
  });

  it('treats meaningless dates as missing, and keeps future ones', () => {
    expect(item('<title>T</title><pubDate>soon</pubDate>')?.publishedAt).toBeNull();
    const coming = item('<title>T</title><pubDate>Fri, 01 Jan 2999 00:00:00 GMT</pubDate>');
    expect(coming?.publishedAt?.getUTCFullYear()).toBe(2999);
  });
});

describe('other dialects', () => {
  it('reads Atom with relative links under xml:base', () => {
    const feed = read(`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.b/x/">
      <title type="html">A &amp;amp; B</title><author><name>Bo</name></author>
      <link rel="self" href="feed"/><link href="home"/>
      <entry><id>tag:1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">1 &lt; <b>2</b></div></title>
        <link href="post"/><link rel="enclosure" type="audio/ogg" href="post.ogg" length="5"/>
        <published>2024-02-29T23:00:00-01:00</published><updated>2025-01-01T00:00:00Z</updated>
        <source><title>Not this</title><id>nor this</id></source></entry></feed>`);
    expect(feed).toMatchObject({ title: 'A & B', host: 'Bo', link: 'https://a.b/x/home' });
    expect(feed.items[0]).toMatchObject({
      guid: 'tag:1',
      title: '1 < 2',
      link: 'https://a.b/x/post',
      audioUrl: 'https://a.b/x/post.ogg',
      publishedAt: new Date('2024-03-01T00:00:00Z'),
    });
  });

  it.each([
    ['type="text"', '&lt;b&gt; is a tag', '<b> is a tag'],
    ['type="text/plain"', '&lt;b&gt;Bold&lt;/b&gt;', 'Bold'],
    ['type="text"', 'A &lt;canvas&gt;', 'A <canvas>'],
    ['mode="base64"', 'Q2Fmw6k=', 'Café'],
    ['type="application/octet-stream"', 'Q2F\n mw6k=', 'Café'],
    ['mode="base64"', 'Not packed!', 'Not packed!'],
  ])('reads a title of Atom with %s', (declared, written, title) => {
    const feed = read(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
      <title ${declared}>${written}</title></entry></feed>`);
    expect(feed.items[0]?.title).toBe(title);
  });

  it('reads a page of an entry rather than other forms of it, in any order', () => {
    const links = ['type="application/json" href="/1.json"', 'type="text/html" href="/1"'];
    for (const order of [links, links.toReversed()]) {
      const feed = read(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
        ${order.map((link) => `<link ${link}/>`).join('')}</entry></feed>`);
      expect(feed.items[0]?.link).toBe('https://example.org/1');
    }
  });

  it("reads Atom's relations in any case, and as full addresses", () => {
    const iana = 'http://www.iana.org/assignments/relation';
    const feed = read(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
      <link rel="self" href="https://a.b/self"/>
      <link rel="${iana}/alternate" href="https://a.b/1"/>
      <link rel="Enclosure" href="https://a.b/1.mp3" type="audio/mpeg"/></entry></feed>`);
    expect(feed.items[0]).toMatchObject({ link: 'https://a.b/1', audioUrl: 'https://a.b/1.mp3' });
  });

  it('reads RSS 1.0, whose items stand beside the channel, and RSS 0.91', () => {
    const rdf = read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="x"><title>Show</title></channel>
      <item rdf:about="https://a.b/1"><title>One</title><dc:date>2003-12-31</dc:date></item></rdf:RDF>`);
    expect(rdf.title).toBe('Show');
    expect(rdf.items[0]).toMatchObject({ guid: 'https://a.b/1', link: 'https://a.b/1' });
    expect(rdf.items[0]?.publishedAt).toEqual(new Date('2003-12-31'));
    const old = `<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "rss-0.91.dtd">
      <rss version="0.91"><channel><item><title>Caf&eacute;</title></item></channel></rss>`;
    expect(read(old).items[0]?.title).toBe('Café');
  });

  it('reads JSON Feed', () => {
    const feed = read(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Show',
        home_page_url: 'https://a.b/',
        authors: [{ name: 'Ada' }],
        items: [
          {
            id: 7,
            title: 'One',
            content_html: '<p>Hi</p>',
            url: '/1',
            date_published: '2020-01-02T03:04:05Z',
            attachments: [
              { url: '1.mp3', mime_type: 'audio/mpeg', size_in_bytes: 9, duration_in_seconds: 60 },
            ],
          },
        ],
      }),
    );
    expect(feed).toMatchObject({ title: 'Show', host: 'Ada' });
    expect(feed.items[0]).toMatchObject({
      guid: '7',
      description: 'Hi',
      link: 'https://a.b/1',
      audioUrl: 'https://a.b/1.mp3',
      durationSeconds: 60,
    });
  });

  it.each(['long', 1e17, -1, null])(
    'reads JSON Feed without what is empty, or a duration of %s',
    (duration) => {
      const attachments = [
        {},
        { url: '1.mp3', mime_type: 'audio/mpeg', duration_in_seconds: duration },
      ];
      const items = [{}, null, { id: '1', title: 'One', attachments }];
      const feed = read(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items }));
      expect(feed.items).toHaveLength(1);
      expect(feed.items[0]).toMatchObject({
        audioUrl: 'https://example.org/podcast/1.mp3',
        durationSeconds: null,
      });
    },
  );

  it.each([
    ['<image><url>https://a.b/1.png</url></image>'],
    ['<image href="https://a.b/1.png"/>'],
    ['<image>https://a.b/1.png</image>'],
    ['<itunes:image href="javascript:go()"/><image>https://a.b/1.png</image>'],
    ['<itunes:image url="https://a.b/1.png"/>'],
    ['<itunes:image>https://a.b/1.png</itunes:image>'],
  ])('reads the picture of an episode and of a podcast from %s', (image) => {
    expect(item(`<title>T</title>${image}`)?.imageUrl).toBe('https://a.b/1.png');
    expect(
      read(
        `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>${image}</channel></rss>`,
      ).imageUrl,
    ).toBe('https://a.b/1.png');
  });

  it("reads YouTube's feeds and tells shorts apart", () => {
    const entry = (id: string, link: string) => `<entry><id>yt:video:${id}</id>
      <yt:videoId>${id}</yt:videoId><title>All about &lt;canvas&gt;</title><link rel="alternate" href="${link}"/>
      <published>2026-01-02T03:04:05+00:00</published><media:group><media:title>x</media:title>
      <media:content url="https://www.youtube.com/v/${id}" type="application/x-shockwave-flash"/>
      <media:thumbnail url="https://i.ytimg.com/vi/${id}/hq.jpg"/><media:description>Words</media:description>
      </media:group></entry>`;
    const { items } = read(`<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015"
      xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom"><title>C</title>
      ${entry('abcdefghijk', 'https://www.youtube.com/watch?v=abcdefghijk')}
      ${entry('ABCDEFGHIJK', 'https://www.youtube.com/shorts/ABCDEFGHIJK')}</feed>`);
    expect(items[0]).toMatchObject({
      guid: 'yt:video:abcdefghijk',
      title: 'All about <canvas>',
      description: 'Words',
      youtubeVideoId: 'abcdefghijk',
      isYoutubeShort: false,
      audioUrl: null,
      imageUrl: 'https://i.ytimg.com/vi/abcdefghijk/hq.jpg',
    });
    expect(items[1]).toMatchObject({ youtubeVideoId: 'ABCDEFGHIJK', isYoutubeShort: true });
  });
});

describe('broken and hostile feeds', () => {
  it.each([
    [
      'cut off in the middle',
      '<rss><channel><title>S</title><item><title>One</title><guid>1</guid>',
    ],
    [
      'items never closed',
      '<rss><channel><item><title>One</title><guid>1</guid><item><title>Two</title></channel></rss>',
    ],
    [
      'bare ampersands and brackets',
      '<rss><channel><item><title>One</title><guid>1</guid><description>a & b < c &nosuch;</description></item></channel></rss>',
    ],
    [
      'tags of other case',
      '<RSS><Channel><Item><TITLE>One</title><guid>1</GUID></item></channel></rss>',
    ],
    [
      'undeclared prefixes',
      '<rss><channel><item><title>One</title><guid>1</guid><itunes:duration>5</itunes:duration></item></channel></rss>',
    ],
    [
      'text before the feed',
      '\n\n  junk <rss><channel><item><title>One</title><guid>1</guid></item></channel></rss>',
    ],
    ['no channel', '<rss><item><title>One</title><guid>1</guid></item></rss>'],
    [
      'wrong nesting',
      '<rss><channel><item><title>One</title><guid>1</guid><b><i>x</b></i></item></channel></rss>',
    ],
  ])('returns what can be read: %s', (_, text) => {
    expect(read(text).items[0]).toMatchObject({ guid: '1', title: 'One' });
  });

  it.each([
    ['', 'The feed is empty.'],
    ['<html><body>Not found</body></html>', 'This address leads to a web page, not a feed.'],
    ['hello', 'This is not a feed.'],
    ['{"a": 1}', 'This is JSON, but not a feed.'],
    ['{"items": [', 'This is invalid JSON, not a feed.'],
  ])('says in plain words what %j is', (text, message) => {
    expect(() => read(text)).toThrow(new FeedError(message));
  });

  it.each([
    ['an xml:base', `xml:base="https://a.test/${'b'.repeat(100_000)}/"`, 'https://a.test/feed'],
    ['its own address', '', `https://a.test/${'b'.repeat(4_000)}/feed`],
  ])('takes no more memory because of %s that is long', (_, attribute, url) => {
    const items = Array.from({ length: 200 }, (__, i) => {
      return `<item><guid isPermaLink="false">${i}</guid><link>l</link><enclosure url="a" type="audio/mpeg"/></item>`;
    });
    const text = `<rss ${attribute}><channel><title>S</title>${items.join('')}</channel></rss>`;
    const feed = readFeed(new TextEncoder().encode(text), { contentType: null, url });
    expect(feed.items).toHaveLength(200);
    expect(feed.items[0]).toMatchObject({ link: 'https://a.test/l', audioUrl: 'https://a.test/a' });
    expect(JSON.stringify(feed).length).toBeLessThan(200_000);
  });

  it('takes no more memory because of a long home page in JSON', () => {
    const home_page_url = `https://a.test/${'b'.repeat(4_000)}/`;
    const items = Array.from({ length: 200 }, (_, i) => ({ id: String(i), url: 'l' }));
    const feed = read(
      JSON.stringify({ version: 'https://jsonfeed.org/version/1', home_page_url, items }),
    );
    expect(feed.items[0]?.link).toBe('https://a.test/l');
    expect(JSON.stringify(feed).length).toBeLessThan(200_000);
  });

  it('expands no entity and fetches none', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa">
      ${'bcdefghij'.replace(/./g, (c, index: number) => `<!ENTITY ${c} "${`&${'abcdefghij'[index]};`.repeat(10)}">`)}
      <!ENTITY xxe SYSTEM "file:///etc/passwd">]>
      <rss><channel><item><title>&j; &xxe;</title><guid>1</guid></item></channel></rss>`;
    expect(read(bomb).items[0]?.title).toBe('&j; &xxe;');
  });

  it.each([
    ['nesting', '<a>'.repeat(300_000)],
    ['items never closed', `<rss><channel>${'<item><title>x'.repeat(100_000)}`],
    ['end tags of nothing', '</a>'.repeat(300_000)],
    ['open brackets', '<'.repeat(300_000)],
    ['open comments', '<!--'.repeat(300_000)],
    [
      'open quotes',
      `<rss><channel><item><title>x</title><description>${'&lt;a b="'.repeat(50_000)}`,
    ],
  ])('reads %s or refuses it with a reason', (_, text) => {
    try {
      read(text);
    } catch (error) {
      expect(error).toBeInstanceOf(FeedError);
    }
  });
});

describe("an episode's picture", () => {
  const inNotes = (html: string) =>
    item(`<guid>1</guid><description><![CDATA[${html}]]></description>`)?.imageUrl;

  it.each([
    ['<p>Hello <img alt="a > b" src="pic.png"></p>', null],
    ['<p>Hello</p><img class=wide src=/a/pic.png alt=x>', 'https://example.org/a/pic.png'],
    [
      "<img alt='1' src='https://a.test/p.png?a=1&amp;b=2'/><img src='https://a.test/2.png'>",
      'https://a.test/p.png?a=1&b=2',
    ],
    [
      '<img src="https://a.test/count" width="1" height="1"><img src="https://a.test/1.png">',
      'https://a.test/1.png',
    ],
    ['<img data-src="https://a.test/lazy.png">', null],
    ['<img src="data:image/gif;base64,AA"><img src="javascript:alert(1)">', null],
    ['no picture, only the word <img', null],
  ])('is the first one of the show notes where none is declared: %s', (html, expected) => {
    expect(inNotes(html)).toBe(expected);
  });

  it('is rather the declared one', () => {
    const notes = '<description>&lt;img src="https://a.test/notes.png"&gt;</description>';
    expect(item(`<guid>1</guid>${notes}`)?.imageUrl).toBe('https://a.test/notes.png');
    const declared = '<itunes:image href="https://a.test/declared.png"/>';
    expect(item(`<guid>1</guid>${notes}${declared}`)?.imageUrl).toBe('https://a.test/declared.png');
  });

  it('identifies an item that holds nothing else', () => {
    expect(item('<description>&lt;img src="https://a.test/1.png"&gt;</description>')).toMatchObject(
      { guid: 'https://a.test/1.png', imageUrl: 'https://a.test/1.png' },
    );
  });
});

describe('half a character', () => {
  const replaced = { guid: 'g\ufffd', title: 'One \ufffd', description: 'Plain \ufffd' };

  it('is replaced in XML', () => {
    const fields = '<guid>g&#xD800;</guid><title>One &#xDFFF;</title>';
    const read = item(`${fields}<description>Plain &amp;#xD83D;</description>`);
    expect(read).toMatchObject(replaced);
  });

  it('is replaced in JSON', () => {
    const items = [{ id: 'g\ud800', title: 'One \udfff', content_text: 'Plain \ud83d' }];
    const json = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items });
    expect(read(json).items[0]).toMatchObject(replaced);
  });
});

describe('a title or a name of any length', () => {
  const long = 'A title without end '.repeat(10_000);
  const whole = { title: long.slice(0, 1_000).trim(), host: long.slice(0, 1_000).trim() };

  it('is cut in XML', () => {
    const shorter = long.slice(0, 50_000);
    const channel = `<title>${shorter}</title><managingEditor>${shorter}</managingEditor>`;
    const feed = read(
      `<rss version="2.0"><channel>${channel}<item><title>${shorter}</title></item></channel></rss>`,
    );
    expect(feed).toMatchObject({ ...whole, items: [{ title: long.slice(0, 1_000) }] });
  });

  it('is cut in JSON', () => {
    const version = 'https://jsonfeed.org/version/1.1';
    const feed = read(JSON.stringify({ version, title: long, author: { name: long }, items: [] }));
    expect(feed).toMatchObject(whole);
  });
});

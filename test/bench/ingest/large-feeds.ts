/** Feeds of the maximum size, each of which makes another part of the reading expensive. */

const MB = 1024 * 1024;

export interface LargeFeed {
  name: string;
  contentType?: string;
  head: string;
  piece(index: number): string;
  tail: string;
  encoding?: BufferEncoding;
  bytes?: number;
}

const SENTENCE = 'What was said about work, &lt;b>and by whom&lt;/b>, in a line &amp;amp; a half. ';
const JAPANESE = '仕事と遊びについて話しました。';
const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
<channel><title>Large</title>`;
const END = '</channel></rss>';

const dateOf = (at: number) => new Date(1.7e12 - at * 8.64e7);

const item = (at: number, words: string) => `<item><title>Episode ${at}, about work</title>
<guid isPermaLink="false">urn:episode:${at}</guid><pubDate>${dateOf(at).toUTCString()}</pubDate>
<link>https://show.test/episodes/${at}</link><itunes:duration>1:02:03</itunes:duration>
<enclosure url="https://sound.test/episodes/${at}.mp3" type="audio/mpeg" length="61234567"/>
<description>${words}</description></item>\n`;

const jsonItem = (index: number) =>
  JSON.stringify({
    id: `urn:episode:${index}`,
    title: `Episode ${index}, about work and ${JAPANESE}`,
    url: `https://show.test/episodes/${index}`,
    content_html: SENTENCE.repeat(10),
    date_published: dateOf(index).toISOString(),
    attachments: [{ url: `https://sound.test/${index}.mp3`, mime_type: 'audio/mpeg' }],
  });

const rss = (name: string, words: string, more: Partial<LargeFeed> = {}): LargeFeed => ({
  name,
  head: RSS,
  piece: (index) => item(index, words),
  tail: END,
  ...more,
});
const json = {
  contentType: 'application/feed+json',
  head: '{"version":"https://jsonfeed.org/version/1.1","title":"Large","items":[',
  piece: (index: number) => `${jsonItem(index)},`,
  tail: `${jsonItem(-1)}]}`,
};

export const LARGE_FEEDS: readonly LargeFeed[] = [
  rss('items of 4 KB', SENTENCE.repeat(50)),
  rss('items of 1 MB', SENTENCE.repeat(13_000)),
  rss('items of a few words', ''),
  rss('in Japanese', JAPANESE.repeat(100)),
  rss('in UTF-16', SENTENCE.repeat(50), { head: `\ufeff${RSS}`, encoding: 'utf16le' }),
  rss('in Latin-1', `é ${SENTENCE.repeat(50)}`, {
    contentType: 'text/xml; charset=iso-8859-1',
    encoding: 'latin1',
  }),
  rss('items never closed', '', { piece: (index) => `<item><title>${index}`.repeat(100) }),
  rss('one text', '', { head: `${RSS}<item><title>`, piece: () => SENTENCE.repeat(100) }),
  rss('one CDATA section', '', {
    head: `${RSS}<item><title><![CDATA[`,
    piece: () => JAPANESE.repeat(100),
  }),
  rss('one comment', '', { head: `${RSS}<!--`, piece: () => SENTENCE.repeat(100) }),
  rss('one attribute', '', { head: `${RSS}<item a="`, piece: () => SENTENCE.repeat(100) }),
  rss('one name', '', { head: `${RSS}<`, piece: () => 'name'.repeat(100) }),
  rss('sent in crumbs', '', { piece: () => '<b>', bytes: MB / 2 }),
  { name: 'JSON', ...json },
  { name: 'JSON of 7 MB', ...json, bytes: 7 * MB },
  { name: 'JSON, nothing but objects', ...json, piece: () => '{},'.repeat(1_000), bytes: 7 * MB },
  { name: 'JSON, nothing but lists', ...json, piece: () => '['.repeat(1_000), bytes: 7 * MB },
  { name: 'JSON, nothing but numbers', ...json, piece: () => '1.5,'.repeat(1_000), bytes: 7 * MB },
];

/** Yields its bytes in pieces, as a server sends them. */
export function* bytesOf(feed: LargeFeed): Generator<Buffer> {
  const encode = (text: string) => Buffer.from(text, feed.encoding ?? 'utf8');
  const [head, tail] = [encode(feed.head), encode(feed.tail)];
  let left = (feed.bytes ?? 32 * MB) - head.length - tail.length;
  yield head;
  for (let index = 0; ; index += 1) {
    const piece = encode(feed.piece(index));
    left -= piece.length;
    if (left < 0) break;
    yield piece;
  }
  yield tail;
}

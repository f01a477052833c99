import { describe, expect, it } from 'vitest';
import { FeedReading } from '../../../worker/feeds/read-feed.ts';
import { readFeed } from '../../support/read-feed.ts';

const SOURCE = { contentType: null, url: 'https://a.b/feed' };
const WORDS = 'Über Arbeit & Spiel, 仕事と遊び. ';

const item = (at: number, words = '') => `<item><title>Folge ${at} ☕</title><guid>urn:${at}</guid>
<pubDate>${new Date(Date.UTC(2026, 0, 1) - at * 86_400_000).toUTCString()}</pubDate>
<description><![CDATA[${words}]]>, &lt;p&gt;${words}&lt;/p&gt;</description>
<enclosure url="https://a.b/${at}.mp3" type="audio/mpeg" length="1"/></item>`;
const rss = (items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Sendung</title>${items.join('')}</channel></rss>`;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const utf8 = (text: string) => new TextEncoder().encode(text);

function readInPieces(bytes: Uint8Array, length: number) {
  const reading = new FeedReading();
  for (let index = 0; index < bytes.length; index += length) {
    reading.write(bytes.subarray(index, index + length), SOURCE);
  }
  return reading.end();
}

describe('a feed that is read while it arrives', () => {
  const text = rss(range(3).map((index) => item(index, WORDS)));
  it.each<[string, Uint8Array]>([
    ['UTF-8', utf8(text)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    [
      'Latin-1',
      Buffer.from(
        rss(range(3).map((index) => item(index, 'Über Öl'))).replace(/☕/g, ''),
        'latin1',
      ),
    ],
    [
      'JSON',
      utf8(
        JSON.stringify({
          version: 'https://jsonfeed.org/version/1',
          items: [{ id: 'ü', title: WORDS }],
        }),
      ),
    ],
    ['cut off', utf8(text.slice(0, -100))],
  ])('is the same as one that is there: %s', (_, bytes) => {
    const whole = readFeed(bytes, SOURCE);
    expect(whole.items.length).toBeGreaterThan(0);
    for (const length of [1, 3, 7, 64, 1_000]) expect(readInPieces(bytes, length)).toEqual(whole);
  });

  it('is the same beyond the part that determines its encoding', () => {
    const long = range(300).map((index) => item(index, WORDS.repeat(80)));
    const bytes = utf8(rss(long));
    expect(bytes.length).toBeGreaterThan(1_500_000);
    const whole = readFeed(bytes, SOURCE);
    expect(whole.items).toHaveLength(300);
    expect(whole.items.map(({ title }) => title)).toEqual(
      range(300).map((index) => `Folge ${index} ☕`),
    );
    // Odd, so that characters of several bytes are cut.
    expect(readInPieces(bytes, 10_007)).toEqual(whole);
  });

  it('is Latin-1 as declared, although its first megabyte is pure ASCII', () => {
    const long = range(1_200).map((index) => item(index, 'x'.repeat(500)).replace('☕', ''));
    const declared = rss([...long, '<item><title>Größe</title></item>']).replace(
      '?>',
      ' encoding="iso-8859-1"?>',
    );
    const { items } = readFeed(Buffer.from(declared, 'latin1'), SOURCE);
    expect(items.at(-1)?.title).toBe('Größe');
  });

  it('stops at the maximum number of items', () => {
    const reading = new FeedReading();
    const piece = utf8(
      range(1_000)
        .map((index) => item(index))
        .join('')
        .replaceAll('urn:', ''),
    );
    let pieces = 0;
    while (reading.write(piece, SOURCE)) {
      pieces += 1;
      if (pieces > 1_000) throw new Error('it did not end');
    }
    expect(pieces).toBeGreaterThan(1);
    expect(reading.end().items.length).toBeGreaterThan(0);
  });

  it('is empty without any bytes', () => {
    expect(() => new FeedReading().end()).toThrow('The feed is empty.');
  });

  it('is refused as JSON if too large for memory', () => {
    const reading = new FeedReading();
    reading.write(utf8(`{"items": [${' '.repeat(9 * 1024 * 1024)}]}`), SOURCE);
    expect(() => reading.end()).toThrow('The feed is too large.');
  });
});

describe('descriptions', () => {
  const described = (items: string[], count: number) =>
    readFeed(utf8(rss(items)), SOURCE, { described: count })
      .items.filter(({ description }) => description !== '')
      .map(({ guid }) => guid);

  it.each([
    ['newest first', range(30)],
    ['in any order', [7, 1, 20, 3, 0, 15, 2, 9, 4, 12]],
  ])('are read for the newest items if only these are stored: %s', (_, order) => {
    const guids = described(
      order.map((index) => item(index, WORDS)),
      3,
    );
    for (const i of [0, 1, 2]) expect(guids).toContain(`urn:${i}`);
    expect(guids.length).toBeLessThan(order.length);
  });

  it('are read for as many items if the feed repeats them', () => {
    const items = range(10).flatMap((index) => [item(index, WORDS), item(index, WORDS)]);
    expect(described(items, 3)).toEqual(['urn:0', 'urn:1', 'urn:2']);
  });

  it('belong to the newest items, like transcripts and pictures', () => {
    const more =
      '<itunes:image href="https://a.b/1.png"/><podcast:transcript url="https://a.b/1.vtt"/>';
    const items = [5, 1, 0, 3].map((index) => item(index).replace('</item>', `${more}</item>`));
    const feed = readFeed(utf8(rss(items)), SOURCE, { described: 2 });
    expect(
      feed.items.map(({ imageUrl, transcripts }) => [imageUrl !== null, transcripts.length]),
    ).toEqual([
      [false, 0],
      [true, 1],
      [true, 1],
      [false, 0],
    ]);
  });

  it('are cut if they never end', () => {
    const { items } = readFeed(utf8(rss([item(1, WORDS.repeat(50_000))])), SOURCE);
    expect(items[0]?.description.length).toBeLessThan(7_000);
    expect(items[0]?.audioUrl).toBe('https://a.b/1.mp3');
  });
});

describe('a feed with one endless part', () => {
  it.each([
    ['comment', '<!--'],
    ['attribute', '<item a="'],
    ['name', '<'],
    ['CDATA section', '<item><description><![CDATA['],
  ])('is read for some million characters: a %s', (_, start) => {
    const reading = new FeedReading();
    const piece = utf8('a'.repeat(1_000_000));
    expect(reading.write(utf8(`<rss><channel>${item(1)}${start}`), SOURCE)).toBe(true);
    for (let pieces = 0; pieces < 3; pieces += 1) expect(reading.write(piece, SOURCE)).toBe(true);
    expect(reading.write(piece, SOURCE)).toBe(false);
    expect(reading.end().items.map(({ guid }) => guid)).toEqual(['urn:1']);
  });

  it.each(['{},', '[', '{"a":'])('is refused as JSON that repeats %s', (piece) => {
    const text = `{"version":"https://jsonfeed.org/version/1","items":[${piece.repeat(300_000)}`;
    expect(() => readFeed(utf8(text), SOURCE)).toThrow('The feed is too large.');
  });

  it('is read as JSON even if a text contains many brackets', () => {
    const content_text = `\\"${'[{'.repeat(300_000)}`;
    const text = JSON.stringify({ version: '1', items: [{ id: '1', title: 'A', content_text }] });
    expect(readFeed(utf8(text), SOURCE).items).toMatchObject([{ guid: '1', title: 'A' }]);
  });
});

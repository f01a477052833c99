import { describe, expect, it } from 'vitest';
import { readFeed } from '../../support/read-feed.ts';

const title = 'Ärger über Öl';

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index += 1) {
    view.setUint16(index * 2, text.charCodeAt(index), littleEndian);
  }
  return new Uint8Array(view.buffer);
}

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const feed = (encoding: string) =>
  `<?xml version="1.0"${encoding}?><rss><channel><title>${title}</title></channel></rss>`;

describe('the encoding of a feed', () => {
  it.each<[string, Uint8Array, string | null]>([
    ['UTF-8 without a word about it', utf8(feed('')), null],
    ['UTF-8 with a byte order mark', utf8(`\ufeff${feed('')}`), 'text/xml; charset=iso-8859-1'],
    ['UTF-8 that says it is Latin-1', utf8(feed(' encoding="iso-8859-1"')), null],
    ['Latin-1 by its declaration', latin1(feed(' encoding="ISO-8859-1"')), null],
    ['Latin-1 by the header', latin1(feed('')), 'text/xml; charset="windows-1252"'],
    ['Latin-1 that says it is UTF-8', latin1(feed(' encoding="utf-8"')), 'text/xml; charset=utf-8'],
    ['Latin-1 without a word about it', latin1(feed('')), null],
    ['an encoding that nobody knows', utf8(feed(' encoding="klingon"')), 'text/xml; charset=bogus'],
    ['UTF-16 with a mark', utf16(`\ufeff${feed(' encoding="utf-16"')}`, true), null],
    ['UTF-16 without one', utf16(feed(' encoding="utf-16"'), false), null],
    ['UTF-16 with a mark, the other way round', utf16(`\ufeff${feed('')}`, false), null],
    ['UTF-16 without one, the other way round', utf16(feed(''), true), null],
    [
      'Latin-1 behind a mark of UTF-8',
      Uint8Array.from([0xef, 0xbb, 0xbf, ...latin1(feed(''))]),
      null,
    ],
    ['an encoding that must not be read', utf8(feed(' encoding="iso-2022-kr"')), null],
  ])('is found: %s', (_, bytes, contentType) => {
    expect(readFeed(bytes, { contentType, url: 'https://a.b/' }).title).toBe(title);
  });

  it('keeps a text that is UTF-8 but for a few bytes', () => {
    const bytes = utf8(feed('').replace('<rss>', '<rss><!--?-->'));
    bytes[bytes.indexOf(63, 30)] = 0xff;
    expect(readFeed(bytes, { contentType: null, url: 'https://a.b/' }).title).toBe(title);
  });

  it('reads windows-1251 by its declaration', () => {
    const bytes = latin1(
      '<?xml version="1.0" encoding="windows-1251"?><rss><channel><title>\xcf\xf0\xe8</title></channel></rss>',
    );
    expect(readFeed(bytes, { contentType: null, url: 'https://a.b/' }).title).toBe('При');
  });
});

import { expect, test } from 'vitest';
import { DECLARED_BY_PAGE, fileText } from '../../../web/ui/file-text.ts';

/** One byte for each character. */
const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf16 = (text: string, isBigEndian = false) =>
  bytesOf(
    [...text]
      .map((char) => {
        const code = char.charCodeAt(0);
        const pair = [code & 0xff, code >> 8];
        return String.fromCharCode(...(isBigEndian ? pair.reverse() : pair));
      })
      .join(''),
  );
const xml = (encoding: string, text: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>${text}`;

test.each<[string, Uint8Array, string]>([
  ['UTF-8', new TextEncoder().encode('Zürich “café”'), 'Zürich “café”'],
  ['UTF-8 with a mark', new TextEncoder().encode('\uFEFFZürich'), 'Zürich'],
  ['UTF-16, as Notepad writes it', utf16('\uFEFFZürich'), 'Zürich'],
  ['UTF-16, the other way round', utf16('\uFEFFZürich', true), 'Zürich'],
  ['windows-1252', bytesOf('Caf\xE9 \x93rose\x94'), 'Café “rose”'],
  ['what XML declares', bytesOf(xml('windows-1251', '\xCC\xE8\xF0')), xml('windows-1251', 'Мир')],
  ['XML that is not UTF-16', bytesOf(xml('UTF-16', 'Caf\xC3\xA9')), xml('UTF-16', 'Café')],
  ['an encoding that there is not', bytesOf(xml('x-none', '\xC3\xA9')), xml('x-none', 'é')],
  ['nothing', new Uint8Array(), ''],
])('%s is read as it was written', (_, bytes, text) => {
  expect(fileText(bytes)).toBe(text);
});

test('what is not text is none', () => {
  expect(fileText(bytesOf('PK\x03\x04\x00\x00\xFF'))).toBeNull();
});

test('a web page is read as it declares itself', () => {
  const page = (meta: string, text: string) => `<!doctype html><html><head>${meta}</head>${text}`;
  const cyrillic = page('<meta charset="windows-1251">', '\xCC\xE8\xF0');
  expect(fileText(bytesOf(cyrillic), DECLARED_BY_PAGE)).toContain('Мир');
  const older = page(
    '<meta http-equiv=Content-Type content="text/html; charset=koi8-r">',
    '\xED\xC9\xD2',
  );
  expect(fileText(bytesOf(older), DECLARED_BY_PAGE)).toContain('Мир');
});

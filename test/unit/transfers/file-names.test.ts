import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Names, safeName } from '../../../worker/transfers/export/file-names.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';

/** Microsoft's list of what a name may not be, and Linux's and macOS's. */
function faultsOf(name: string): string[] {
  const faults: string[] = [];
  if (name === '' || name === '.' || name === '..') faults.push('empty');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Windows refuses them
  if (/[<>:"/\\|?*\u0000-\u001f]/.test(name)) faults.push('refused character');
  if (/[. ]$/.test(name)) faults.push('ends like no name of Windows');
  if (/^\./.test(name)) faults.push('hidden');
  if (/^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i.test(name)) faults.push('a device');
  if (Buffer.byteLength(`${name} (9999).md`) > 255) faults.push('too long');
  if (!name.isWellFormed()) faults.push('no text');
  return faults;
}

describe('names of files', () => {
  test.each([
    ['What is a fair price?', 'What is a fair price'],
    ['A/B: "tests" <and> more|', 'A B tests and more'],
    ['../../etc/passwd', 'etc passwd'],
    ['C:\\Windows\\system32', 'C Windows system32'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['COM¹', '_COM¹'],
    ['Console', 'Console'],
    ['ends...', 'ends'],
    ['.hidden', 'hidden'],
    ['[[Link]] #tag ^block', 'Link tag block'],
    ['e\u0301', '\u00e9'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['???', 'Episode'],
    ['', 'Episode'],
    ['😀'.repeat(40), '😀'.repeat(30)],
  ])('%j becomes %j', (title, name) => {
    expect(safeName(title, 'Episode')).toBe(name);
  });

  test('hostile and random titles all become names', () => {
    const isRefused = (title: string) => faultsOf(safeName(title, 'Episode')).length > 0;
    expect(hostileTexts('sec-').filter(isRefused)).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (title) => {
        expect(faultsOf(safeName(title, 'Episode'))).toEqual([]);
      }),
    );
  });

  test('the same name is numbered, also where only case or accents differ', () => {
    const names = new Names();
    const taken = [
      ...['Law', 'law', 'LAW?', 'Law (2)', 'Law (4)', 'law'],
      ...['Café', 'Cafe\u0301', 'straße', 'STRASSE'],
    ].map((title) => names.take(title, 'Episode'));
    expect(taken).toEqual([
      ...['Law', 'law (2)', 'LAW (3)', 'Law (2) (2)', 'Law (4)', 'law (5)'],
      ...['Café', 'Café (2)', 'straße', 'STRASSE (2)'],
    ]);
  });

  test('thousands of one name take no longer than others', () => {
    const names = new Names();
    const taken = Array.from({ length: 20_000 }, () => names.take('Same', 'Episode'));
    expect(new Set(taken.map((name) => name.toLowerCase())).size).toBe(20_000);
  });
});

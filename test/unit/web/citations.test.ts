import { expect, test } from 'vitest';
import { placeNumber } from '../../../schema/wire/clock.ts';
import { CITATION, cutLastWord, isPlaceLabel } from '../../../web/ui/citations.ts';

test.each([
  ['said so [12:34].', ['12:34']],
  ['[0:05] and [1:02:33]', ['0:05', '1:02:33']],
  ['[12:60] [note] 12:34', []],
  ['as written [¶ 3], not \\[¶ 4] or [¶]', ['¶ 3']],
])('%s cites %j', (text, clocks) => {
  expect([...text.matchAll(CITATION)].map((match) => match[1])).toEqual(clocks);
});

test.each([
  ['12:34', 754],
  ['1:02:33', 3_753],
  ['¶ 12', 12],
])('%s is number %i', (label, number) => {
  expect(placeNumber(label)).toBe(number);
  expect(isPlaceLabel(label)).toBe(true);
  expect(isPlaceLabel(`at ${label}`)).toBe(false);
});

test('a place keeps the word before it, unless that is too long to be kept', () => {
  expect(cutLastWord('and so they said ')).toEqual(['and so they ', 'said ']);
  expect(cutLastWord('said ')).toEqual(['', 'said ']);
  expect(cutLastWord('')).toEqual(['', '']);
  const word = 'x'.repeat(30);
  expect(cutLastWord(`a ${word} `)).toEqual([`a ${word} `, '']);
});

import { expect, test } from 'vitest';
import { breakLines } from '../../../web/features/player/break-lines.ts';

const lines = (text: string, length: number) =>
  breakLines(text, (line) => [...line].length <= length);

test('lines break between words', () => {
  expect(lines('one two three', 8)).toEqual(['one two', 'three']);
  expect(lines('one two', 7)).toEqual(['one two']);
});

test('punctuation stays with its word', () => {
  expect(lines('“until the oldest stock is sold.”', 31)).toEqual([
    '“until the oldest stock is',
    'sold.”',
  ]);
  expect(lines('she said “no”', 10)).toEqual(['she said', '“no”']);
  expect(lines('a figure of €5,000', 13)).toEqual(['a figure of', '€5,000']);
});

test('long words with hyphens or slashes break after them', () => {
  expect(lines('https://example.org/one/two', 20)).toEqual(['https://example.org/', 'one/two']);
  expect(lines('long-term', 6)).toEqual(['long-', 'term']);
});

test('a script without spaces breaks between its words', () => {
  expect(lines('今天天气很好。我们走。', 7)).toEqual(['今天天气很好。', '我们走。']);
});

import { describe, expect, test } from 'vitest';
import { firstWords, linesOf, paragraphsOf, textOf } from '../../../worker/sources/paragraphs.ts';

describe('paragraphs', () => {
  test.each([
    ['empty lines', 'One.\n\nTwo.\r\n \r\nThree.', ['One.', 'Two.', 'Three.']],
    [
      'single breaks of whole paragraphs',
      'One is here.\nTwo is there.',
      ['One is here.', 'Two is there.'],
    ],
    ['a list', '- one thing\n- another thing', ['- one thing', '- another thing']],
    ['a sentence that goes on', 'It rose and\nthen it fell.', ['It rose and then it fell.']],
    ['white space and soft hyphens', '  a\u00adb \t c ', ['ab c']],
    ['nothing', ' \n\n ', []],
  ])('are separated by %s', (_, text, expected) => {
    expect(paragraphsOf(text)).toEqual(expected);
  });

  test('stay whole where an editor broke their lines', () => {
    const wrapped = [
      'The clinic in Leeds raised its price in the month of April.',
      'Two patients left because of that, and the owner was glad',
      'about the rest of them, who stayed for the whole year. She',
      'hired a nurse.',
    ];
    expect(paragraphsOf(wrapped.join('\n'))).toEqual([wrapped.join(' ')]);
  });

  test('that are too many are joined, and none is lost', () => {
    const words = Array.from({ length: 12_001 }, (_, index) => `w${index}`);
    const paragraphs = paragraphsOf(words.join('\n\n'));
    expect(paragraphs.length).toBeLessThanOrEqual(5_000);
    expect(paragraphs.join(' ')).toBe(words.join(' '));
  });
});

test('a long paragraph is several lines of one number, and reads the same again', () => {
  const long = 'It was a day in May. '.repeat(200).trim();
  const lines = linesOf(['Short.', long]);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.map(({ paragraph }) => paragraph)).toEqual([1, ...lines.slice(1).map(() => 2)]);
  expect(lines.every(({ text, start }) => text.length <= 1_200 && start === null)).toBe(true);
  expect(textOf(lines)).toBe(`Short.\n\n${long}`);
});

test('the first words are a title', () => {
  expect(firstWords([])).toBe('');
  expect(firstWords(['Short enough.'])).toBe('Short enough.');
  expect(firstWords(['word '.repeat(40)])).toMatch(/^(word )+word…$/);
  expect(firstWords(['x'.repeat(500)])).toBe(`${'x'.repeat(79)}…`);
});

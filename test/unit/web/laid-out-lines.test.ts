import { expect, test } from 'vitest';
import {
  type LaidOutLine,
  paragraphsOfLines,
  withoutRunningLines,
} from '../../../web/features/sources/laid-out-lines.ts';

/** Lines of letters that are five wide and ten high, twelve apart. */
const lines = (texts: string[], { left = 0, top = 0, height = 10 } = {}): LaidOutLine[] =>
  texts.map((text, index) => ({
    text,
    left,
    right: left + text.length * 5,
    baseline: top + index * 12,
    height,
  }));

test('lines that are full go on, and a short one ends its paragraph', () => {
  expect(
    paragraphsOfLines(
      lines([
        'A clinic in Leeds raised its price in April',
        'and lost two patients.',
        'Annual discounts ruin the margin of a clinic',
        'that is small.',
      ]),
    ),
  ).toEqual([
    'A clinic in Leeds raised its price in April and lost two patients.',
    'Annual discounts ruin the margin of a clinic that is small.',
  ]);
});

test('a gap, a larger letter and a bullet start a paragraph', () => {
  expect(
    paragraphsOfLines([
      ...lines(['Prices of clinics'], { height: 16 }),
      ...lines(['The first paragraph fills its whole line and', 'goes on.'], { top: 20 }),
      ...lines(['the second one starts after a gap'], { top: 56 }),
      ...lines(['• One thing', '• another thing'], { top: 68 }),
    ]),
  ).toEqual([
    'Prices of clinics',
    'The first paragraph fills its whole line and goes on.',
    'the second one starts after a gap',
    '• One thing',
    '• another thing',
  ]);
});

test('short lines that start anew are lines of their own, as in menus and chats', () => {
  expect(
    paragraphsOfLines([
      ...lines(['Settings', 'Notifications', 'Privacy']),
      ...lines(['Choose what you are told about, and by whom'], { top: 60 }),
    ]),
  ).toEqual([
    'Settings',
    'Notifications',
    'Privacy',
    'Choose what you are told about, and by whom',
  ]);
});

test('an indented line after the end of a sentence starts a paragraph', () => {
  const [first, second, third] = lines([
    'One line that is as long as it can be.',
    'Another that starts',
    'with an indent',
  ]);
  const indented = { ...second, left: 15, right: 110 } as LaidOutLine;
  expect(paragraphsOfLines([first as LaidOutLine, indented, third as LaidOutLine])).toHaveLength(2);
});

test('a sentence goes on in the next column', () => {
  expect(
    paragraphsOfLines([
      ...lines(['The left column ends in the middle of', 'a sentence that the right'], { top: 0 }),
      ...lines(['column ends.'], { left: 300, top: 0 }),
    ]),
  ).toEqual(['The left column ends in the middle of a sentence that the right column ends.']);
});

test('hyphens at the end of a line go, and Japanese is joined without spaces', () => {
  expect(
    paragraphsOfLines(lines(['It takes a lot of prepa-', 'ration to raise a price.'])),
  ).toEqual(['It takes a lot of preparation to raise a price.']);
  expect(
    paragraphsOfLines(lines(['価格は四月に上がりました', 'が、患者は二人だけ減りま'])),
  ).toEqual(['価格は四月に上がりましたが、患者は二人だけ減りま']);
});

test('only what stands at the edges of most pages is left out', () => {
  const pages = ['One', 'Two', 'Three'].map((text) => lines(['The Report', text, 'The Report 7']));
  expect(withoutRunningLines(pages).map((page) => page.map((line) => line.text))).toEqual([
    ['One'],
    ['Two'],
    ['Three'],
  ]);
  const single = [lines(['7', 'A page of its own', '8'])];
  expect(withoutRunningLines(single)).toEqual(single);
});

test('many lines take time in proportion to their number', () => {
  const many = lines(
    Array.from({ length: 50_000 }, (_, index) => `line ${index} of a very long page,`),
  );
  expect(paragraphsOfLines(many).join(' ')).toHaveLength(
    many.map(({ text }) => text).join(' ').length,
  );
});

test('no lines are no paragraphs', () => {
  expect(paragraphsOfLines([])).toEqual([]);
  expect(withoutRunningLines([])).toEqual([]);
});

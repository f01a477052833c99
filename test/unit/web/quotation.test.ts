/** How far a quotation goes in a transcript. */
import { expect, test } from 'vitest';
import { quotedEnd } from '../../../web/features/chat/transcript/quotation.ts';
import { expectLinear } from '../../support/linear-time.ts';

const line = (text: string, start: number) => ({ start, end: null, speaker: 'Ada', text });
const lines = [
  'We counted every order twice. Then',
  'we sent the bill, and nobody',
  'minded at all. That was in May.',
  'In June we counted again, and we sent the bill.',
].map((text, index) => line(text, 10 * index));

test.each([
  [
    'over three lines',
    'Ada: “We counted every order twice. Then we sent the bill, and nobody minded at all.”',
    2,
  ],
  ['from the middle of a line', '“Then we sent the bill, and nobody minded at all.”', 2],
  ['in one line', '“We counted every order twice.”', 0],
  ['told in other words', 'She says that they sent the bill twice in May.', 0],
  ['that begins elsewhere', '“In June we counted again, and we sent the bill.”', 0],
  ['of nothing', '', 0],
  ['written in other letters', 'WE COUNTED ÉVERY ORDER TWICE — then we sent', 1],
])('a quotation %s', (_, quotation, end) => {
  expect(quotedEnd(lines, 0, quotation)).toBe(end);
});

test('a quotation goes no further than the transcript', () => {
  expect(quotedEnd(lines, 3, '“In June we counted again, and we sent the bill. And so on.”')).toBe(
    3,
  );
  expect(quotedEnd([], 0, 'Anything at all, and more')).toBe(0);
});

test.each(['no ', 'no yes ', 'no yes no no '])(
  'of nothing but “%s”, it takes linear time',
  (words) => {
    expectLinear(
      (text) => quotedEnd([line(text, 0), line(text, 10)], 0, text),
      (length) => words.repeat(length / words.length),
    );
  },
);

import { expect, test } from 'vitest';
import { readWritten } from '../../../worker/search/written-text.ts';

test.each([
  [
    'They said “six of them are telephone numbers.” [Bell, 1:02](/tools?episode=e1&at=62). And more.',
    ['They said “six of them are telephone numbers.”', 'Bell, 1:02.', 'And more.'],
  ],
  [
    'See [the *whole* talk. All of it!](https://a.test/b.html?c=d!) now.',
    ['See the whole talk.', 'All of it!', 'now.'],
  ],
  ['Keep two years of cash [7:06]. And [1:00] more.', ['Keep two years of cash.', 'And more.']],
  ['![A cover](https://a.test/x.png) **One. Two.**', ['A cover One.', 'Two.']],
  ['Plain [brackets] (and more?) stay.', ['Plain [brackets] (and more?)', 'stay.']],
])('%s is indexed as plain text', (written, sentences) => {
  expect(readWritten(written).map(({ text }) => text)).toEqual(sentences);
});

test('a linked time is the place of its sentence, and leaves no address behind', () => {
  const written = 'Six are “telephone numbers.” [1:02](/tools?episode=e1&at=62) Then it rang.';
  expect(readWritten(written)).toEqual([
    { text: 'Six are “telephone numbers.”', start: 62, speaker: null },
    { text: 'Then it rang.', start: null, speaker: null },
  ]);
});

/** However many elements a page leaves open, each of its tags takes the same time. */
import { describe, expect, test } from 'vitest';
import { readHtml } from '../../schema/wire/read-html.ts';
import { reduceHtml } from '../../schema/wire/reduce-html.ts';
import { feedsNamedIn } from '../../worker/feeds/page-feeds.ts';
import { expectLinearWork } from '../support/linear-time.ts';

/** Too few tags hide the time that each of them takes longer than the one before. */
const TAGS = 40_000;
const READERS: [name: string, read: (html: string) => unknown][] = [
  ["a page's text", reduceHtml],
  ["a page's feeds", (html) => feedsNamedIn(html, 'https://example.com/')],
];

describe.each(READERS)('%s', (_, read) => {
  test.each(['<div>', '<p>a<b i=1>', '<table><tr><td>', '<svg><g>', '<b></x>'])(
    'with %s again and again',
    { timeout: 120_000 },
    (unit) =>
      expectLinearWork(
        async (html: string) => read(html),
        (count) => unit.repeat(count),
        TAGS,
      ),
  );
});

test("a page's feeds are read in linear time, however long the base of many links is", () =>
  expectLinearWork(
    async (html: string) => feedsNamedIn(html, 'https://example.com/'),
    (count) =>
      `<base href="https://a.test/${'b'.repeat(10 * count)}/">${'<link href=x>'.repeat(count)}`,
    1_500,
  ));

test('what stands within very many elements is read, and each is reported once', () => {
  const seen = { tags: 0, text: '' };
  readHtml(`${'<div>'.repeat(2_500)}deep${'</div>'.repeat(2_500)}<p>after</p>`, {
    onopentag: () => {
      seen.tags += 1;
    },
    ontext: (text) => {
      seen.text += text;
    },
  });
  expect(seen).toEqual({ tags: 2_501, text: 'deepafter' });
});

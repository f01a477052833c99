/**
 * What the benchmark reads as an expectation: if it missed some, its figures would be worthless.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectationOf } from '../../bench/ingest/expectations.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpora-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string) {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return { collection: 'feeds-x', path: full, bytes: new TextEncoder().encode(text) };
}

const RSS = '<rss><channel><item><guid>g</guid><title>t</title></item></channel></rss>';

it.each(['one.json', 'one.serde.json', 'one_expected.json', '../output/one.json'])(
  'is found in %s',
  (path) => {
    const items = [{ title: 't', guid: { value: 'g' }, publishedParsed: '2026-01-02T03:04:05Z' }];
    const feed = write('input/one.xml', RSS);
    write(`input/${path}`, JSON.stringify({ items }));
    expect(expectationOf(feed)).toMatchObject({
      isWellFormed: true,
      count: 1,
      items: [{ title: 't', id: 'g', date: Date.UTC(2026, 0, 2, 3, 4, 5) }],
    });
  },
);

it('is of the fields that players show, too, under the names of several readers', () => {
  const item = {
    title: 't',
    content: '<p>Said</p>',
    summary: { content: 'So' },
    itunes: { duration: '1:02:03', image: 'https://a.b/1.png' },
    chapters: [{ start: 0, title: 'One' }, { start: 'x' }],
  };
  const feed = write('one.xml', RSS.replace('<item>', '<title>Show</title><item>'));
  write('one.json', JSON.stringify({ feed: { title: 'Show', items: [item] } }));
  expect(expectationOf(feed)).toMatchObject({
    title: 'Show',
    items: [
      {
        descriptions: ['<p>Said</p>', 'So'],
        duration: 3_723,
        image: 'https://a.b/1.png',
        chapters: [{ start: 0, title: 'One' }],
      },
    ],
  });
});

it('is none where it asks nothing, or only what the reader made up', () => {
  const feed = write('one.xml', RSS);
  write('one.json', JSON.stringify({ title: 'one', items: [{ author: 'Ada' }] }));
  expect(expectationOf(feed)).toBeNull();
});

it.each([
  ["feed['title'] == u'Show'", { title: 'Show', items: [] }],
  ["entries[0]['description'] == 'Said'", { items: [{ descriptions: ['Said'] }] }],
  ["entries[0]['content'][0]['value'] == 'Said'", { items: [{ descriptions: ['Said'] }] }],
])('is read of the comment %s, too', (expression, found) => {
  const feed = write('a.xml', `<!--\nExpect: not bozo and ${expression}\n-->${RSS}`);
  expect(expectationOf(feed)).toMatchObject(found);
});

it.each(['[]', '{"items":3}', '{"items":', 'null', '"text"'])('is not found in %s', (json) => {
  const feed = write('one.xml', RSS);
  write('one.json', json);
  expect(expectationOf(feed)).toBeNull();
});

it('is read from a Go test', () => {
  const feed = write('parser__Test.xml', RSS);
  write(
    'parser__Test.assert.go.txt',
    `feed, err := Parse("https://a.b/feed", bytes.NewReader(data))
    if len(feed.Entries) != 2 {
    if feed.Entries[0].Title != "Said \\"so\\"" {
    if feed.Entries[1].Title != \`Raw \\ one\` {
    if !feed.Entries[1].Date.Equal(time.Date(2003, time.December, 13, 18, 30, 2, 0, time.UTC)) {
    if feed.Entries[0].Enclosures[0].URL != "https://a.b/1.mp3" {`,
  );
  expect(expectationOf(feed)).toMatchObject({
    url: 'https://a.b/feed',
    count: 2,
    items: [
      { title: 'Said "so"', enclosures: ['https://a.b/1.mp3'] },
      { title: 'Raw \\ one', date: Date.UTC(2003, 11, 13, 18, 30, 2) },
    ],
  });
});

it.each([
  ["not bozo and entries[0]['title'] == u'\\u00fc'", true, { title: 'ü' }],
  ["bozo and entries[0].title == 't'", false, { title: 't' }],
  [
    "not bozo and entries[0]['published_parsed'] == (2004, 1, 1, 19, 48, 21, 3, 1, 0)",
    true,
    { date: Date.UTC(2004, 0, 1, 19, 48, 21) },
  ],
  [
    "entries[0]['enclosures'][0]['href'] == 'https://a.b/1'",
    true,
    { enclosures: ['https://a.b/1'] },
  ],
])('is read from the comment %s', (expression, isWellFormed, item) => {
  const feed = write('a.xml', `<!--\nDescription: x\nExpect:   ${expression}\n-->${RSS}`);
  expect(expectationOf(feed)).toMatchObject({ isWellFormed, items: [item], count: null });
});

it('treats files in an ill-formed folder as ill-formed', () => {
  const comment = "<!--\nExpect: entries[0]['title'] == 't'\n-->";
  expect(expectationOf(write('illformed/a.xml', comment + RSS))?.isWellFormed).toBe(false);
  expect(expectationOf(write('rss/invalid_type.xml', comment + RSS))?.isWellFormed).toBe(true);
});

import { subDays } from 'date-fns';
import { parseRssFeed } from 'feedsmith';
import Parser from 'rss-parser';
import { describe, expect, test } from 'vitest';
import { digestItem, makeItems, savedItem } from '../../../worker/outgoing-feeds/to-items.ts';
import { type FeedItem, writeRss } from '../../../worker/outgoing-feeds/write-rss.ts';
import { hostileChunks } from '../../support/hostile-texts.ts';

const ORIGIN = 'https://dripcast.test';
const DATE = new Date('2026-11-16T05:00:00Z');
const ID = '00000000-0000-4000-8000-000000000001';

const write = (title: string, items: FeedItem[]) =>
  writeRss({
    title,
    description: title,
    link: ORIGIN,
    address: `${ORIGIN}/api/feeds/x?a&b`,
    items,
  });

const digest = (text: string, title = 'Week') =>
  digestItem(ORIGIN, {
    id: ID,
    title,
    digest: text,
    periodStart: subDays(DATE, 7),
    periodEnd: DATE,
    createdAt: DATE,
  });

const saved = (html: string, notes: string | null = null, title = 'Episode') =>
  savedItem(ORIGIN, {
    id: ID,
    episodeId: 'e',
    episodeTitle: title,
    podcastTitle: title,
    html,
    userNotes: notes,
    tags: [title],
    generatedAt: DATE,
  });

/** Refuses what is not well-formed. */
async function read(xml: string) {
  const feed = await new Parser().parseString(xml);
  const [item] = feed.items;
  if (!item) throw new Error('the feed has no item');
  return { ...item, feedTitle: feed.title };
}

/** As a strict reader gets it: without what XML can't represent. */
const asRead = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is dropped
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/\r\n?/g, '\n')
    .trim();

const HOSTILE: [string, string][] = [
  ['markup', '</title><script>alert(1)</script>'],
  ['the end of a section', ']]> & <![CDATA[ x'],
  ['entities', '&lt;b&gt; &nope; &#0; "quoted" \'so\''],
  ['what XML cannot represent', 'bell \u0007, null \u0000, \uFFFE end, half \ud800 of one'],
  ['other scripts', 'Größe 𝔘𝔫𝔦 שלום \u202E mirrored'],
];

describe('the RSS of hostile texts is well-formed and runs nothing', () => {
  test.each(HOSTILE)('%s', async (_, hostile) => {
    const items = [
      digest(`## ${hostile}\n\n<img src=x onerror=alert(1)> ${hostile}`, hostile),
      saved(`<p>${hostile}</p>`, `<script>${hostile}`, hostile),
    ];
    for (const item of items) {
      const read1 = await read(write(hostile, [item]));
      expect(read1.feedTitle?.trim()).toBe(asRead(hostile));
      expect(read1.title).toBe(asRead(item.title));
      expect(read1.content).not.toMatch(/<script|<img|<[^>]*onerror/i);
    }
  });

  test.each(hostileChunks('sec-'))('all hostile texts that we know: $name', async ({ texts }) => {
    for (const text of texts) {
      const title = text.slice(0, 500);
      const item = saved(`<p>${title.replaceAll('<', '&lt;')}</p>`, title, title);
      const { title: came = '' } = await read(write(title, [item]));
      expect(asRead(came)).toBe(asRead(item.title));
    }
  });
});

test('two independent readers find everything', async () => {
  const item = saved('<p>Hold fast [12:34].</p>', 'Mine\n\nToo', 'Law & order');
  const xml = write('Feed', [item]);
  expect(parseRssFeed(xml)).toMatchObject({
    title: 'Feed',
    link: ORIGIN,
    language: 'en',
    atom: { links: [{ href: `${ORIGIN}/api/feeds/x?a&b`, rel: 'self' }] },
    items: [
      {
        title: 'Law & order · Law & order',
        link: `${ORIGIN}/library?insight=${ID}`,
        guid: { value: `urn:uuid:${ID}`, isPermaLink: false },
        pubDate: 'Mon, 16 Nov 2026 05:00:00 GMT',
        categories: [{ name: 'Law & order' }],
      },
    ],
  });
  expect((await read(xml)).content).toBe(item.html);
  expect(write('Feed', [item]), 'the same bytes again').toBe(xml);
});

test("a digest's title names its week", () => {
  expect(digest('Quiet.').title).toBe('Week: Nov 9, 2026 – Nov 16, 2026');
});

test('a feed without items is valid, too', () => {
  expect(parseRssFeed(write('Feed', []))).toMatchObject({ title: 'Feed', link: ORIGIN });
});

describe('citations lead to their place from anywhere', () => {
  const place = (seconds: number) => `href="${ORIGIN}/tools?episode=e&amp;at=${seconds}"`;

  test('in a digest', () => {
    expect(digest('Said. [0:12](/tools?episode=e&at=12)').html).toContain(place(12));
  });

  test('in a saved insight, not in code, in links or where they are escaped', () => {
    const { html } = saved(
      '<p>One [0:12], two [1:02:33].</p><pre><code>[0:13]</code></pre>' +
        '<p><a href="https://a.test">[0:14]</a> <span>[</span>0:15] [0:99]</p>',
    );
    expect(html).toContain(place(12));
    expect(html).toContain(place(3_753));
    expect(html.match(/\/tools/g)).toHaveLength(2);
  });

  test.each(['<p>cut in a <a href="https://exam', '<p>cut <strong>inside', '<p>one &am'])(
    'a cut text is closed: %s',
    (html) => {
      const { html: closed } = saved(html);
      expect(closed).toMatch(/<\/p>$/);
      expect(closed).not.toContain('exam');
    },
  );
});

test('a text nested too deep for more links is its words', () => {
  const deep = `${'<b>'.repeat(100)}Prices rose. [12:34]${'</b>'.repeat(100)}`;
  expect(saved(deep).html).toBe('<p>Prices rose. 12:34</p>');
});

test('the items of a feed are made one by one, so that others are served in between', () => {
  const steps = makeItems(['*a*', '*b*', '*c*'], (text) => digest(text));
  for (const _ of ['a', 'b', 'c']) expect(steps.next().done).toBe(false);
  const { done, value } = steps.next();
  expect(done).toBe(true);
  expect(value?.map(({ html }) => html)).toEqual(
    ['a', 'b', 'c'].map((word) => `<p><em>${word}</em></p>`),
  );
});

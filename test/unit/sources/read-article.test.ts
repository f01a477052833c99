import { describe, expect, test } from 'vitest';
import { reduceHtml } from '../../../schema/wire/reduce-html.ts';
import { readArticle } from '../../../worker/sources/read-article.ts';

const fill = (unit: string, head = '') => head + unit.repeat(Math.floor(300_000 / unit.length));

const HOSTILE: Record<string, string> = {
  'nested elements': fill('<div>word '),
  'nested tables': fill('<table><tr><td>word'),
  'flat paragraphs': fill('<p>word, word.</p>'),
  'line breaks': fill('a<br><br>'),
  'angle brackets': fill('<'),
  'closing brackets': fill('> '),
  references: fill('&amp;'),
  'attributes of one element': `<p ${Array.from({ length: 50_000 }, (_, index) => `a${index}`).join(' ')}>x`,
  'structured data that never ends': `<script type="application/ld+json">${fill('[')}`,
  'an unclosed drawing': fill('<svg>'),
  'closing tags alone': fill('</div></p></script>'),
};

describe('a hostile page', () => {
  test.each(Object.entries(HOSTILE))('of %s is read within bounds', (_, html) => {
    const reduced = reduceHtml(html);
    expect(reduced.match(/<[a-z]/g)?.length ?? 0).toBeLessThan(5_010);
    expect(reduced.length).toBeLessThan(1_500_000);
    const { paragraphs } = readArticle(html);
    expect(paragraphs.join('').length).toBeLessThanOrEqual(600_000);
  });
});

test('no character of a text is left that would be written as a reference', () => {
  const html = '<p>If 1 &gt; 0 > -1 &amp; "x" &lt; y, it&nbsp;is.</p>';
  const body = /<body>(.*)<\/body>/.exec(reduceHtml(html))?.[1] ?? '';
  expect(body.replace(/<[^<>]*>/g, '')).toMatch(/^[^<>&"\xa0]+$/);
  expect(readArticle(html).paragraphs).toEqual(['If 1 > 0 > -1 & "x" < y, it is.']);
});

test.each([
  ['<ul><li><p>One</p><p>more</p></li><li> <div>Two</div></li></ul>', ['• One', 'more', '• Two']],
  [
    '<ul><li></li><li>One<ul><li>Two</li></ul></li><li><ul><li>Three</li></ul></li></ul>',
    ['• One', '• Two', '• Three'],
  ],
  ['<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>', ['A · B', '1 · 2']],
  ['<p>One<!-- no --></p><svg><title>No</title></svg><p>two</p>', ['One', 'two']],
])('the paragraphs of %s', (html, paragraphs) => {
  expect(readArticle(html).paragraphs).toEqual(paragraphs);
});

test('a title that stands above the text is not repeated in it', () => {
  expect(readArticle('<title>Rent</title><h1>Rent</h1><p>It rose.</p>')).toMatchObject({
    title: 'Rent',
    paragraphs: ['It rose.'],
  });
});

test('structured data tells who wrote an article, and when', () => {
  const data = { '@context': 'https://schema.org', '@type': 'Article', headline: 'Rent </ rose' };
  const facts = {
    ...data,
    author: { '@type': 'Person', name: 'Mara Lind' },
    datePublished: '2026-10-01',
  };
  const words = '<p>The rent of a small clinic rose by nine percent in a year, it says.</p>'.repeat(
    6,
  );
  const html = (json: string) =>
    `<head><script type="application/ld+json">${json}</script></head><article>${words}</article>`;
  const article = readArticle(html(JSON.stringify(facts)));
  expect(article).toMatchObject({ author: 'Mara Lind', publishedAt: new Date('2026-10-01') });
  const late = readArticle(html(JSON.stringify({ ...facts, datePublished: '+012026-10-01' })));
  expect(late.publishedAt).toBeNull();
  expect(readArticle(html('{broken')).paragraphs).toHaveLength(6);
});

test.each(['By Mara Lind', 'Written by Mara Lind', 'BY Mara Lind', 'Mara Lind'])(
  'a byline names who wrote an article: %s',
  (byline) => {
    const words = '<p>The rent of a small clinic rose by nine percent in a year, it says.</p>';
    const html = `<article><p class="byline">${byline}</p>${words.repeat(6)}</article>`;
    expect(readArticle(html).author).toBe('Mara Lind');
  },
);

test('a text with marks reads as it was written', () => {
  const { title, paragraphs } = readArticle(
    '<title>Rent &lt; wages &amp; "more"</title><p>1 &lt; 2 &amp;&amp; "so" on</p><ul><li>One</li></ul>',
  );
  expect(title).toBe('Rent < wages & "more"');
  expect(paragraphs).toEqual(['1 < 2 && "so" on', '• One']);
});

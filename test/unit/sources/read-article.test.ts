import { describe, expect, test } from 'vitest';
import { readArticle } from '../../../worker/sources/read-article.ts';
import { reduceHtml } from '../../../worker/sources/reduce-html.ts';

const fill = (unit: string, head = '') => head + unit.repeat(Math.floor(300_000 / unit.length));

const HOSTILE: Record<string, string> = {
  'nested elements': fill('<div>word '),
  'nested tables': fill('<table><tr><td>word'),
  'flat paragraphs': fill('<p>word, word.</p>'),
  'line breaks': fill('a<br><br>'),
  'angle brackets': fill('<'),
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

test('a text with marks reads as it was written', () => {
  const { title, paragraphs } = readArticle(
    '<title>Rent &lt; wages &amp; "more"</title><p>1 &lt; 2 &amp;&amp; "so" on</p><ul><li>One</li></ul>',
  );
  expect(title).toBe('Rent < wages & "more"');
  expect(paragraphs).toEqual(['1 < 2 && "so" on', '• One']);
});

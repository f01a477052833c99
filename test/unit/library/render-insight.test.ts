import { describe, expect, test } from 'vitest';
import { renderInsight, renderInsightInSteps } from '../../../worker/library/render-insight.ts';
import { expectBoundedWork, expectLinear, SEED } from '../../support/linear-time.ts';

/** Browsers repair this by reopening every formatting element at every paragraph. */
const reopening = (length: number) => {
  const count = Math.floor(length / 14);
  const open = Array.from({ length: count }, (_, index) => `<b i${index % 1_000}>`);
  return `<p>${open.join('')}${'<p>a'.repeat(count)}`;
};

/** A short row is filled up with empty cells. */
const wideTable = (length: number) => {
  const columns = 160;
  return `${'|'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(length / 2)}`;
};

describe('the HTML of what people save', () => {
  test(`takes linear time and is at most four times as long as the text (SEED=${SEED})`, {
    timeout: 120_000,
  }, () => {
    expectBoundedWork(renderInsight, (length) => 4 * length);
  });

  test.each([
    ['formatting that a browser would open anew at each paragraph', reopening],
    ['a table of rows without cells', wideTable],
    ['tables of rows without cells', (length: number) => wideTable(600).repeat(length / 900)],
    ['ampersands', (length: number) => '&'.repeat(length)],
    ['quotation marks', (length: number) => '"'.repeat(length)],
    ['angle brackets', (length: number) => '<'.repeat(length)],
    ['code of one letter', (length: number) => '`a` '.repeat(length / 4)],
    ['attributes', (length: number) => `<a title='${'"'.repeat(length)}'>`],
  ])('does so for %s', { timeout: 60_000 }, (_, make) => {
    expectLinear(renderInsight, make);
    const text = make(60_000);
    expect(renderInsight(text).length).toBeLessThanOrEqual(4 * text.length);
  });

  test.each([
    // A browser would end the outer paragraph and open the formatting again in the inner one.
    ['<p><b>one<p>two', '<p><b>onetwo</b></p>'],
    ['<p>one <b>two<div>three</div></b></p>', '<p>one <b>twothree</b></p>'],
    ['<li>alone</li>', 'alone'],
    ['<ul><li>one<li>two</ul>', '<ul><li>one</li><li>two</li></ul>'],
    ['<table><b>in between<tr><td>cell</table>', ''],
    ['<a href="https://a.test">out<a href="https://b.test">in</a></a>', ''],
    ['<h2>Pay<p>rose</h2>', '<h2>Pay<p>rose</p></h2>'],
  ])('nests as browsers expect: %s', (html, expected) => {
    const rendered = renderInsight(html);
    if (expected !== '') expect(rendered).toBe(expected);
    expect(rendered).not.toMatch(/<p>(?:(?!<\/p>).)*<(?:p|div|ul)>|<a [^>]*>(?:(?!<\/a>).)*<a /s);
  });

  test.each([
    ['<p dir="rtl" lang="he">x</p>', '<p dir="rtl" lang="he">x</p>'],
    ['<p dir="up">x</p>', '<p>x</p>'],
    ['<p><code class="language-c++">x</code></p>', '<p><code class="language-c++">x</code></p>'],
    [
      '<div><code class="header">x</code><p class="language-c">y</p></div>',
      '<div><code>x</code><p>y</p></div>',
    ],
    [
      '<table><tr><td colspan="2" rowspan="a">x</td></tr></table>',
      '<table><tr><td colspan="2">x</td></tr></table>',
    ],
    ['<ol colspan="2"><li>x</li></ol>', '<ol><li>x</li></ol>'],
  ])('keeps the attributes of plain formatting alone: %s', (html, expected) => {
    expect(renderInsight(html)).toBe(expected);
  });

  test('links that lead nowhere lose their address where others become absolute', () => {
    expect(
      renderInsight('<p><a href="http://[">x</a> <a href="/y">y</a></p>', 'https://a.test'),
    ).toBe('<p><a>x</a> <a href="https://a.test/y">y</a></p>');
  });

  test('a small table of single letters stays a table', () => {
    expect(renderInsight('|a|b|\n|-|-|\n|1|2|')).toMatch(/<td>1<\/td>\s*<td>2<\/td>/);
  });

  test('a long list of short items stays a list', () => {
    const items = renderInsight('- ab\n'.repeat(2_000)).match(/<li>ab<\/li>/g);
    expect(items).toHaveLength(2_000);
  });

  test('text that looks like markup or references stays text', () => {
    expect(renderInsight('AT&T, 1 < 2, a &lt;b&gt; and &amp;amp; "quoted"')).toBe(
      '<p>AT&amp;T, 1 < 2, a &lt;b> and &amp;amp; "quoted"</p>',
    );
  });

  test.each([
    ['addresses', (word: string) => `[a]: http://x/${word}`],
    ['titles', (word: string) => `[a]: http://x '${word}'`],
    ['pictures', (word: string) => `[a]: http://x/${word}`],
  ])('one definition is not repeated by every link to it: %s', (kind, define) => {
    const link = kind === 'pictures' ? '![a] ' : '[a] ';
    const text = `${define('q'.repeat(49_000))}\n\n${link.repeat(10_000)}`;
    expect(renderInsight(text) === `<p>${text}</p>`).toBe(true);
    expect(renderInsight('[a]: http://x/q\n\n[a] [a]')).toBe(
      '<p><a href="http://x/q">a</a> <a href="http://x/q">a</a></p>',
    );
  });

  test('a text whose HTML would be too large is shown as it was written', () => {
    const table = `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(1_000)}`;
    expect(renderInsight(table) === `<p>${table}</p>`).toBe(true);
  });
});

describe('a long text', () => {
  const of = (piece: string) => piece.repeat(100_000 / piece.length);

  test('is rendered in steps, with the same result as at once', () => {
    const text = `A [link](https://a.test/?a=1&b=2) & <b>marks</b> of **a text** with a@b.test.\n\n`;
    const steps = renderInsightInSteps(of(text).slice(0, 100_000), null);
    let pauses = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) pauses += 1;
    expect(pauses).toBeGreaterThan(20);
    const alone = renderInsight(text);
    const times = Math.floor(100_000 / text.length);
    expect(step.value.split(alone)).toHaveLength(times + 1);
  });

  test.each([
    ['marks', '_*'],
    ['lines', 'a\r'],
    ['headings', '\n# a'],
    ['items', '- a\n'],
    ['addresses', 'http://a.b '],
    ['e-mail addresses', 'a@b.c '],
    ['open brackets', '['],
  ])('of nothing but %s is shown as it was written', (_, piece) => {
    const text = of(piece);
    expect(renderInsight(text)).toBe(`<p>${text}</p>`);
  });
});

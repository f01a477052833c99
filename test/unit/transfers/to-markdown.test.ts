import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { renderInsight } from '../../../worker/library/render-insight.ts';
import { htmlToText } from '../../../worker/platform/plain-text.ts';
import { plainToMarkdown } from '../../../worker/transfers/export/markdown-text.ts';
import { toMarkdown } from '../../../worker/transfers/export/to-markdown.ts';
import { harmIn } from '../../support/harm-in.ts';
import { HOSTILE_MARKS } from '../../support/hostile-marks.ts';
import { hostileChunks } from '../../support/hostile-texts.ts';
import { expectLinear } from '../../support/linear-time.ts';
import { ORIGIN } from './things.ts';

const linkTo = (seconds: number) => `${ORIGIN}/podcasts?episode=e&at=${seconds}`;
const written = (markdown: string) =>
  toMarkdown(renderInsight(markdown), { origin: ORIGIN, linkTo }).join('\n\n');

/** An app that shows Markdown with all HTML in it. */
const reader = new MarkdownIt({ html: true, linkify: false });
reader.validateLink = () => true;

/** Control characters are no text; HTML takes some for letters. */
const foldedText = (html: string) =>
  htmlToText(html.replace(/\p{Cc}+/gu, ' '))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

describe('Markdown for other apps', () => {
  test.each([
    ['## Key takeaways\n\n- **One** thing\n- *Two* things\n  1. first\n  2. second\n\nEnd.'],
    ['> “We raised the price.”\n>\n> — Ada'],
    ['`a | b` and ``c ` d``\n\n```\nlet x = 1 < 2;\n# no heading\n```'],
    ['| A | B |\n| --- | --- |\n| 1 | a \\| b |\n| 2 | **c** |'],
    ['[a link](https://a.test/x_y?z=1&w=2) and ~~gone~~'],
    ['1\\. no list\n\n\\# no heading\n\n\\- no item\n\n\\> no quote'],
    ['one  \ntwo\n\n---\n\nthree'],
    ['5. five\n6. six'],
  ])('%j is shown as before', (markdown) => {
    const plain = (html: string) => reader.utils.unescapeAll(html.replace(/\n/g, ''));
    expect(plain(reader.render(written(markdown)))).toBe(plain(renderInsight(markdown)));
  });

  test('times are links to their place, unless somebody said them', () => {
    expect(written('The price rose. [12:34] Then fell [1:02:33].')).toBe(
      `The price rose. [12:34](${linkTo(754)}) Then fell [1:02:33](${linkTo(3753)}).`,
    );
    expect(written('Ada: “see \\[12:34]”')).not.toContain('](');
  });

  test('links into the app are absolute, and others that lead nowhere are text', () => {
    expect(written('[12:34](/tools?episode=e&at=754)')).toBe(
      `[12:34](${ORIGIN}/tools?episode=e&at=754)`,
    );
    for (const href of ['//elsewhere.test/x', 'x.html', '#here', 'javascript:alert(1)']) {
      expect(written(`[text](${href})`)).not.toContain('](');
    }
  });

  test.each([
    '#tag',
    'a ==b== %%c%% d===e',
    'key:: value',
    '((ref)) {{embed}} [[page]]',
    'text ^block-id',
    'costs $5 or $6',
  ])('%j keeps nothing that an app would take for its own', (text) => {
    const [markdown = ''] = plainToMarkdown(text);
    expect(reader.renderInline(markdown)).toBe(reader.utils.escapeHtml(text));
    expect(markdown).not.toMatch(/(?<!\\)#tag|==|%%|::|\(\(|\{\{|\[\[|\s\^|(?<!\\)\$/);
  });

  test('an exclamation mark before a link makes no picture of it', () => {
    expect(reader.render(written('wow![x](https://a.test/p.png)'))).not.toContain('<img');
    expect(reader.render(written('wow!<a href="https://a.test/p.png">x</a>'))).not.toContain(
      '<img',
    );
  });

  test.each([
    ['<q>Yes</q>, she said.', '“Yes”, she said.'],
    ['<details><summary>More</summary><p>Less</p></details>', '**More**\n\nLess'],
    ['<dl><dt>Runway</dt><dd>Months left</dd></dl>', '**Runway**\n\nMonths left'],
    ['<dl><dt> </dt><dd>Months left</dd></dl>', 'Months left'],
    ['<pre>one<br>two</pre>', '```\none\ntwo\n```'],
    ['<p>Press <code> </code> twice.</p>', 'Press   twice.'],
    ['<p><code>`x`</code></p>', '`` `x` ``'],
    ['<p><code>$= dv.x</code> <code> = 1</code></p>', '`\u200b$= dv.x` `\u200b= 1`'],
    ['<ul><li>one</li><li></li></ul>', '- one\n-'],
    ['<p>Before</p><h2> </h2><ul></ul><p>after</p>', 'Before\n\nafter'],
    ['<b>one<p>two</p>three</b>', '**one two three**'],
    ['<table><tr></tr><tr><td>a</td></tr></table>', '| a |\n| --- |'],
  ])('%j is written as %j', (html, markdown) => {
    expect(toMarkdown(html, { origin: ORIGIN, linkTo }).join('\n\n')).toBe(markdown);
  });

  test('an address with brackets or spaces is one link', () => {
    const markdown = written('<a href="https://a.test/a_(b) c|d">Prices (2026)</a>');
    const [shown] = /href="[^"]*"/.exec(reader.render(markdown)) ?? [];
    expect(shown).toBe('href="https://a.test/a_%28b%29%20c%7Cd"');
  });

  test.each(hostileChunks('sec-'))(
    'hostile texts do no harm, and lose no word: $name',
    ({ texts }) => {
      for (const text of texts) {
        const html = renderInsight(text);
        const markdown = written(text);
        const shown = reader.render(markdown);
        expect(harmIn(shown), text).toEqual([]);
        // Of tables, cells beyond the head's are not shown.
        if (/<t[dh]|<pre|<details|<dl|<q|<ruby/.test(html)) continue;
        const plain = (one: string) => foldedText(one).replace(/[\s*~`_]+/g, '');
        expect(plain(shown), text).toBe(plain(html));
      }
    },
  );

  test.each(HOSTILE_MARKS)('%j takes linear time', (mark) => {
    const read = (html: string) => toMarkdown(html, { origin: ORIGIN, linkTo });
    expectLinear(read, (length) => renderInsight(mark.repeat(Math.ceil(length / mark.length))));
  });

  test('white space in code within a table takes linear time', () => {
    const read = (html: string) => toMarkdown(html, { origin: ORIGIN, linkTo });
    expectLinear(read, (length) => {
      const code = `<pre>a${' '.repeat(length)}b\n\n  c</pre>`;
      return `<table><tr><td>${code}</td></tr></table>`;
    });
    const [table] = read('<table><tr><td><pre>a   b\n\n  c</pre></td></tr></table>');
    expect(table).toBe('| ``` a   b c ``` |\n| --- |');
  });

  test.each([' ', '\u2028', '\u2029', '\n', '`', '~~~\n'])(
    'code of many %j takes linear time for an app with short fences',
    (mark) => {
      const read = (html: string) =>
        toMarkdown(html, { origin: ORIGIN, linkTo, hasShortFences: true });
      expectLinear(read, (length) => `<pre>a${mark.repeat(length / mark.length)}b</pre>`);
    },
  );

  test.each([
    ['quotations', '<blockquote>'],
    ['lists', '<ol start="999999999"><li>'],
  ])('many lines in nested %s do not grow, and lose no word', (_, open) => {
    const html = renderInsight(`${open.repeat(40)}<pre>${'x y\n'.repeat(10_000)}</pre>`);
    const markdown = toMarkdown(html, { origin: ORIGIN, linkTo }).join('\n\n');
    expect(markdown.length).toBeLessThan(3 * html.length);
    expect(markdown.match(/x y/g)).toHaveLength(10_000);
  });

  test('many line breaks in nested emphasis take linear time', () => {
    const read = (html: string) => toMarkdown(html, { origin: ORIGIN, linkTo });
    const depth = 50;
    expectLinear(
      read,
      (length) => `${'<b>'.repeat(depth)}a${'<br>'.repeat(length / 4)}b${'</b>'.repeat(depth)}`,
    );
  });
});

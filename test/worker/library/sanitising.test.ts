import { describe, expect, test } from 'vitest';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { makeEpisode, makePodcast } from '../../support/podcasts.ts';

async function makeSaver() {
  const person = await makePerson();
  const { id } = await makeEpisode((await makePodcast()).id);
  return (insight: string) => htmlOf(person, id, insight);
}

async function htmlOf(person: Person, episodeId: string, insight: string): Promise<string> {
  const reply = await person.send('POST', '/api/user/insights', { episodeId, insight });
  return (await reply.json<SavedInsight>()).insight;
}

describe('the HTML of a saved insight', () => {
  test.each([
    ['<script>alert(1)</script>', /script|alert/],
    ['<img src=x onerror=alert(1)>', /img|onerror/],
    ['<svg/onload=alert(1)>', /<svg/],
    ['<svg onload=alert(1)></svg>', /svg|onload/],
    ['<b onclick="alert(1)">bold</b>', /onclick/],
    ['<iframe src="https://elsewhere.test"></iframe>', /iframe|elsewhere/],
    ['<style>body{display:none}</style>', /<style/],
    ['<p style="position:fixed">over all</p>', /style|position/],
    ['<a href="javascript:alert(1)">click</a>', /javascript/],
    ['<a href="JaVaScRiPt&#58;alert(1)">click</a>', /script|href/i],
    ['<a href="java\tscript:alert(1)">click</a>', /href/],
    ['[click](javascript:alert(1))', /javascript/],
    ['[click](data:text/html;base64,PHNjcmlwdD4=)', /data:/],
    ['<form action="/api/logout"><button>go</button></form>', /form|button|action/],
    ['<input autofocus onfocus=alert(1)>', /input|onfocus/],
    ['<math><mtext><script>alert(1)</script></mtext></math>', /script|alert/],
    ['<noscript><img src=x onerror=alert(1)></noscript>', /<noscript|<img/],
    ['![a picture](https://elsewhere.test/spy.png)', /img|elsewhere/],
    ['<meta http-equiv="refresh" content="0;url=https://elsewhere.test">', /meta|refresh/],
    ['<div id="cookie" name="body">x</div>', /id="cookie"|name="body"/],
    [
      '<object data="x"></object><embed src="x"><base href="https://elsewhere.test">',
      /<\w*(object|embed|base)/,
    ],
  ])('%s does no harm', async (hostile, mustNotStand) => {
    const html = await (await makeSaver())(`Before\n\n${hostile}\n\nAfter`);
    expect(html).not.toMatch(mustNotStand);
    expect(html).toContain('Before');
  });

  test('plain formatting stays', async () => {
    const htmlFor = await makeSaver();
    const markdown =
      '## Pay\n\n- **four** thousand\n- *rising*\n\n> quoted\n\n[link](https://a.test)';
    const html = await htmlFor(markdown);
    for (const part of [
      '<h2>Pay</h2>',
      '<strong>four</strong>',
      '<em>rising</em>',
      '<blockquote>',
      '<a href="https://a.test">link</a>',
    ]) {
      expect(html).toContain(part);
    }
    expect(await htmlFor('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td>');
  });

  test('an insight in HTML keeps its formatting', async () => {
    const html = await (await makeSaver())('<h3>Pay</h3><p>It <em>rose</em>.</p>');
    expect(html).toBe('<h3>Pay</h3><p>It <em>rose</em>.</p>');
  });

  test('citations stay unchanged', async () => {
    const html = await (await makeSaver())('He paid more [12:34] and again [1:02:03].');
    expect(html).toBe('<p>He paid more [12:34] and again [1:02:03].</p>');
  });

  test.each([
    ['quotes', '> '.repeat(3_000)],
    ['elements', '<div>'.repeat(3_000)],
    ['stars', '*'.repeat(90_000)],
    ['brackets', '['.repeat(20_000)],
  ])('thousands of nested %s are kept as text', async (_, marks) => {
    const html = await (await makeSaver())(`${marks}deep <script>alert(1)</script>`);
    expect(html).toContain('deep');
    expect(html).not.toContain('<script');
  });
});

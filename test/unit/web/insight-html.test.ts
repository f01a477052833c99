/** A saved insight as the library shows it, in linkedom's document. */
import { NodeFilter, parseHTML, Text } from 'linkedom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { excerptOf, prepareInsight } from '../../../web/features/library/insight-html.ts';

const pageOf = (html: string) => `<!doctype html><html><body>${html}</body></html>`;

/** linkedom has none: the text from here on becomes a node of its own. */
function splitText(this: globalThis.Text, offset: number): globalThis.Text {
  const rest = document.createTextNode(this.data.slice(offset));
  this.data = this.data.slice(0, offset);
  this.after(rest);
  return rest;
}

beforeEach(() => {
  const { document } = parseHTML(pageOf(''));
  // The browser's makes a whole document of a piece of one.
  class PieceParser {
    parseFromString(html: string) {
      return parseHTML(pageOf(html)).document;
    }
  }
  vi.stubGlobal('document', document);
  vi.stubGlobal('Text', Text);
  Object.assign(Text.prototype, { splitText });
  vi.stubGlobal('NodeFilter', NodeFilter);
  vi.stubGlobal('DOMParser', PieceParser);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The prepared insight, to look around in. */
const prepared = (html: string, isPlayable = true) =>
  parseHTML(pageOf(prepareInsight(html, isPlayable))).document;

const labels = (found: Iterable<Element>) =>
  [...found].map((one) => one.getAttribute('aria-label'));

describe('headings', () => {
  test('begin below those of the page, whatever they begin with', () => {
    const html = '<h2>Points</h2><h3>First</h3><h2>More</h2>';
    expect(prepareInsight(html, true)).toBe('<h4>Points</h4><h5>First</h5><h4>More</h4>');
  });

  test('end at the last level that there is', () => {
    const html = [1, 2, 3, 4].map((level) => `<h${level}>${level}</h${level}>`).join('');
    expect(prepareInsight(html, true)).toBe('<h4>1</h4><h5>2</h5><h6>3</h6><h6>4</h6>');
  });
});

test('a block whose script differs from that of the whole text has its own direction', () => {
  const html = '<h2>Sleep</h2><p>وصل المسح إلى أربعة آلاف ممرضة</p>';
  expect(prepareInsight(html, true)).toBe(
    '<h4 dir="ltr">Sleep</h4><p>وصل المسح إلى أربعة آلاف ممرضة</p>',
  );
});

describe('a place', () => {
  test('is a button with its second beside the last word, and one that plays', () => {
    const { body } = prepared('<p>Dashboards lie. [1:04] So they say.</p>');
    const [place] = body.querySelectorAll('.citation');
    expect(place?.textContent).toBe('1:04');
    expect(place?.getAttribute('data-seconds')).toBe('64');
    expect(body.querySelector('[data-play]')?.getAttribute('data-play')).toBe('64');
    expect(labels(body.querySelectorAll('button'))).toEqual([
      'Open the transcript at 1:04',
      'Play from 1:04',
    ]);
    expect(body.querySelector('.cited')?.textContent).toBe('lie. 1:04');
    expect(body.textContent).toBe('Dashboards lie. 1:04 So they say.');
  });

  test('is not played where nothing can be heard, nor in a text', () => {
    expect(labels(prepared('<p>So. [1:04]</p>', false).querySelectorAll('button'))).toEqual([
      'Open the transcript at 1:04',
    ]);
    expect(labels(prepared('<p>So. [¶ 12]</p>').querySelectorAll('button'))).toEqual([
      'Open the text at ¶ 12',
    ]);
  });

  test('is found as often as it is written, but not in code', () => {
    const { body } = prepared('<p>One [0:10], two [0:20].</p><p><code>three [0:30]</code></p>');
    expect([...body.querySelectorAll('.citation')].map((one) => one.textContent)).toEqual([
      '0:10',
      '0:20',
    ]);
    expect(body.querySelector('p')?.textContent).toBe('One 0:10, two 0:20.');
    expect(body.querySelector('code')?.textContent).toBe('three [0:30]');
  });
});

describe('a link', () => {
  test('names its host and opens elsewhere', () => {
    const link = prepared('<a href="https://reports.test/q3">dripcast.com</a>').querySelector('a');
    expect(link?.textContent).toBe('dripcast.com (reports.test)');
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer');
    expect(link?.getAttribute('target')).toBe('_blank');
  });

  test('to this app is only its text', () => {
    expect(prepareInsight('<p>See <a href="/profile">your <b>account</b></a>.</p>', true)).toBe(
      '<p>See your <b>account</b>.</p>',
    );
  });
});

describe('the excerpt', () => {
  test.each([
    ['the first point', '<h2>Points</h2><p>Before.</p><ul><li>One</li><li>Two</li></ul>', 'One'],
    ['else the first paragraph', '<h2>Points</h2><p>In\n  one line</p>', 'In one line'],
    ['else everything', 'Only words', 'Only words'],
    ['without places', '<p>Dashboards lie. [1:04] So.</p>', 'Dashboards lie. So.'],
    [
      'without a gap for them',
      '<p>She [0:10] says what it is about [1:04] [2:00].</p>',
      'She says what it is about.',
    ],
    [
      'with the times that somebody says',
      '<p>About <span>[</span>94:59] [0:20]</p>',
      'About [94:59]',
    ],
  ])('is %s', (_, html, excerpt) => {
    expect(excerptOf(html)).toEqual({ question: null, point: excerpt });
  });

  test('is one that fits a screen', () => {
    expect(excerptOf(`<p>${'word '.repeat(100)}</p>`).point).toHaveLength(240);
  });

  test('is apart from the question of a saved answer', () => {
    const question = '<p><strong>How is it priced?</strong></p>';
    const [asked, point] = ['How is it priced?', 'Rent rose.'];
    expect(excerptOf(`${question}<p>Rent rose.</p>`)).toEqual({ question: asked, point });
    expect(excerptOf(`${question}<ul><li>Rent rose.</li></ul>`)).toEqual({
      question: asked,
      point,
    });
    expect(excerptOf(question)).toEqual({ question: null, point: asked });
    expect(excerptOf('<p><strong>So</strong> it is.</p><p>Yes.</p>').question).toBeNull();
  });
});

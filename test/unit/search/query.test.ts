import { describe, expect, test } from 'vitest';
import { chooseDatabase, searchDatabases } from '../../../worker/search/databases.ts';
import { matchExpression } from '../../../worker/search/match-expression.ts';
import { cutSnippet, sentenceMatcher } from '../../../worker/search/match-sentence.ts';
import { parseQuery } from '../../../worker/search/query.ts';
import { editsBetween } from '../../../worker/search/spelling.ts';
import { indexText } from '../../../worker/search/words.ts';
import { HOSTILE_TEXTS } from '../../support/hostile-queries.ts';

const termWords = (q: string) => parseQuery(q).terms.map(({ words }) => words.join(' '));

describe('a query', () => {
  test('is words, quotations and a beginning', () => {
    expect(parseQuery('Pay "the delay" negoti').terms).toEqual([
      { words: ['pay'], isPrefix: false, isQuoted: false },
      { words: ['the', 'delay'], isPrefix: false, isQuoted: true },
      { words: ['negoti'], isPrefix: true, isQuoted: false },
    ]);
    expect(parseQuery('pay ').terms[0]?.isPrefix).toBe(false);
  });

  test.each([
    ['"the del', true],
    ['“the del', true],
    ['"the delay ', false],
    ['"the delay"', false],
    ['"the del pay"', false],
    ['"the del" pay', false],
    ['"the d', false],
  ])('%s, a quotation: is it still being typed? %s', (q, isPrefix) => {
    expect(parseQuery(q).terms[0]).toMatchObject({ isPrefix, isQuoted: true });
  });

  test('takes filters out of the words, in any case and in quotation marks', () => {
    expect(parseQuery('FROM:"Ines Vega" in:law after:2026-10 before:2026-10-31 pay')).toMatchObject(
      {
        text: 'pay',
        from: 'Ines Vega',
        in: 'law',
        after: Date.UTC(2026, 9, 1),
        before: Date.UTC(2026, 9, 31),
      },
    );
  });

  test.each([
    'after:yesterday',
    'before:2026-13',
    'after:2026-02-31',
    'from:',
    'in:"',
    'after:2026-10-',
  ])('takes %s for words, where it is no filter', (q) => {
    const { from, in: within, after, before } = parseQuery(q);
    expect([from, within, after, before]).toEqual([null, null, null, null]);
  });

  test('leaves out stop words, unless there is nothing else', () => {
    expect(termWords('what is the price of it ')).toEqual(['price']);
    expect(termWords('what is it ')).toEqual(['what', 'is', 'it']);
    expect(termWords('"what is it"')).toEqual(['what is it']);
  });

  test('asks for the noun of a possessive', () => {
    expect(termWords("the manager's plan, and Vega’s? ")).toEqual(['manager', 'plan', 'vega']);
    expect(termWords('what\'s it "the manager\'s plan"')).toEqual(['the manager s plan']);
  });

  test('takes joined words and unspaced scripts as phrases', () => {
    expect(termWords('e-mail 契約書')).toEqual(['e mail', '契 約 書']);
    expect(indexText('Ｚüri 契約')).toBe('zuri  契  約 ');
  });

  test.each(HOSTILE_TEXTS)('gives FTS5 nothing to stumble on: %j', (text) => {
    const { terms } = parseQuery(text);
    expect(terms.length).toBeLessThanOrEqual(24);
    for (const word of terms.flatMap(({ words }) => words))
      expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
    const options = {
      isEvery: true,
      completions: [],
      withStems: true,
      speaker: [],
      scope: [['p1']],
    };
    if (terms.length > 0) expect(matchExpression(terms, options).split('"').length % 2).toBe(1);
  });
});

describe('a sentence', () => {
  const marked = (q: string, text: string) =>
    sentenceMatcher(parseQuery(q).terms)(text).marks.map(([start, end]) => text.slice(start, end));

  test('has its words marked as they stand', () => {
    expect(marked('negotiate cafe ', 'We negotiated in the Café.')).toEqual(['negotiated', 'Café']);
    expect(marked('契約書', '昨日契約書を読む')).toEqual(['契約書']);
    expect(marked('neg', 'We negotiated a negative.')).toEqual(['negotiated', 'negative']);
    expect(marked('"the delay"', 'Delay the thing, mind the delay.')).toEqual(['the', 'delay']);
  });

  test('is cut around the match if it is long', () => {
    const text = `${'begin '.repeat(100)}needle ${'end '.repeat(100)}`;
    const { marks } = sentenceMatcher(parseQuery('needle ').terms)(text);
    const cut = cutSnippet(text, marks);
    expect(cut.snippet.length).toBeLessThan(330);
    expect(cut.marks.map(([start, end]) => cut.snippet.slice(start, end))).toEqual(['needle']);
    expect(cut.snippet).toMatch(/^….*…$/);
  });

  test.each([
    ['at its beginning', `needle ${'end '.repeat(200)}`, /^needle.*[^ ]…$/],
    ['at its end', `${'begin '.repeat(200)}needle`, /^…begin.*needle$/],
    ['without spaces', `${'😀'.repeat(200)} needle ${'😀'.repeat(400)}`, /^….*…$/],
    ['without spaces, one off', `a${'😀'.repeat(200)} needle a${'😀'.repeat(400)}`, /^….*…$/],
  ])('is cut between characters where the match is %s', (_, text, shape) => {
    const cut = cutSnippet(text, sentenceMatcher(parseQuery('needle ').terms)(text).marks);
    expect(cut.snippet).toMatch(shape);
    expect(cut.snippet.isWellFormed()).toBe(true);
    expect(cut.snippet.length).toBeLessThan(330);
    expect(cut.marks.map(([start, end]) => cut.snippet.slice(start, end))).toEqual(['needle']);
  });
});

describe('several databases', () => {
  const named = (...names: string[]) =>
    searchDatabases(Object.fromEntries(names.map((name) => [name, { name }])) as unknown as Env);
  const nameOf = (database: unknown) => (database as { name: string }).name;

  test('stand in the order of their numbers', () => {
    const names = ['SEARCH_10', 'SEARCH_2', 'SEARCH', 'SEARCH_QUEUE', 'SEARCH_1'];
    expect(named(...names).map(nameOf)).toEqual(['SEARCH', 'SEARCH_1', 'SEARCH_2', 'SEARCH_10']);
  });

  test('share the keys, and a new one takes only its share', () => {
    const keys = Array.from({ length: 600 }, (_, index) => `podcast ${index}`);
    const [two, three] = [named('SEARCH', 'SEARCH_1'), named('SEARCH', 'SEARCH_1', 'SEARCH_2')];
    const moved = keys.filter(
      (key) => nameOf(chooseDatabase(two, key)) !== nameOf(chooseDatabase(three, key)),
    );
    expect(moved.every((key) => nameOf(chooseDatabase(three, key)) === 'SEARCH_2')).toBe(true);
    // A third, give or take.
    expect(moved.length).toBeGreaterThan(150);
    expect(moved.length).toBeLessThan(250);
  });
});

test.each([
  ['indemnity', 'idnemnity', 1],
  ['indemnity', 'indemity', 1],
  ['pay', 'pay', 0],
  ['pay', 'payroll', 3],
])('from %s to %s are %d edits', (one, other, edits) => {
  expect(editsBetween(one, other, 2)).toBe(edits);
});

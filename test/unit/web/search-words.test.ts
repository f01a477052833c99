/** The filters of the search as words of its query, and back. */
import { describe, expect, test } from 'vitest';
import {
  filtersOf,
  misreadFilter,
  requestOf,
  withFilters,
  withoutFilters,
} from '../../../web/features/search/query-words.ts';
import { parseQuery } from '../../../worker/search/query.ts';

test.each([
  ['from:"Ines Hartmann" budget', { from: 'Ines Hartmann' }, 'budget'],
  ['budget in:law after:2026-10', { in: 'law', after: '2026-10' }, 'budget'],
  ['FROM:Ines', { from: 'Ines' }, ''],
  ['before:2026 kind:notes "a phrase"', { before: '2026', kind: 'notes' }, '"a phrase"'],
  ['in:law in:hr', { in: 'hr' }, ''],
  ['from:"Ines', { from: 'Ines' }, ''],
  ['"from:Ines said"', {}, '"from:Ines said"'],
  ['wherefrom:x', {}, 'wherefrom:x'],
  ['from: in:""', {}, 'from: in:""'],
  ['kind:poem after:soon in:"–"', {}, 'kind:poem after:soon in:"–"'],
  ['from:“Ines Hartmann” x', { from: 'Ines Hartmann' }, 'x'],
  ['', {}, ''],
])('%j has the filters %j and the words %j', (text, filters, words) => {
  expect(filtersOf(text)).toEqual(filters);
  expect(withoutFilters(text)).toBe(words);
});

describe('choosing a chip writes its word', () => {
  test.each([
    ['budget', { in: 'law' }, 'in:law budget'],
    ['', { in: 'law' }, 'in:law '],
    ['in:law budget', { in: 'Dripcast Sampler: HR' }, 'in:"Dripcast Sampler: HR" budget'],
    ['in:law budget', { in: null }, 'budget'],
    ['in:law', { in: null }, ''],
    ['after:2026 x before:2027', { after: '2026-10-01', before: null }, 'after:2026-10-01 x'],
    ['x', { from: 'He said "no"' }, 'from:"He said no" x'],
    ['"a phrase" from:Ines', { kind: 'note' }, 'from:Ines kind:note "a phrase"'],
  ])('%j with %j is %j', (text, changes, written) => {
    expect(withFilters(text, changes)).toBe(written);
  });

  test('and the word shows on the chip', () => {
    for (const value of ['law', 'Dripcast Sampler: HR', 'Zoë & Ço', '从业者']) {
      expect(filtersOf(withFilters('words from:x', { in: value }))).toEqual({
        in: value,
        from: 'x',
      });
    }
  });
});

test.each([
  ...['after:foo', 'after:2026-13', 'before:2026-02-31', 'after:2026-02', 'before:2024-02-29'],
  ...['after:2026-', 'in:"–"', 'in:law', 'from:ﾞ', 'from:', 'BEFORE:2026', 'after:" 2026 "'],
])('the server and the chips read %j alike', (text) => {
  const { from, in: within, after, before } = parseQuery(text);
  const isFilterOfServer = [from, within, after, before].some((value) => value !== null);
  expect(Object.keys(filtersOf(text)).length > 0).toBe(isFilterOfServer);
  expect(withoutFilters(text)).toBe(parseQuery(text).text);
});

test.each([
  ['budget after:foo', '“after:foo” is not a date, so it is searched as words. Write dates as'],
  ['before:2026-13', '“before:2026-13” is not a date'],
  ['kind:poem', '“kind:poem” is not a kind, so it is searched as words. The kinds are transcript,'],
  ['in:"–" x', '“in:"–"” has no name to look for'],
])('%j: says %j', (text, words) => {
  expect(misreadFilter(text)).toContain(words);
});

test.each(['', 'after:', 'after:2026-10 kind:notes', '"after:foo"', 'before the meal'])(
  'there is nothing to say about %j',
  (text) => {
    expect(misreadFilter(text)).toBeNull();
  },
);

test('the server reads podcast and speaker from the text; dates are the start of the day here', () => {
  expect(requestOf('budget after:2026-10-16 before:2027 in:law')).toEqual({
    q: 'in:law budget',
    after: new Date(2026, 9, 16).toISOString(),
    before: new Date(2027, 0, 1).toISOString(),
  });

  expect(requestOf('from:"Ines" budget ')).toEqual({ q: 'from:"Ines" budget' });
  expect(requestOf('kind:Notes budget in:law')).toEqual({ q: 'in:law budget', kind: 'note' });
  expect(requestOf('kind:poem budget')).toEqual({ q: 'kind:poem budget' });
  expect(requestOf('  ')).toEqual({ q: '' });
});

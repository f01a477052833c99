/** The filters of the search as words of its query, and back. */
import { describe, expect, test } from 'vitest';
import {
  filtersOf,
  requestOf,
  withFilters,
  withoutFilters,
} from '../../../web/features/search/query-words.ts';

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

test('the server reads every filter but the kind', () => {
  expect(requestOf('from:"Ines" budget ')).toEqual({ q: 'from:"Ines" budget' });
  expect(requestOf('kind:Notes budget in:law')).toEqual({ q: 'in:law budget', kind: 'note' });
  expect(requestOf('kind:poem budget')).toEqual({ q: 'kind:poem budget' });
  expect(requestOf('  ')).toEqual({ q: '' });
});

/** What the search shows of its results, and the commands beside them. */
import fc from 'fast-check';
import { BookOpen } from 'lucide-react';
import { describe, expect, test } from 'vitest';
import type { SearchResult } from '../../../schema/wire/search.ts';
import { type Command, isNamed, matchCommands } from '../../../web/features/search/commands.ts';
import { piecesOf } from '../../../web/features/search/marks.ts';
import { groupResults } from '../../../web/features/search/result-groups.ts';

const marked = (snippet: string, marks: [number, number][]) =>
  piecesOf(snippet, marks).map(({ text, isMarked }) => (isMarked ? `[${text}]` : text));

describe('the found words are highlighted', () => {
  test.each<[string, [number, number][], string[]]>([
    ['one two three', [[4, 7]], ['one ', '[two]', ' three']],
    ['one', [[0, 3]], ['[one]']],
    ['one two', [], ['one two']],
    [
      'one two',
      [
        [0, 3],
        [3, 7],
      ],
      ['[one]', '[ two]'],
    ],
    // What cannot be: the text stays whole.
    [
      'one two',
      [
        [2, 5],
        [4, 7],
      ],
      ['on', '[e t]', '[wo]'],
    ],
    [
      'one',
      [
        [2, 99],
        [-5, 1],
        [3, 3],
      ],
      ['on', '[e]'],
    ],
    ['one', [[7, 9]], ['one']],
    ['', [[0, 1]], []],
  ])('%j with %j', (snippet, marks, pieces) => {
    expect(marked(snippet, marks)).toEqual(pieces);
  });

  test('no marks remove or add a character', () => {
    const mark = fc.tuple(fc.integer({ min: -5, max: 40 }), fc.integer({ min: -5, max: 40 }));
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.array(mark), (snippet, marks) => {
        const pieces = piecesOf(snippet, marks);
        expect(pieces.map(({ text }) => text).join('')).toBe(snippet);
      }),
    );
  });
});

test('results are grouped by kind, best first, without duplicates across pages', () => {
  const result = (id: string, kind: string) => ({ id, kind }) as SearchResult;
  const groups = groupResults([
    { results: [result('a', 'note'), result('b', 'transcript'), result('c', 'note')] },
    { results: [result('b', 'transcript'), result('d', 'transcript'), result('e', 'dream')] },
  ]);
  expect(groups.map(({ kind, results }) => [kind, ...results.map(({ id }) => id)])).toEqual([
    ['note', 'a', 'c'],
    ['transcript', 'b', 'd'],
  ]);
});

test('what was said comes before the conversations that repeat it', () => {
  const kindsOf = (...kinds: string[]) =>
    groupResults([
      { results: kinds.map((kind, index) => ({ id: `${index}`, kind }) as SearchResult) },
    ]).map(({ kind }) => kind);
  expect(kindsOf('chat', 'note', 'transcript')).toEqual(['transcript', 'chat', 'note']);
  expect(kindsOf('note', 'transcript', 'chat')).toEqual(['note', 'transcript', 'chat']);
  expect(kindsOf('chat', 'note')).toEqual(['chat', 'note']);
});

describe('commands are found by the start of their words', () => {
  const command = (label: string, more: Partial<Command> = {}): Command => ({
    id: label,
    group: 'Actions',
    label,
    icon: BookOpen,
    run: () => {},
    ...more,
  });
  const commands = [
    command('My Library', { group: 'Go to', keywords: 'saved insights' }),
    command('Start a quiz'),
    command('Subscribe to Zoë & the Law', { group: 'Subscribe', isListedWhenTyped: true }),
  ];
  const found = (typed: string) =>
    matchCommands(commands, typed).flatMap((group) => group.commands.map(({ label }) => label));

  test.each([
    ['', ['My Library', 'Start a quiz']],
    ['lib', ['My Library']],
    ['SAVED li', ['My Library']],
    ['zoe sub', ['Subscribe to Zoë & the Law']],
    ['ibrary', []],
    ['quiz law', []],
  ])('%j finds %j', (typed, labels) => {
    expect(found(typed)).toEqual(labels);
  });

  test.each([
    ['start a quiz', true],
    ['start a qu', true],
    ['Start a', true],
    ['my library', true],
    ['start', false],
    ['quiz', false],
    ['saved insights', false],
    ['', false],
  ])('%j names one: %j', (typed, expected) => {
    expect(isNamed(matchCommands(commands, typed), typed)).toBe(expected);
  });

  test('groups are limited in length', () => {
    const many = Array.from({ length: 50 }, (_, index) => command(`Go ${index}`));
    expect(matchCommands(many, 'go')[0]?.commands).toHaveLength(6);
  });
});

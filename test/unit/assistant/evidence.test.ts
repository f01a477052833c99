/** Where quoted words stand, and how statements read: times and speakers come from the transcript. */

import { expect, test } from 'vitest';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { type AnswerPart, placeOf } from '../../../worker/assistant/evidence.ts';
import {
  answerWriter,
  insightMarkdown,
  statementMarkdown,
} from '../../../worker/assistant/markdown.ts';

const said = (
  start: number | null,
  end: number | null,
  speaker: string | null,
  text: string,
): TranscriptLine => ({ start, end, speaker, text });

const LINES = [
  said(0, 4, 'Ada', 'Welcome. Um, today we talk about the'),
  said(4, 8, 'Ada', 'colour of health-care pricing.'),
  said(
    60,
    160,
    'Ben',
    'We began small, with one desk and two phones. It took years. Then we raised the price by 4.5% to 4,200 euros a year.',
  ),
  said(160, 165, 'Ada', 'A year?'),
  said(165, 170, 'Ada', 'That is a lot.'),
];

test('a quotation is found across lines, ignoring case, spelling and punctuation', () => {
  const quotation = 'Today we talk about the color of healthcare pricing';
  expect(placeOf(LINES, { lineIds: [0, 1], quotation })).toEqual({
    lineId: 0,
    share: expect.closeTo(0.25, 1),
    speaker: 'Ada',
    seconds: 0,
    paragraph: null,
  });
  const figures = 'raised the price by 4.5 percent to 4200 euros';
  expect(placeOf(LINES, { lineIds: [2], quotation: figures })).toMatchObject({ speaker: 'Ben' });
  expect(placeOf(LINES, { lineIds: [2], quotation: '1 desk and 2 phones' })).not.toBeNull();
});

test('the time is that of the quoted words, not of their line', () => {
  const seconds = placeOf(LINES, { lineIds: [2], quotation: 'Then we raised the price' })?.seconds;
  expect(seconds).toBeGreaterThan(100);
  expect(seconds).toBeLessThan(135);
  const statement = {
    text: 'The price rose.',
    evidence: [{ lineIds: [2], quotation: 'we raised the price' }],
  };
  expect(statementMarkdown(statement, LINES)).toMatch(/^The price rose\. \[[12]:\d\d\]$/);
});

test.each([
  ['names other lines', [0, 1], 'Then we raised the price'],
  ['names only some of its lines', [1], 'about the colour of health-care pricing'],
  ['joins what does not stand together', [2], 'We began small. Then we raised the price'],
  ['joins what two people said', [2, 3], '4,200 euros a year. A year?'],
  ['breaks words', [2], 'egan small'],
  ['is empty', [2], ' … '],
  ['names lines that there are not', [99, -1, 0.5], 'Welcome'],
])('a quotation that %s has no place', (_, lineIds, quotation) => {
  expect(placeOf(LINES, { lineIds, quotation })).toBeNull();
});

test('a quotation may leave out fillers, and spell as others do', () => {
  const lines = [said(0, 4, 'Ada', 'Okay, so, um, we organised a workshop & nobody came.')];
  const quotation = 'OK, so we organized a workshop and nobody came';
  expect(placeOf(lines, { lineIds: [0], quotation })).not.toBeNull();
});

test.each([
  ['1. Bake early', '1\\. Bake early'],
  ['- Bake early', '\\- Bake early'],
  ['# Bake early', '\\# Bake early'],
  ['Bake 1. early', 'Bake 1. early'],
])('%s is a sentence, not the start of a list or a heading', (text, markdown) => {
  expect(statementMarkdown({ text, evidence: [] }, LINES)).toBe(markdown);
});

test('a transcript without times has places without times', () => {
  const lines = LINES.map((line) => ({ ...line, start: null, end: null }));
  const evidence = { lineIds: [3], quotation: 'A year?' };
  expect(placeOf(lines, evidence)).toEqual({
    lineId: 3,
    share: 0,
    speaker: 'Ada',
    seconds: null,
    paragraph: null,
  });
  expect(statementMarkdown({ text: '', evidence: [evidence] }, lines)).toBe('Ada: “A year?”');
});

test('a placeholder for a speaker is nobody', () => {
  const lines = LINES.map((line) => ({ ...line, speaker: 'Break' }));
  const statement = { text: '', evidence: [{ lineIds: [3], quotation: 'A year?' }] };
  expect(statementMarkdown(statement, lines)).not.toContain('Break');
});

test('an answer is sentences, paragraphs and lists, however its parts follow one another', () => {
  const statement = { text: 'It *cost* a lot.', evidence: [{ lineIds: [4], quotation: 'a lot' }] };
  const part = (form: 'sentence' | 'paragraph' | 'item'): AnswerPart => ({
    type: 'statement',
    statement,
    form,
  });
  const write = answerWriter(LINES);
  const parts: AnswerPart[] = [
    part('sentence'),
    part('sentence'),
    part('item'),
    part('item'),
    part('sentence'),
    { type: 'stand-in', hasBegun: true },
    { type: 'text', text: 'Closest: ' },
    part('sentence'),
    part('paragraph'),
    { type: 'text', text: '\n' },
    part('item'),
  ];
  const one = 'It \\*cost\\* a lot. [2:45]';
  expect(parts.map(write).join('')).toBe(
    `${one} ${one}\n\n- ${one}\n- ${one}\n\n${one}\n\n` +
      '_The model stopped here. What follows are quotations._\n\n' +
      `Closest: ${one}\n\n${one}\n\n- ${one}`,
  );
});

test('a source is cited by its paragraphs, and its quotations stand in its text', () => {
  const lines = LINES.map(({ text }, index) => ({
    ...{ text, paragraph: index + 1 },
    ...{ start: null, end: null, speaker: null },
  }));
  const insight = {
    ...{ gist: [], takeaways: [], actions: [] },
    quotations: [{ lineIds: [4], quotation: 'That is a lot.' }],
    topics: [{ title: 'Prices', evidence: { lineIds: [2], quotation: 'We began small' } }],
  };
  expect(insightMarkdown(insight, lines)).toBe(
    [
      '## Notable quotes',
      '> “That is a lot.”\n>\n> — in the text [¶ 5]',
      '## Topics',
      '- Prices [¶ 3]',
    ].join('\n\n'),
  );
  const untimed = LINES.map((line) => ({ ...line, start: null, end: null, speaker: null }));
  expect(insightMarkdown(insight, untimed)).toBe(
    [
      '## Notable quotes',
      '> “That is a lot.”\n>\n> — in the episode',
      '## Topics',
      '- Prices',
    ].join('\n\n'),
  );
});

test('an insight shows the sections that hold something, and why something was chosen', () => {
  const evidence = [{ lineIds: [4], quotation: 'That is a lot.' }];
  const markdown = insightMarkdown(
    {
      gist: [{ text: 'Prices rose.', evidence }],
      takeaways: [],
      actions: [{ text: 'Charge more.', evidence, because: 'because you lead sales' }],
      quotations: evidence,
      topics: [
        { title: 'Prices', evidence: { lineIds: [2], quotation: 'Then we raised the price' } },
      ],
    },
    LINES,
  );
  expect(markdown).toBe(
    [
      'Prices rose. [2:45]',
      '## What to do with it',
      '- Charge more. [2:45] _(because you lead sales)_',
      '## Notable quotes',
      '> “That is a lot.”\n>\n> — Ada [2:45]',
      '## Topics',
      '- Prices [1:47]',
    ].join('\n\n'),
  );
});

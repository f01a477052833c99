import { expect, test } from 'vitest';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { suggestedQuestions } from '../../../web/features/chat/suggested-questions.ts';

const lines = (...texts: string[]): TranscriptLine[] =>
  texts.map((text) => ({ start: 0, end: null, speaker: null, text }));

const WORDS = lines('We stopped the ads.', 'Nothing happened.', 'So we kept them off.');
const NUMBERS = lines('It cost 40,000.', 'We had 3,100 orders.', 'A margin of 45 percent.');
const NUMBERS_QUESTION = 'Which numbers matter most?';

const INSIGHT = `Ads are not what they seem. [0:10]

## Key takeaways

- They cost more than they bring. [1:05]

## Topics

- An opening [0:00]
- The \\*real\\* margin [1:37]
- Tests \\[and their length\\] [3:11]
- What comes next [1:02:11]`;

test('without an insight, the questions are for the whole episode', () => {
  expect(suggestedQuestions(null, NUMBERS)).toEqual([
    'What are the key takeaways?',
    'Which topics come up?',
    NUMBERS_QUESTION,
  ]);
});

test("with an insight, they are about its topics, in the reader's spelling", () => {
  expect(suggestedQuestions(INSIGHT, NUMBERS)).toEqual([
    'What is said about “The *real* margin”?',
    'What is said about “Tests [and their length]”?',
    NUMBERS_QUESTION,
  ]);
});

test('nobody is led to ask for numbers where there are hardly any', () => {
  expect(suggestedQuestions(null, WORDS)).not.toContain(NUMBERS_QUESTION);
});

test('an insight without topics, or with endless ones, leads to none of them', () => {
  const endless = `## Topics\n\n- a\n- ${'endless '.repeat(10)}[1:00]`;
  expect(suggestedQuestions('Just a text. [0:10]\n\n- with a list', NUMBERS)).toEqual([
    NUMBERS_QUESTION,
  ]);
  expect(suggestedQuestions(`Said.\n\n${endless}`, WORDS)).toEqual([]);
});

/**
 * Whatever a transcript consists of, the assistant's work on it is linear and its output bounded.
 */

import { describe, expect, test } from 'vitest';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { type AssistantEpisode, AssistantError } from '../../../worker/assistant/assistant.ts';
import { rolesIn } from '../../../worker/assistant/retrieval/speaker-roles.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { HOSTILE_TRANSCRIPTS } from '../../support/hostile-transcripts.ts';
import { expectLinearWork } from '../../support/linear-time.ts';
import { expectShortSteps } from '../../support/longest-step.ts';
import { sample } from '../../support/sample.ts';
import { assistant, READER } from './fixtures.ts';

/** Characters of the shorter of two; an ordinary run need not take minutes. */
const LENGTH = process.env.HOSTILE === 'all' ? 165_000 : 10_000;
/** As in the attack that kept a quiz busy for half a minute. */
const ATTACK_LENGTH = 660_000;
/** The maximum output about the longest transcript; for an ordinary one it is a tenth of that. */
const MAX_CHARS = 40_000;

/** A new array, because analyses are cached by array. */
const about = (lines: TranscriptLine[]): AssistantEpisode => ({
  id: 'hostile',
  title: 'Hostile',
  podcastTitle: 'Prices and People',
  description: '',
  publishedAt: null,
  lines: [...lines],
});

/** Where too little was said for something, it may be refused. */
async function orRefused(work: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await work);
  } catch (error) {
    if (error instanceof AssistantError) return '';
    throw error;
  }
}

async function answerTo(question: string, lines: TranscriptLine[]) {
  const parts: unknown[] = [];
  for await (const part of assistant.answer(about(lines), question, [], READER, {})) {
    parts.push(part);
  }
  return parts;
}

const WORK: Record<string, (lines: TranscriptLine[]) => Promise<string>> = {
  'a quiz': (lines) => orRefused(assistant.writeQuiz([about(lines)], 5, { seed: 'a' })),
  'an insight': (lines) => orRefused(assistant.writeInsight(about(lines), READER, {})),
  'an answer': (lines) =>
    orRefused(answerTo('Who raised the price, and why did the hospitals stay?', lines)),
  'a digest': (lines) => orRefused(assistant.writeDigest([about(lines)], READER, {})),
};

const kinds = Object.entries(HOSTILE_TRANSCRIPTS);
/** Those of which most would come, were it not bounded. */
const LONG_KINDS = [
  'without punctuation',
  'where each word is another',
  'where each line has its speaker',
];

describe.each(Object.entries(WORK))('%s of a transcript', (_, work) => {
  test.each(sample(kinds, 8))(
    '%s takes time in proportion',
    { timeout: 600_000 },
    async (_kind, make) => {
      await expectLinearWork(work, make, LENGTH);
      expect((await work(make(LENGTH))).length).toBeLessThanOrEqual(MAX_CHARS);
    },
  );

  test.each(sample(LONG_KINDS, 1))(
    '%s, of 660,000 characters, gives no more than of a short one',
    { timeout: 600_000 },
    async (kind) => {
      const lines = HOSTILE_TRANSCRIPTS[kind]?.(ATTACK_LENGTH) ?? [];
      expect((await work(lines)).length).toBeLessThanOrEqual(MAX_CHARS);
    },
  );
});

test('a quiz about sentences that are alike and full of marks takes time in proportion', {
  timeout: 600_000,
}, async () => {
  const alike = (count: number): TranscriptLine[] =>
    Array.from({ length: count }, (_, index) => ({
      start: index * 4,
      end: index * 4 + 4,
      speaker: index % 2 ? 'Ada Quist' : 'Ben Ode',
      text: `The price x${'|'.repeat(500)}x rose in the end because ${index} people paid.`,
    }));
  const quiz = (lines: TranscriptLine[]) =>
    orRefused(assistant.writeQuiz([about(lines)], 5, { seed: 'a' }));
  await expectLinearWork(quiz, alike, 50);
});

/** Without pauses, other readers waited for a third of the work at once. */
const LONGEST_STEP = 0.1;

test.each(sample(LONG_KINDS, 1))(
  'a quiz about a transcript %s, of 660,000 characters, lets others through all along',
  { timeout: 600_000 },
  async (kind) => {
    const lines = HOSTILE_TRANSCRIPTS[kind]?.(ATTACK_LENGTH) ?? [];
    const quiz = () => orRefused(assistant.writeQuiz([about(lines)], 5, { seed: 'a' }));
    // The first one is slow until its code is compiled.
    await quiz();
    await expectShortSteps(quiz, LONGEST_STEP);
  },
);

/** Without pauses, it was more than half of an answer, and half of a digest. */
const LONGEST_STEP_OF_SHORT_WORK = 0.2;

test.each([
  ['an answer', 'without punctuation', (lines: TranscriptLine[]) => WORK['an answer']?.(lines)],
  ['a summary', 'without punctuation', (lines: TranscriptLine[]) => answerTo('Sum it up.', lines)],
  [
    'a digest',
    'where each word is another',
    (lines: TranscriptLine[]) => WORK['a digest']?.(lines),
  ],
])(
  '%s of a transcript %s, of 660,000 characters, lets others through all along',
  { timeout: 600_000 },
  async (_, kind, work) => {
    const lines = HOSTILE_TRANSCRIPTS[kind]?.(ATTACK_LENGTH) ?? [];
    await work(lines);
    await expectShortSteps(async () => work(lines), LONGEST_STEP_OF_SHORT_WORK);
  },
);

test('the roles of thousands of speakers whom nobody mentions are found in few steps', () => {
  const lines = Array.from({ length: 5_000 }, (_, at): TranscriptLine => {
    return { start: at, end: at + 1, speaker: `Person number ${at}`, text: 'So.' };
  });
  // Others may run between two steps, so many of them take long, even if each is short.
  expect([...rolesIn.inSteps(indexOf(lines))].length).toBeLessThan(100);
});

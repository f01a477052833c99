/** Cuts what was said in two, so that a question gives one half: a claim and its reason, a question and its answer. */
import type { Sentence } from '../retrieval/sentences.ts';
import { LEANS, OPENS_LOOSE } from '../retrieval/speech-cues.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { capitalised, countWords, topicStems } from '../retrieval/words.ts';
import { isClause } from './altered-copies.ts';
import { plainSpeech } from './plain-speech.ts';

export interface Halves {
  asks: 'reason' | 'consequence' | 'rest' | 'answer';
  given: string;
  asked: string;
}

const [PART, PHRASE] = ['[^;:()“”"]', '[^,;:()“”"]'];
const BECAUSE = new RegExp(`^(${PART}{12,130}?),? because (?!of\\b)(${PART}{15,130})[.!]$`, 'u');
const SO = new RegExp(
  `^(${PART}{15,130}?), (?:so|which means(?: that)?|(?:and )?therefore,?) (${PART}{15,130})[.!]$`,
  'u',
);
const IF = new RegExp(
  `^((?:If|When|Once|Unless|As soon as) ${PHRASE}{8,100}), (?:then )?(${PART}{15,130})[.!]$`,
  'u',
);
const LATE_IF = new RegExp(
  `^(${PHRASE}{15,110}) (if|when|once|unless) (${PHRASE}{12,100})[.!]$`,
  'u',
);
/** Needs the other half to be understood. */
const POINTS =
  /^(?:\d|(?:he|she|it|they|this|that|these|those|there|their|its|his|her|which|then|if|when|one)\b)|\b(?:he|she|him|her)\b/i;
const WORDS = { fewest: 6, most: 20 };
const GIVEN_WORDS = { fewest: 4, most: 24 };

/** Cuts a sentence in two; null if it can't be cut, or if a half isn't understood without the other. */
export function halvesOf(text: string): Halves | null {
  const found = cut(text);
  if (found === null || /\bthe reason\b| -- /i.test(text)) return null;
  const claim = found.given.replace(/^(?:If|When|Once|Unless|As soon as) /, '').replace(/ …$/, '');
  if (LEANS.test(claim) || OPENS_LOOSE.test(claim) || !isClause(claim)) return null;
  if (!isLong(found.given, GIVEN_WORDS) || !isLong(found.asked, WORDS)) return null;
  if (POINTS.test(found.asked) || !isClause(found.asked)) return null;
  return { ...found, asked: `${capitalised(found.asked)}.` };
}

function cut(text: string): Halves | null {
  const [, claim, reason] = BECAUSE.exec(text) ?? [];
  if (claim && reason) return { asks: 'reason', given: `${claim}.`, asked: reason };
  const [, cause, effect] = SO.exec(text) ?? [];
  if (cause && effect) return { asks: 'consequence', given: `${cause}.`, asked: effect };
  const [, condition, then] = IF.exec(text) ?? [];
  if (condition && then) return { asks: 'rest', given: `${condition} …`, asked: then };
  const [, first, word, second] = LATE_IF.exec(text) ?? [];
  if (!first || !word || !second) return null;
  return { asks: 'rest', given: `${capitalised(word)} ${second} …`, asked: first };
}

/** An answer comes soon after its question. */
const ANSWERED_WITHIN = 3;
/** 'Yes' or 'no' would be the answer to another question. */
const ASKS_OPENLY = /^(?:what|why|how|which|who|where|when|can you|could you)\b/i;
/** Gives somebody else the word. */
const MODERATES = /\b(?:answer|question|questions|answers)\b/i;
const POINTS_BACK = /\b(?:he|she|him|her|it|they|them|this|that|these|those|there)\b| -- /i;

/** Returns the question that a sentence answers and the sentence; null if it answers none that stands alone. */
export function answerOf(
  { sentences }: TranscriptIndex,
  { index, turn }: Sentence,
  text: string,
): Halves | null {
  if (!isLong(text, WORDS) || POINTS.test(text) || MODERATES.test(text)) return null;
  const before = sentences.slice(Math.max(0, index - ANSWERED_WITHIN), index);
  const question = before.findLast((one) => one.text.endsWith('?'));
  if (question === undefined || turn - question.turn > 1) return null;
  if (question.speaker !== null && question.turn === turn) return null;
  const given = plainSpeech(question.text);
  if (!isLong(given, GIVEN_WORDS) || topicStems(given).length < 2) return null;
  return ASKS_OPENLY.test(given) && !POINTS_BACK.test(given)
    ? { asks: 'answer', given, asked: text }
    : null;
}

function isLong(text: string, { fewest, most }: { fewest: number; most: number }): boolean {
  const words = countWords(text);
  return words >= fewest && words <= most;
}

/** Cuts what was said in two, so that a question gives one half: a claim and its reason, a question and its answer. */
import type { Sentence } from '../retrieval/sentences.ts';
import { LEANS, OPENS_LOOSE } from '../retrieval/speech-cues.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { capitalised, countWords, isStopWord, topicStems } from '../retrieval/words.ts';
import { plainSpeech } from './quiz-material.ts';

export interface Halves {
  asks: 'reason' | 'rest' | 'answer';
  given: string;
  asked: string;
}

const [PART, PHRASE] = ['[^;:()“”"]', '[^,;:()“”"]'];
const BECAUSE = new RegExp(`^(${PART}{12,130}?),? because (?!of\\b)(${PART}{15,130})[.!]$`, 'u');
const IF = new RegExp(
  `^(If|When|Once|Unless) (${PHRASE}{8,100}), (?:then )?(${PART}{15,130})[.!]$`,
  'u',
);
const LATE_IF = new RegExp(
  `^(${PHRASE}{15,110}) (if|when|once|unless) (${PHRASE}{12,100})[.!]$`,
  'u',
);
/** Needs the other half to be understood. */
const POINTS =
  /^(?:\d|(?:he|she|it|they|this|that|these|those|there|their|its|his|her|which|then|if|when|one)\b)|\b(?:he|she|him|her)\b/i;
const isGiven = (text: string) => isLong(text, 4, 24);
const isAsked = (text: string) => isLong(text, 6, 20) && !POINTS.test(text);

/** Cuts a sentence in two; null if it can't be cut, or if a half isn't understood without the other. */
export function halvesOf(text: string): Halves | null {
  const [, claim, reason] = BECAUSE.exec(text) ?? [];
  if (claim && reason) return understood('reason', claim, `${claim}.`, reason);
  const [, first, condition, then] = IF.exec(text) ?? [];
  if (condition && then) return understood('rest', condition, `${first} ${condition} …`, then);
  const [, rest, word = '', late] = LATE_IF.exec(text) ?? [];
  if (rest && late) return understood('rest', late, `${capitalised(word)} ${late} …`, rest);
  return null;
}

function understood(
  asks: Halves['asks'],
  claim: string,
  given: string,
  asked: string,
): Halves | null {
  if (/\bthe reason\b| -- /i.test(given + asked) || LEANS.test(claim) || OPENS_LOOSE.test(claim))
    return null;
  const areWhole = isClause(claim) && isClause(asked) && isGiven(given) && isAsked(asked);
  return areWhole ? { asks, given, asked: `${capitalised(asked)}.` } : null;
}

/** Stop words with which a subject begins. */
const SUBJECT =
  /^(?:the|an?|i|we|you|they|it|he|she|our|my|your|their|its|his|her|every|each|all|most|some|many|no|few|both|people|another|these|those|this|that)(?:['’]\p{L}+)? /iu;
/** Ends that wait for more. */
const UNFINISHED =
  /\b(?:is|are|was|were|be|the|an?|of|to|and|or|but|that|in|on|at|for|with|from|by|because|so|if|like|as|than|i|we|say|says|said|saying)[.!]?$/i;

/** Whether a text is a clause with a subject of its own. */
function isClause(text: string): boolean {
  const [first = ''] = /^[\p{L}\p{N}'’.-]+/u.exec(text) ?? [];
  if (UNFINISHED.test(text) || /(?:ing|ed|ly)$/.test(first)) return false;
  return (
    SUBJECT.test(text) || (first !== '' && !isStopWord(first.toLowerCase().replaceAll('’', "'")))
  );
}

/** An answer comes soon after its question. */
const ANSWERED_WITHIN = 3;
/** 'Yes' or 'no' would be the answer to another question. */
const ASKS_OPENLY = /^(?:what|why|how|which|who|where|when|can you|could you)\b/i;
const POINTS_BACK = /\b(?:he|she|him|her|it|they|them|this|that|these|those|there)\b| -- /i;

/** Returns the question that a sentence answers and the sentence; null if it answers none that stands alone. */
export function answerOf(
  { sentences }: TranscriptIndex,
  { index, turn }: Sentence,
  text: string,
): Halves | null {
  if (!isAsked(text)) return null;
  const before = sentences.slice(Math.max(0, index - ANSWERED_WITHIN), index);
  const question = before.findLast((one) => one.text.endsWith('?'));
  if (question === undefined || turn - question.turn > 1) return null;
  if (question.speaker !== null && question.turn === turn) return null;
  const given = plainSpeech(question.text);
  const isOpen = ASKS_OPENLY.test(given) && !POINTS_BACK.test(given);
  return isOpen && isGiven(given) && topicStems(given).length >= 2
    ? { asks: 'answer', given, asked: text }
    : null;
}

function isLong(text: string, fewest: number, most: number): boolean {
  const words = countWords(text);
  return words >= fewest && words <= most;
}

/** How a message asks: as a question or a command, for how much, of which part, and in which form and language. */
import { wordSet } from '../language/english.ts';
import { COMMAND_STEMS, EPISODE_WORDS, REQUEST_STEMS } from '../language/request-words.ts';
import { SELDOM_NOUNS } from '../language/seldom-nouns.ts';
import { isStopWord, stemOf, wordsOf } from '../language/words.ts';

/** What an answer is made of. */
export type AnswerForm = 'items' | 'sentences';

/** The words of a text without a leading word such as 'and': 'So who is it?', but not 'So what?' */
export const simplified = (text: string) =>
  wordsOf(text.replaceAll('-', ' '))
    .join(' ')
    .replace(/^(?:and|so|but|ok|okay) (?!what$)/, '');

/** How a question begins, in simplified words; 'Could you …' is a command. */
export const BEGINS_QUESTION =
  /^(?:what|what's|whats|how|why|when|where|which|who|who's|whos|is|are|was|were|do|does|did|has|have|should)\b/;

/** Asks to be given something: 'Can I have a checklist?' */
const ASKS_FOR =
  /^(?:(?:can|could|may) (?:i|we) (?:please )?(?:have|get)|(?:i|we)(?:'d| would) like)\b/i;

/**
 * Returns a message with plain quotes and spaces, 'im' as 'i'm', and a wish as a command: 'I would like a list' as 'give
 * me a list'.
 */
export const asCommand = (message: string) =>
  message
    .replace(/\s+/g, ' ')
    .replace(/’/g, "'")
    .replace(/\b(i)(m|ve)\b/gi, "$1'$2")
    .trim()
    .replace(ASKS_FOR, 'give me');

/** Whether a word of a question names no topic. */
export const framesQuestion = (word: string) =>
  isStopWord(word) ||
  EPISODE_WORDS.has(word) ||
  REQUEST_STEMS.has(stemOf(word)) ||
  // 'Three' has the stem '3'.
  /^\d+(?:st|nd|rd|th)?$/.test(stemOf(word));

/** Whether a word of a command names no topic: it may say what is to be done, and how. */
export const framesCommand = (word: string) =>
  framesQuestion(word) || COMMAND_STEMS.has(stemOf(word)) || SELDOM_NOUNS.has(word);

/** Whether a word says what is to be written or done: 'checklist', 'draft'. */
export const isFormWord = (word: string) =>
  wordsOf(word).some((one) => COMMAND_STEMS.has(stemOf(one)));

const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ');
/** Larger numbers of items count as this. */
const MAX_ITEMS = 12;
/** How many items an answer has if no number is given. */
export const USUAL_COUNT = 5;
/** What is counted in an answer. */
export const UNITS =
  'bullets?|points?|take-?aways?|things|lessons?|insights?|ideas?|items?|highlights?|quotes?|sentences?|lines?|reasons?|tips?|actions?|steps?';
const COUNTED = new RegExp(
  String.raw`\b(\d{1,2}|${NUMBERS.join('|')}|a couple of)[ -](?:\p{L}+[ -]){0,2}?(${UNITS})\b`,
  'iu',
);

/** Prose, whatever its length. */
const PARAGRAPH = /\bparagraphs?\b/i;

/** How much a message asks for, and in which form. */
export interface RequestedAmount {
  /** How many items or sentences; null if unspecified. */
  count: number | null;
  form: AnswerForm;
  /** The message without the words that say so. */
  rest: string;
}

/** Reads how many items or sentences a message asks for: 'in three bullets'. */
export function amountIn(message: string): RequestedAmount {
  const [said, number, unit = ''] = COUNTED.exec(message) ?? [];
  return {
    count: number === undefined ? null : countOf(number),
    form: /^sentence|^line/i.test(unit) || PARAGRAPH.test(message) ? 'sentences' : 'items',
    rest: said === undefined ? message : message.replace(said, ' '),
  };
}

function countOf(number: string): number {
  const lower = number.toLowerCase();
  // 'A couple of' isn't in the list.
  const value = /^\d/.test(lower) ? Number(lower) : NUMBERS.indexOf(lower) + 1 || 2;
  return Math.max(1, Math.min(MAX_ITEMS, value));
}

/** The languages with the most speakers and readers. */
const LANGUAGES = wordSet(`
  english german french spanish italian portuguese dutch polish czech slovak hungarian romanian bulgarian greek
  swedish norwegian danish finnish russian ukrainian serbian croatian turkish arabic hebrew persian farsi hindi urdu
  bengali punjabi tamil telugu chinese mandarin cantonese japanese korean vietnamese thai indonesian malay tagalog
  swahili catalan latin`);

/** 'in German', unless it goes on: 'in German schools'. */
export const IN_LANGUAGE = new RegExp(
  String.raw`\b(?:in|into|to) (${[...LANGUAGES].join('|')})\b(?=[.,;?!]|,? (?:please|pls|for|in|with)\b|$)`,
  'iu',
);

/** The part of the episode that is meant. */
const STARTS =
  /\b(?:how|what) (?:\w+ ){1,4}(?:begins?|starts?|opens?)\b|\b(?:beginning|opening|intro|introduction|at the start|first (?:\w+ )?(?:part|minutes?|bit|section))\b/;
const ENDS =
  /\b(?:how|what) (?:\w+ ){1,4}(?:ends?|ended|finish(?:es)?|close|concludes?)\b|\b(?:ending|closing|outro|at the end|in the end|wrap(?:s|ped)? (?:it )?up|last (?:\w+ )?(?:part|minutes?|bit|section))\b/;

/** Returns the part of the episode that simplified words mean; null for the whole. */
export const partIn = (words: string): 'start' | 'end' | null =>
  STARTS.test(words) ? 'start' : ENDS.test(words) ? 'end' : null;

/** Words and stems, the same for transcripts and questions. */
import { stemmer } from 'stemmer';
import { cachedByText } from '../../platform/cached-by.ts';
import { BRITISH, GENERIC_WORDS, IRREGULAR, SHORT_FOR, STOP_WORDS } from './english.ts';

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.&][\p{L}\p{N}]+)*/gu;
// Scripts written without spaces between words.
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words repeat, and stemming each of them anew would take most of the time. */
const MAX_CACHED_STEMS = 50_000;

/** Returns the words of a text in lower case. 'US' names a country, unless all of the text is in capitals. */
export function wordsOf(text: string): string[] {
  const told = /\p{Ll}/u.test(text) ? text.replace(/\bU\.?S(?:\.?A)?\b/g, 'USA') : text;
  const normal = told.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  if (!UNSPACED.test(normal)) return normal.match(WORD) ?? [];
  const words: string[] = [];
  for (const part of wordSegmenter.segment(normal)) if (part.isWordLike) words.push(part.segment);
  return words;
}

/** Whether a word has no topic. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Returns the basic form of an irregular word, and the American spelling of a British one. */
export const baseOf = (word: string): string =>
  IRREGULAR.get(word) ??
  BRITISH.reduce((spelled, [british, american]) => spelled.replace(british, american), word);

/** Returns the stem of a lower-case word; words of other alphabets stay unchanged. */
export const stemOf = cachedByText((word) => {
  const plain = word.replace(/'(?:s|re|ve|ll|d|m|t)?$/, '').replace(/(?<!\d)\.|\.(?!\d)/g, '');
  const base = baseOf(plain);
  return /^[a-z]+$/.test(base) ? stemmer(base) : base.normalize('NFD').replace(/\p{M}/gu, '');
}, MAX_CACHED_STEMS);

/** Returns the stems of a list of words. */
export const stemsOf = (list: Iterable<string>): ReadonlySet<string> =>
  new Set([...list].map(stemOf));

/** The stems of words that fit any subject, and so name no topic. */
export const GENERIC_STEMS = stemsOf(GENERIC_WORDS);

/** Returns the stems of topic words, in order and with repeats. */
export function topicStems(text: string): string[] {
  return topicStemsAmong(wordsOf(text));
}

/** The same for the words of a text. */
export function topicStemsAmong(words: string[]): string[] {
  const stems: string[] = [];
  for (const word of words.flatMap((one) => SHORT_FOR.get(one) ?? one)) {
    if (STOP_WORDS.has(word)) continue;
    const stem = stemOf(word);
    if (stem.length > 1 || /\p{N}|\p{Lo}/u.test(stem)) stems.push(stem);
  }
  return stems;
}

/** Counts the words of a text. */
export function countWords(text: string): number {
  return UNSPACED.test(text) ? wordsOf(text).length : (text.match(/\S+/g)?.length ?? 0);
}

/** Returns a text with a capital at its beginning. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Normalises words, in the same way for indexing and searching. */
import { stemmer } from 'stemmer';
import { fold } from '../../schema/wire/fold.ts';

/** Scripts without spaces between words: each character counts as a word, and a word as a phrase. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const ALL_UNSPACED = new RegExp(UNSPACED, 'gu');
const SPACED_WORD = `(?:(?!${UNSPACED.source})[\\p{L}\\p{N}\\p{M}])+`;
const ALL_SPACED_WORDS = new RegExp(SPACED_WORD, 'gu');
const WORD = new RegExp(`${UNSPACED.source}\\p{M}*|${SPACED_WORD}`, 'gu');

/** Prepares a text for FTS5's tokenizer. */
export function indexText(text: string): string {
  return fold(text).replace(ALL_UNSPACED, ' $& ');
}

export interface Word {
  /** Folded. */
  word: string;
  /** [start, end) in UTF-16 units of the text. */
  start: number;
  end: number;
}

/** Returns the words of a text with their positions, in order. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = foldedWord(match[0]);
    if (word === '') continue;
    words.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return words;
}

const foldedWord = (word: string) => fold(word).replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the folded words of scripts with spaces between words, in a fraction of the time. */
export function spacedWordsIn(text: string): string[] {
  return (text.match(ALL_SPACED_WORDS) ?? []).map(foldedWord);
}

/** Returns the words of a text, folded and separated by spaces. */
export function foldedWords(text: string): string {
  return wordsIn(text)
    .map(({ word }) => word)
    .join(' ');
}

/** A cache, because the same words occur again and again and stemming dominates. */
const stems = new Map<string, string>();
const MAX_STEMS = 50_000;

/** As FTS5's porter stemmer does for the letters it knows; other words stay unchanged. */
export function porterStem(word: string): string {
  if (word.length <= 2 || !/^[a-z]+$/.test(word)) return word;
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = stemmer(word);
    if (stems.size >= MAX_STEMS) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}

/** Words as the index has them, the same for what is written into it and for what is asked of it. */
import { stemmer } from 'stemmer';

/** Scripts that put no space between words: there each character is a word, and a word is a phrase. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const ALL_UNSPACED = new RegExp(UNSPACED, 'gu');
const WORD = new RegExp(
  `${UNSPACED.source}\\p{M}*|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
);

/** Most words; the rest of what `fold` does takes most of a search's time. */
const PLAIN = /^[ -~]*$/;

/** Lower case without accents or other marks; full-width letters and ligatures become plain ones. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC');
}

/** A text as FTS5 is to cut it into words. */
export function indexText(text: string): string {
  return fold(text).replace(ALL_UNSPACED, ' $& ');
}

export interface Word {
  /** Folded. */
  word: string;
  /** [start, end) in UTF-16 units of the text it stands in. */
  start: number;
  end: number;
}

/** The words of a text, where they stand, in order. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]).replace(/[^\p{L}\p{N}]/gu, '');
    if (word === '') continue;
    words.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return words;
}

/** Most words come again and again: stemming each once is most of the speed. */
const stems = new Map<string, string>();
const MOST_STEMS = 50_000;

/** As FTS5's porter makes it, for letters that it knows; others stay as they are. */
export function stemOf(word: string): string {
  if (word.length <= 2 || !/^[a-z]+$/.test(word)) return word;
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = stemmer(word);
    if (stems.size >= MOST_STEMS) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}

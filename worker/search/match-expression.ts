/** Terms as FTS5 reads them. Words are letters and digits only, so nothing has to be escaped. */
import type { Term } from './query.ts';

/** Whole words that begin as the last one does, so that their stems are found, too. */
export type Completions = readonly string[];

/** A prefix is longer than the stem of what it begins: `negotiati` and `negoti`. */
const STEM_CUT = 3;
const CUT_FROM = 7;

function termExpression({ words, isPrefix }: Term, completions: Completions): string {
  const phrase = `"${words.join(' ')}"`;
  if (!isPrefix) return phrase;
  const [only] = words;
  if (words.length > 1 || only === undefined) return `${phrase} *`;
  const alternatives = [phrase, `${phrase} *`, ...completions.map((word) => `"${word}"`)];
  if (only.length >= CUT_FROM) alternatives.push(`"${only.slice(0, -STEM_CUT)}" *`);
  return `(${alternatives.join(' OR ')})`;
}

export interface MatchOptions {
  isEvery: boolean;
  completions: Completions;
  /** Words of a speaker's name. */
  speaker: string[];
  /** Of which words of `scope` one has to be there; [] for any. */
  scope: string[][];
}

/** All that a passage has to hold, as one expression over the columns of the index. */
export function matchExpression(
  terms: Term[],
  { isEvery, completions, speaker, scope }: MatchOptions,
): string {
  const wanted = terms.map((term) => termExpression(term, completions));
  const parts = [`text : (${wanted.join(isEvery ? ' AND ' : ' OR ')})`];
  if (speaker.length > 0) {
    parts.push(`speaker : (${speaker.map((word) => `"${word}" *`).join(' AND ')})`);
  }
  for (const tokens of scope) parts.push(`scope : (${tokens.map((t) => `"${t}"`).join(' OR ')})`);
  return parts.join(' AND ');
}

/** Translates terms into FTS5 syntax. Words contain only letters and digits, so nothing needs escaping. */
import type { Term } from './query.ts';
import { porterStem } from './words.ts';

/** Words that start with the last word of the query, so that their stems match too. */
export type Completions = readonly string[];

/** A prefix may be longer than the stem of its word: `negotiati` and `negoti`. */
const STEM_CUT = 3;
const CUT_FROM = 7;

function termExpression(
  { words, isPrefix }: Term,
  { completions, withStems }: Pick<MatchOptions, 'completions' | 'withStems'>,
): string {
  const phrase = `"${words.join(' ')}"`;
  if (!isPrefix) return phrase;
  const [only] = words;
  if (words.length > 1 || only === undefined) return `${phrase} *`;
  const alternatives = [phrase, ...completions.map((word) => `"${word}"`)];
  // FTS5 stems the prefix, too.
  if (withStems || porterStem(only) === only) alternatives.push(`${phrase} *`);
  if (withStems && only.length >= CUT_FROM) alternatives.push(`"${only.slice(0, -STEM_CUT)}" *`);
  return `(${alternatives.join(' OR ')})`;
}

export interface MatchOptions {
  isEvery: boolean;
  completions: Completions;
  /** Whether a prefix also matches shorter stems, and so other words. */
  withStems: boolean;
  /** Words of a speaker's name. */
  speaker: string[];
  /** One word of each list in `scope` must match; [] for any. */
  scope: string[][];
}

/** Returns everything a passage must contain, as one expression over the index's columns. */
export function matchExpression(
  terms: Term[],
  { isEvery, speaker, scope, ...completing }: MatchOptions,
): string {
  const wanted = terms.map((term) => termExpression(term, completing));
  const parts = [`text : (${wanted.join(isEvery ? ' AND ' : ' OR ')})`];
  if (speaker.length > 0) {
    parts.push(`speaker : (${speaker.map((word) => `"${word}" *`).join(' AND ')})`);
  }
  for (const tokens of scope) parts.push(`scope : (${tokens.map((t) => `"${t}"`).join(' OR ')})`);
  return parts.join(' AND ');
}

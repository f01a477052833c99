/**
 * Pairs the words of a statement with those of the sentences it rests on, and detects words that have changed
 * places and things in the place of other ones.
 */
import { SELDOM_NOUNS } from '../retrieval/seldom-nouns.ts';
import { rarityOf, type WordVectors } from '../retrieval/word-vectors.ts';
import { topicStems } from '../retrieval/words.ts';
import { type Clause, clausesOf } from './clauses.ts';
import type { Grounds } from './grounds.ts';
import type { Similarity } from './similar-words.ts';
import { namesOf } from './support.ts';

export interface Alignment {
  /** The topic stems of the statement, in order. */
  stated: string[];
  /** Those of the sentences. */
  said: string[];
  /** For each stated one the index of its partner in `said`; -1 without one. */
  partners: number[];
}

/** Words this similar are partners. */
const ALIKE = 0.55;
/** Only so many words of either are compared. */
const MAX_WORDS = 120;

export function align(
  text: string,
  { sentence, allSpeakers }: Grounds,
  similarity: Similarity,
): Alignment {
  const speakers = namesOf(allSpeakers);
  const said = topicStems(sentence).slice(0, MAX_WORDS);
  const stated = topicStems(text)
    .filter((stem) => !speakers.has(stem) || said.includes(stem))
    .slice(0, MAX_WORDS);
  const partners = stated.map(() => -1);
  const taken = new Set<number>();
  for (const least of [1, ALIKE]) {
    for (const [at, stem] of stated.entries()) {
      if (partners[at] !== -1) continue;
      // Of several the one closest to the partner of the word before.
      const expected = (partners[at - 1] ?? -1) + 1;
      let best = -1;
      for (const [index, other] of said.entries()) {
        if (taken.has(index) || similarity(stem, other) < least) continue;
        if (best < 0 || Math.abs(index - expected) < Math.abs(best - expected)) best = index;
      }
      partners[at] = best;
      if (best >= 0) taken.add(best);
    }
  }
  return { stated, said, partners };
}

/** Words this far apart are equally far. */
const FAR = 4;
/** How much closer the words must come to their neighbours if two of them are exchanged. */
const LEAST_GAIN = 3;

/**
 * Whether two words have changed places: exchanged, both would stand beside the same words as in the sentence.
 * The passive reverses the order, but changes no distance.
 */
export function isExchanged({ stated, said, partners }: Alignment): boolean {
  const isOnce = (all: string[], stem: string | undefined) =>
    all.filter((other) => other === stem).length === 1;
  const places = partners.filter(
    (partner, at) => partner >= 0 && isOnce(stated, stated[at]) && isOnce(said, said[partner]),
  );
  const distance = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined ? 0 : Math.min(FAR, Math.abs(one - other));
  const around = (all: number[], at: number) =>
    distance(all[at - 1], all[at]) + distance(all[at], all[at + 1]);
  return places.some((one, i) =>
    places.some((other, j) => {
      if (j < i + 2) return false;
      const exchanged = places.with(i, other).with(j, one);
      const gained = around(places, i) - around(exchanged, i);
      const gainedToo = around(places, j) - around(exchanged, j);
      return gained > 0 && gainedToo > 0 && gained + gainedToo >= LEAST_GAIN;
    }),
  );
}

/** Whether two clauses of the statement both join words of the same two clauses: halves changed places. */
export function isMixed(text: string, quoted: string): boolean {
  const stated = clausesOf(text);
  const said = clausesOf(quoted);
  const joined = new Set<string>();
  return stated.some(({ stems }, here) => {
    const own = stems.filter((stem) => onlyIn(stated, stem) === here);
    const there = [...new Set(own.flatMap((stem) => onlyIn(said, stem) ?? []))].sort(
      (a, b) => a - b,
    );
    const pairs = there.flatMap((one, at) => there.slice(at + 1).map((other) => `${one} ${other}`));
    if (pairs.some((pair) => joined.has(pair))) return true;
    for (const pair of pairs) joined.add(pair);
    return false;
  });
}

/** Returns the only clause with this word; null if there is none or another one. */
function onlyIn(clauses: Clause[], stem: string): number | null {
  const [only, more] = clauses.flatMap(({ stems }, at) => (stems.includes(stem) ? [at] : []));
  return more === undefined ? (only ?? null) : null;
}

/** Words as common as 'person' stand for anything. */
const MEANT = 0.5;

/** Whether another thing stands where one was said, between the same words. */
export function isReplaced(
  { stated, said, partners }: Alignment,
  { around }: Grounds,
  similarity: Similarity,
  vectors: WordVectors | null,
): boolean {
  const taken = new Set(partners);
  const before = new Set(topicStems(around));
  const isThing = (stem: string) => !SELDOM_NOUNS.has(stem);
  const isLeft = (index: number) => {
    const stem = said[index];
    return stem !== undefined && !taken.has(index) && isThing(stem);
  };
  return stated.some((stem, at) => {
    if (vectors !== null && rarityOf(vectors, stem) < MEANT) return false;
    if (partners[at] !== -1 || /^\d/.test(stem) || before.has(stem) || !isThing(stem)) return false;
    if (said.some((other) => similarity(stem, other) >= ALIKE)) return false;
    const [left = -1, right = -1] = [partners[at - 1], partners[at + 1]];
    return left >= 0 && right === left + 2 && isLeft(left + 1);
  });
}

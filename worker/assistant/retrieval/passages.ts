/** Passages of about 200 words that end with a turn or a topic. */
import type { Sentence } from './sentences.ts';

export interface Passage {
  index: number;
  /** First sentence. */
  from: number;
  /** One past the last sentence. */
  to: number;
}

const MIN_WORDS = 120;
const TARGET_WORDS = 200;
const MAX_WORDS = 280;
/** Words on each side of a cut that are compared to detect a change of topic. */
const WINDOW_WORDS = 90;

/**
 * Cuts sentences into passages. Each cut is where, 120 to 280 words on, the words before and after
 * differ most, with small bonuses for the end of a turn and a typical length.
 */
export function* passagesIn(sentences: Sentence[], stems: string[][]): Generator<Passage> {
  for (let index = 0, from = 0; from < sentences.length; index++) {
    const to = bestCut(sentences, stems, from);
    yield { index, from, to };
    from = to;
  }
}

function bestCut(sentences: Sentence[], stems: string[][], from: number): number {
  let words = 0;
  let best = -1;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let cut = from + 1; cut < sentences.length; cut++) {
    words += sentences[cut - 1]?.words ?? 0;
    if (words < MIN_WORDS) continue;
    if (words > MAX_WORDS && best >= 0) return best;
    const endsTurn = sentences[cut]?.turn !== sentences[cut - 1]?.turn;
    const score =
      (endsTurn ? 0.08 : 0) -
      cohesion(sentences, stems, cut) -
      Math.abs(words - TARGET_WORDS) / (TARGET_WORDS * 8);
    if (score > bestScore) {
      bestScore = score;
      best = cut;
    }
  }
  const isShort = words + (sentences.at(-1)?.words ?? 0) < MAX_WORDS;
  return isShort || best < 0 ? sentences.length : best;
}

/** The cosine similarity of the words just before and after sentence `cut`, 0 to 1. */
export function cohesion(sentences: Sentence[], stems: string[][], cut: number): number {
  const before = new Map<string, number>();
  const after = new Map<string, number>();
  for (let index = cut - 1, words = 0; index >= 0 && words < WINDOW_WORDS; index--) {
    words += sentences[index]?.words ?? 0;
    count(before, stems[index]);
  }
  for (let index = cut, words = 0; index < sentences.length && words < WINDOW_WORDS; index++) {
    words += sentences[index]?.words ?? 0;
    count(after, stems[index]);
  }
  let dot = 0;
  for (const [stem, times] of before) dot += times * (after.get(stem) ?? 0);
  const norm = Math.sqrt(squares(before) * squares(after));
  return norm === 0 ? 0 : dot / norm;
}

function count(bag: Map<string, number>, stems: string[] | undefined): void {
  for (const stem of stems ?? []) bag.set(stem, (bag.get(stem) ?? 0) + 1);
}

function squares(bag: Map<string, number>): number {
  let sum = 0;
  for (const times of bag.values()) sum += times * times;
  return sum;
}

/** The indexes of the sentences in any of some ranges, each from its first to before its end. */
export const sentencesWithin = (ranges: Pick<Passage, 'from' | 'to'>[]): ReadonlySet<number> =>
  new Set(
    ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, by) => from + by)),
  );

/** Tells which words stand for each other: forms of one word, and words with a similar meaning. */
import { cosineOf, type WordVectors } from '../retrieval/word-vectors.ts';
import { isExact } from './figures.ts';

/**
 * How similar two stems are, 0 to 1.
 *
 * @param vectors without them only forms of a word are similar
 */
export type Similarity = (one: string, other: string) => number;

/** Unrelated words have a cosine below the first, words for the same thing one above the second. */
const UNRELATED = 0.2;
const SAME = 0.75;

export const similarityBy =
  (vectors: WordVectors | null): Similarity =>
  (one, other) => {
    if (one === other) return 1;
    if (/^\d/.test(one) || /^\d/.test(other)) return 0;
    if (isFormOf(one, other)) return 1;
    if (vectors === null || isExact(one) || isExact(other)) return 0;
    const share = (cosineOf(vectors, one, other) - UNRELATED) / (SAME - UNRELATED);
    return Math.max(0, Math.min(1, share));
  };

const LONGEST_ENDING = 4;
const SHORTEST_STEM = 3;
/** Two words that share at least this much are taken for forms of one word. */
const LONG_STEM = 5;

/** Forms of a word that the stemmer separates: 'growth' and 'grow', 'applied' and 'application'. */
function isFormOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let common = 0;
  while (common < short.length && short[common] === long[common]) common++;
  if (common < SHORTEST_STEM) return false;
  if (common >= LONG_STEM) return true;
  const ending = long.length - common;
  return common === short.length && ending <= (common === SHORTEST_STEM ? 2 : LONGEST_ENDING);
}

/** Words this similar may stand for each other. */
export const ALIKE = 0.95;

/**
 * Checks that the evidence supports a statement: how much of the statement is said near the quotation, and
 * how much of the quotation the statement tells. A paraphrase has much of both. A claim beside the point shares
 * its subject with the quotation, but neither says nor tells what is said of it.
 */

import { topicStems } from '../language/words.ts';
import { cosineOf, rarityOf, type WordVectors } from '../retrieval/word-vectors.ts';
import { withoutAttributions } from './attribution.ts';
import type { EvidenceContext } from './evidence-context.ts';
import { figuresIn, isQuantity } from './figures.ts';

/** How similar two stems are, 0 to 1. */
export type Similarity = (one: string, other: string) => number;

/** Unrelated words have a cosine below the first, words for the same thing one above the second. */
const UNRELATED = 0.2;
const SAME = 0.75;
/** Words this similar may stand for each other. */
export const INTERCHANGEABLE = 0.95;

/** @param vectors if null, only forms of the same word are similar */
export const similarityBy =
  (vectors: WordVectors | null): Similarity =>
  (one, other) => {
    if (one === other) return 1;
    if (isNumber(one) || isNumber(other)) return 0;
    if (isFormOf(one, other)) return 1;
    if (vectors === null) return 0;
    const share = (cosineOf(vectors, one, other) - UNRELATED) / (SAME - UNRELATED);
    return Math.max(0, Math.min(1, share));
  };

/** Words that share this beginning are forms of one word, also if their stems differ: 'applied', 'application'. */
const SAME_LETTERS = 5;

const isFormOf = (one: string, other: string) =>
  one.length >= SAME_LETTERS && one.slice(0, SAME_LETTERS) === other.slice(0, SAME_LETTERS);

/** Whether it begins with a digit. */
const isNumber = (stem: string) => stem >= '0' && stem < ':';

/** The least sum of both shares: the closest of 144 plausible claims about the samples reaches 1.40. */
const MIN_SUM = 1.41;
/** A statement that says only what was said may cover just this share of a quotation. */
const FULL_PRECISION = 0.95;
const MIN_RECALL = 0.3;

/** Words before the reason for something. */
const REASON = /\b(?:because(?: of)?|due to|thanks to|owing to|as a result of|caused by)\b/i;
/**
 * How much of a reason must be said near the quotation. Of the reasons in true statements that models wrote, one of 50
 * has less, of those in false ones three of ten.
 */
const LEAST_OF_REASON = 0.7;

/** Whether the evidence says what the statement says, and the statement tells enough of it. */
export function isSupported(
  text: string,
  context: EvidenceContext,
  similarity: Similarity,
  vectors: WordVectors | null,
): boolean {
  const { nearby, nearbyAndBefore, quotation } = context;
  const all = stemsOf(withoutAttributions(text, context));
  const near = stemsOf(nearby);
  const before = new Set(stemsOf(nearbyAndBefore));
  const closest = (stem: string, others: string[]) =>
    others.includes(stem)
      ? 1
      : others.reduce((best, other) => Math.max(best, similarity(stem, other)), 0);
  const share = (stems: string[], similarityOf: (stem: string) => number) => {
    let held = 0;
    let total = 0;
    for (const stem of stems) {
      const weight = rarityOf(vectors, stem);
      held += weight * similarityOf(stem);
      total += weight;
    }
    return total === 0 ? 0 : held / total;
  };
  const precision = share(
    all,
    // The subject may be named only before the quotation. The figures have been checked already.
    (stem) => (before.has(stem) || isNumber(stem) ? 1 : closest(stem, near)),
  );
  const isHeard = (stem: string) => closest(stem, near);
  const reasons = text.split(REASON).slice(1);
  if (reasons.some((reason) => share(stemsOf(reason), isHeard) < LEAST_OF_REASON)) return false;
  const recall = share(stemsOf(quotation), (stem) => closest(stem, all));
  return precision + recall >= MIN_SUM || (precision >= FULL_PRECISION && recall >= MIN_RECALL);
}

/** Returns the stems of topic words, and figures by their value. */
function stemsOf(text: string): string[] {
  const words = topicStems(text.replaceAll('%', ' percent ')).filter((stem) => !isNumber(stem));
  const figures = figuresIn(text).filter(isQuantity);
  return [...new Set([...words, ...figures.map(({ value }) => String(value))])];
}

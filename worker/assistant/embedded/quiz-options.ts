/** The options of a quiz question: which wrong ones are as likely to be chosen as the right one. */
import { cachedBy } from '../../platform/cached-by.ts';
import { topicStems } from '../language/words.ts';
import { sentenceVectorsIn } from '../retrieval/sentence-vectors.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { dotProduct, type WordVectors } from '../retrieval/word-vectors.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';

export interface Option {
  text: string;
  /** The text without punctuation, by which texts are compared. */
  bare: string;
  /** What it is made of. */
  sentence: Sentence;
  /** Whether a wrong one fits what the question gives away better than the right one. */
  isBetter?: boolean;
}

/** What texts mean, each computed once: every end is compared with all others. */
const meaningsOfTexts = cachedBy((index: TranscriptIndex, vectors: WordVectors) => {
  const analysis = new Map<string, Float32Array | null>();
  return (text: string): Float32Array | null => {
    const before = analysis.get(text);
    if (before !== undefined) return before;
    const stems = topicStems(text).map((stem): [string, number] => [stem, 1]);
    const meaning = sentenceVectorsIn(index, vectors).of(stems);
    analysis.set(text, meaning);
    return meaning;
  };
});

/** Marks the options closer in meaning to what the question reveals than the right one is. */
export function markBetterFits(
  { index, vectors }: EpisodeAnalysis,
  about: string,
  right: string,
  options: Option[],
) {
  const meaningOf = (text: string) => vectors && meaningsOfTexts(index, vectors)(text);
  const given = meaningOf(about);
  const fitOf = (text: string) => {
    const meaning = given && meaningOf(text);
    return meaning ? dotProduct(given, meaning) : 0;
  };
  const fit = fitOf(right);
  return options.map((option) => ({ ...option, isBetter: fitOf(option.text) > fit }));
}

/** The most words of an option. */
export const MOST_WORDS = 30;

export const areAsLong = (words: number, right: number) =>
  Math.abs(words - right) <= Math.max(2, right * 0.35);

/** How many wrong options are tried that fit the question better than the right one, and as many that fit it worse. */
const TRIED = 6;

type Compared = Pick<Option, 'text' | 'isBetter'>;

/**
 * Returns three wrong options, of which `better` fit the question better than the right one and about `closer` share more
 * words with the others; none if there are too few.
 */
export function chooseDistractors<T extends Compared>(
  right: Compared & { better: number; closer: number },
  wrong: T[],
): T[] {
  const better = wrong.filter(({ isBetter }) => isBetter).slice(0, TRIED);
  const worse = wrong.filter(({ isBetter }) => !isBetter).slice(0, TRIED);
  const stems = new Map(
    [right, ...better, ...worse].map((one): [Compared, Set<string>] => [
      one,
      new Set(topicStems(one.text)),
    ]),
  );
  const common = (one: Compared, other: Compared) =>
    [...(stems.get(one) ?? [])].filter((stem) => stems.get(other)?.has(stem)).length;
  const offBy = (three: T[]) => {
    const all = [right, ...three];
    const [own = 0, ...others] = all.map((one) =>
      all.reduce((sum, other) => (other === one ? sum : sum + common(one, other)), 0),
    );
    const closer = others.filter((other) => other > own).length;
    const asClose = others.filter((other) => other === own).length;
    return Math.abs(closer + asClose / 2 - right.closer);
  };
  let best: T[] = [];
  for (const some of subsetsOf(better, right.better)) {
    for (const others of subsetsOf(worse, 3 - right.better)) {
      const three = [...some, ...others];
      if (best.length === 0 || offBy(three) < offBy(best)) best = three;
    }
  }
  return best;
}

function subsetsOf<T>(all: T[], size: number): T[][] {
  if (size === 0) return [[]];
  return all.flatMap((one, at) =>
    subsetsOf(all.slice(at + 1), size - 1).map((rest) => [one, ...rest]),
  );
}

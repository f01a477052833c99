/**
 * Ranks passages. A passage's score combines BM25 over its stems, words and speakers, words of similar
 * meaning, the sentence that says most of the question, and the closest sentences in meaning.
 */

import { wordsOf } from '../language/words.ts';
import { type Question, topicTerms } from './question.ts';
import { sentenceVectorsIn, similarStems } from './sentence-vectors.ts';
import {
  type PassageTerms,
  passageRarity,
  type TranscriptIndex,
  termRarity,
} from './transcript-index.ts';
import { dotProduct, termSpecificity, type WordVectors } from './word-vectors.ts';

/** The weights of the signals, tuned on the tuning half of `npm run bench:assistant`. */
const WEIGHTS = {
  k1: 1.2,
  b: 0.4,
  /** A word as the question has it, relative to its stem. Small words count: 'before', 'not', 'how many'. */
  asAsked: 0.6,
  /** A word of similar meaning, times the square of its similarity, relative to the word itself. */
  similar: 0.5,
  /** A neighbour's share, which decreases with distance. */
  neighbour: 0.45,
  neighbours: 4,
  /** The penalty if the requested speaker says nothing in a passage. */
  speaker: 0.6,
  /** The penalty of the opening, which mentions every topic without saying anything about it. */
  opening: 0.45,
  /** The meaning of a passage's closest sentences, relative to its words. */
  meaning: 0.5,
  /** The sentence that says most of the question, relative to its words. */
  coverage: 0.5,
};

/** Scores each passage, by index. */
export function scorePassages(
  index: TranscriptIndex,
  question: Question,
  vectors: WordVectors | null = null,
): number[] {
  const own = index.passages.map(() => 0);
  for (const [stem, weight] of question.terms) {
    addTerm(index.passageStems, stem, weight, own);
    for (const [other, share] of similarStems(index, vectors, stem)) {
      if (!question.terms.has(other))
        addTerm(index.passageStems, other, WEIGHTS.similar * share ** 2 * weight, own);
    }
  }
  for (const word of wordsOf(question.text))
    addTerm(index.passageWords, word, WEIGHTS.asAsked, own);
  let scores = withNeighbours(own);
  if (question.speakers.length > 0) {
    const shares = speakerShares(index, question.speakers);
    scores = scores.map(
      (score, i) => score * (1 - WEIGHTS.speaker * (1 - Math.min(1, (shares[i] ?? 0) * 2))),
    );
  }
  scores = scores.map((score, i) => score * (1 - WEIGHTS.opening * Math.exp(-i / 2)));
  return vectors === null ? scores : withMeanings(index, question, vectors, scores);
}

function addTerm(terms: PassageTerms, term: string, weight: number, scores: number[]): void {
  const { k1, b } = WEIGHTS;
  const termWeight = weight * termRarity(terms, term) * (k1 + 1);
  for (const [passage, count] of terms.counts.get(term) ?? []) {
    const length = (terms.lengths[passage] ?? 0) / terms.averageLength;
    scores[passage] =
      (scores[passage] ?? 0) + (termWeight * count) / (count + k1 * (1 - b + b * length));
  }
}

function withNeighbours(scores: number[]): number[] {
  return scores.map((score, index) => {
    let sum = score;
    let share = WEIGHTS.neighbour;
    for (let step = 1; step <= WEIGHTS.neighbours; step++, share *= WEIGHTS.neighbour) {
      sum += share * ((scores[index - step] ?? 0) + (scores[index + step] ?? 0));
    }
    return sum;
  });
}

/** Returns these speakers' share of each passage's topic words. */
function speakerShares(index: TranscriptIndex, speakers: string[]): number[] {
  const asked = new Set(speakers);
  return index.passages.map(({ from, to }) => {
    let theirs = 0;
    let all = 10;
    for (let i = from; i < to; i++) {
      const words = index.stems[i]?.length ?? 0;
      all += words;
      if (asked.has(index.sentences[i]?.speaker ?? '')) theirs += words;
    }
    return theirs / all;
  });
}

/**
 * Adds meaning and coverage, each scaled by its variation. The unit is between how much the scores of the
 * words vary and how much they would if the transcript used the question's words: if it hardly does, they
 * vary by chance, and the meaning decides.
 */
function withMeanings(
  index: TranscriptIndex,
  question: Question,
  vectors: WordVectors,
  scores: number[],
): number[] {
  let possible = 0;
  for (const [stem, weight] of question.terms) possible += weight * passageRarity(index, stem);
  const unit = Math.sqrt((standardDeviation(scores) || 1) * USUAL_SPREAD * possible);
  const meaning = closeness(index, question, vectors);
  const covered = bestSentenceCoverage(index, question, vectors);
  const ofMeaning = (WEIGHTS.meaning * unit) / (standardDeviation(meaning) || 1);
  const ofCoverage = (WEIGHTS.coverage * unit) / (standardDeviation(covered) || 1);
  return scores.map(
    (score, i) => score + ofMeaning * (meaning[i] ?? 0) + ofCoverage * (covered[i] ?? 0),
  );
}

/** The median variation of the scores, relative to the rarity of the question's words (tuning half). */
const USUAL_SPREAD = 0.3;
/**
 * One sentence may be close by chance: with one, 39 % of the questions in other words (tuning half) have their
 * place among the first three, with two 40 %, with three or five 43 %.
 */
const CLOSEST_SENTENCES = 3;

/** Returns how similar in meaning to the question each passage's closest sentences are. */
function closeness(index: TranscriptIndex, { terms }: Question, vectors: WordVectors): number[] {
  const { sentences, of } = sentenceVectorsIn(index, vectors);
  const meaning = of(terms);
  return index.passages.map(({ from, to }) => {
    const alike: number[] = [];
    for (const said of sentences.slice(from, to))
      if (meaning && said) alike.push(dotProduct(meaning, said));
    const closest = alike.sort((a, b) => b - a).slice(0, CLOSEST_SENTENCES);
    return Math.max(
      0,
      closest.reduce((sum, value) => sum + value, 0) / Math.max(1, closest.length),
    );
  });
}

/** Standard deviation. */
function standardDeviation(values: number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length));
}

/** How well each sentence matches a stem: 1, or the similarity of its closest word. */
export function stemMatches(
  index: TranscriptIndex,
  stem: string,
  vectors: WordVectors | null,
): Float32Array {
  const said = new Float32Array(index.sentences.length);
  for (const [other, share] of [[stem, 1] as const, ...similarStems(index, vectors, stem)]) {
    for (const i of index.postings.get(other) ?? []) said[i] = Math.max(said[i] ?? 0, share);
  }
  return said;
}

/** How much of the question each passage says in one sentence, in these or similar words. */
function bestSentenceCoverage(
  index: TranscriptIndex,
  { terms }: Question,
  vectors: WordVectors,
): number[] {
  const covered = new Float32Array(index.sentences.length);
  for (const [stem, weight] of terms) {
    const termWeight = weight * termSpecificity(vectors, stem);
    const said = stemMatches(index, stem, vectors);
    for (let i = 0; i < said.length; i++)
      covered[i] = (covered[i] ?? 0) + termWeight * (said[i] ?? 0);
  }
  return mostInPassages(index, covered);
}

/** 0 to 1: the share of the question's topic that one passage says, in these or similar words. */
export const bestPassageCoverage = (
  index: TranscriptIndex,
  question: Question,
  vectors: WordVectors | null,
) => shareOf(index, question, vectors, (said) => mostInPassages(index, said));

/** The same of two neighbouring sentences. */
export const bestPairCoverage = (
  index: TranscriptIndex,
  question: Question,
  vectors: WordVectors | null,
) =>
  shareOf(index, question, vectors, (said) =>
    said.map((share, at) => Math.max(share, said[at + 1] ?? 0)),
  );

function shareOf(
  index: TranscriptIndex,
  question: Question,
  vectors: WordVectors | null,
  inUnits: (said: Float32Array) => ArrayLike<number>,
): number {
  const telling = topicTerms(question);
  const topic = telling.length > 0 ? telling : [...question.terms.keys()];
  const shares: number[] = [];
  let all = 1e-9;
  for (const stem of topic) {
    const termWeight = (question.terms.get(stem) ?? 0) * termSpecificity(vectors, stem);
    all += termWeight;
    const said = inUnits(stemMatches(index, stem, vectors));
    for (let unit = 0; unit < said.length; unit++)
      shares[unit] = (shares[unit] ?? 0) + termWeight * (said[unit] ?? 0);
  }
  return shares.reduce((most, share) => Math.max(most, share), 0) / all;
}

/** The highest value among each passage's sentences. */
const mostInPassages = (index: TranscriptIndex, values: Float32Array): number[] =>
  index.passages.map(({ from, to }) =>
    values.subarray(from, to).reduce((most, value) => Math.max(most, value), 0),
  );

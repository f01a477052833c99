/** Ranks passages by what a question asks: BM25, then what BM25 cannot see. */
import type { Question } from './question.ts';
import { rarity, type TranscriptIndex } from './transcript-index.ts';

/** How much each sign counts; found on meetings kept apart from those reported on. */
export interface RankingWeights {
  k1: number;
  b: number;
  /** A word related to one asked for, beside the word itself. */
  related: number;
  /** Two asked words near each other, in either order. */
  pair: number;
  /** A neighbour's share, falling with each step away. */
  neighbour: number;
  neighbours: number;
  /** How far a passage sinks in which the asked speaker says nothing. */
  speaker: number;
  /** How far the opening sinks: greetings name every topic and say nothing of it. */
  opening: number;
}

export const RANKING_WEIGHTS: RankingWeights = {
  k1: 1.2,
  b: 0.4,
  related: 0.2,
  pair: 0.4,
  neighbour: 0.5,
  neighbours: 4,
  speaker: 0.6,
  opening: 0.45,
};

const PAIR_WINDOW = 3;

/** A score for each passage, by its index; 0 where nothing asked for is near. */
export function scorePassages(
  index: TranscriptIndex,
  question: Question,
  weights: RankingWeights = RANKING_WEIGHTS,
): number[] {
  const own = termScores(index, withRelated(index, question, weights), weights);
  addPairs(index, question, weights, own);
  let scores = withNeighbours(own, weights);
  if (question.speakers.length > 0) {
    const share = speakerShares(index, question.speakers);
    scores = scores.map(
      (score, at) => score * (1 - weights.speaker * (1 - Math.min(1, (share[at] ?? 0) * 2))),
    );
  }
  return scores.map((score, at) => score * (1 - weights.opening * Math.exp(-at / 2)));
}

/** The asked terms and those related to them, with their weights. */
function withRelated(
  index: TranscriptIndex,
  question: Question,
  weights: RankingWeights,
): Map<string, number> {
  const terms = new Map(question.terms);
  for (const [stem, others] of question.related) {
    // A word the transcript never uses leaves more of its weight to those related to it.
    const most = index.passageCounts.has(stem) ? weights.related : weights.related * 2;
    for (const [other, near] of others) {
      const share = most * near;
      if (!question.terms.has(other)) terms.set(other, Math.max(terms.get(other) ?? 0, share));
    }
  }
  return terms;
}

function termScores(
  index: TranscriptIndex,
  terms: Map<string, number>,
  { k1, b }: RankingWeights,
): number[] {
  const scores = index.passages.map(() => 0);
  for (const [stem, weight] of terms) {
    const counts = index.passageCounts.get(stem);
    if (counts === undefined) continue;
    const worth = weight * rarity(index, stem) * (k1 + 1);
    for (const [passage, count] of counts) {
      const length = (index.passageLengths[passage] ?? 0) / index.averagePassageLength;
      scores[passage] =
        (scores[passage] ?? 0) + (worth * count) / (count + k1 * (1 - b + b * length));
    }
  }
  return scores;
}

function addPairs(
  index: TranscriptIndex,
  { sequence }: Question,
  weights: RankingWeights,
  scores: number[],
): void {
  for (let at = 0; at + 1 < sequence.length; at++) {
    const first = sequence[at] ?? '';
    const second = sequence[at + 1] ?? '';
    if (first === second) continue;
    const worth = weights.pair * Math.min(rarity(index, first), rarity(index, second));
    for (const [passage, count] of pairCounts(index, first, second)) {
      scores[passage] =
        (scores[passage] ?? 0) + (worth * count * (weights.k1 + 1)) / (count + weights.k1);
    }
  }
}

function pairCounts(index: TranscriptIndex, first: string, second: string): Map<number, number> {
  const withSecond = new Set(index.postings.get(second));
  const counts = new Map<number, number>();
  let passage = 0;
  for (const sentence of index.postings.get(first) ?? []) {
    if (!withSecond.has(sentence)) continue;
    while ((index.passages[passage]?.to ?? Number.POSITIVE_INFINITY) <= sentence) passage++;
    const near = nearPairs(index.stems[sentence] ?? [], first, second);
    if (near > 0) counts.set(passage, (counts.get(passage) ?? 0) + near);
  }
  return counts;
}

/** How often two stems stand within a few words of each other. */
export function nearPairs(stems: string[], first: string, second: string): number {
  let count = 0;
  stems.forEach((stem, at) => {
    if (stem !== first) return;
    const near = stems.slice(Math.max(0, at - PAIR_WINDOW), at + PAIR_WINDOW + 1);
    if (near.includes(second)) count++;
  });
  return count;
}

function withNeighbours(scores: number[], { neighbour, neighbours }: RankingWeights): number[] {
  return scores.map((score, at) => {
    let sum = score;
    let share = neighbour;
    for (let step = 1; step <= neighbours; step++, share *= neighbour) {
      sum += share * ((scores[at - step] ?? 0) + (scores[at + step] ?? 0));
    }
    return sum;
  });
}

/** The share of each passage's topic words said by these speakers. */
function speakerShares(index: TranscriptIndex, speakers: string[]): number[] {
  const asked = new Set(speakers);
  return index.passages.map(({ from, to }) => {
    let theirs = 0;
    let all = 10;
    for (let at = from; at < to; at++) {
      const words = index.stems[at]?.length ?? 0;
      all += words;
      if (asked.has(index.sentences[at]?.speaker ?? '')) theirs += words;
    }
    return theirs / all;
  });
}

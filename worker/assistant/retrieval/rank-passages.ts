/**
 * Ranks passages. A passage's score combines BM25 over its stems, words and speakers, words of similar
 * meaning, the sentence that says most of the question, and the closest sentences in meaning.
 */
import { meaningsIn, similarIn } from './meanings.ts';
import { type Question, tellingTerms } from './question.ts';
import {
  type PassageTerms,
  rarity,
  rarityAmong,
  type TranscriptIndex,
} from './transcript-index.ts';
import { frequencyOf, likeness, type WordVectors } from './word-vectors.ts';
import { wordsOf } from './words.ts';

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
    for (const [other, share] of similarIn(index, vectors, stem)) {
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
  const worth = weight * rarityAmong(terms, term) * (k1 + 1);
  for (const [passage, count] of terms.counts.get(term) ?? []) {
    const length = (terms.lengths[passage] ?? 0) / terms.averageLength;
    scores[passage] =
      (scores[passage] ?? 0) + (worth * count) / (count + k1 * (1 - b + b * length));
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
  for (const [stem, weight] of question.terms) possible += weight * rarity(index, stem);
  const unit = Math.sqrt((spread(scores) || 1) * USUAL_SPREAD * possible);
  const meaning = closeness(index, question, vectors);
  const covered = coverage(index, question, vectors);
  const ofMeaning = (WEIGHTS.meaning * unit) / (spread(meaning) || 1);
  const ofCoverage = (WEIGHTS.coverage * unit) / (spread(covered) || 1);
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
  const { sentences, of } = meaningsIn(index, vectors);
  const meaning = of(terms);
  return index.passages.map(({ from, to }) => {
    const alike: number[] = [];
    for (const said of sentences.slice(from, to))
      if (meaning && said) alike.push(likeness(meaning, said));
    const closest = alike.sort((a, b) => b - a).slice(0, CLOSEST_SENTENCES);
    return Math.max(
      0,
      closest.reduce((sum, value) => sum + value, 0) / Math.max(1, closest.length),
    );
  });
}

/** Standard deviation. */
function spread(values: number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length));
}

/** How well each sentence says a stem: 1, or how close in meaning the closest of its words is. */
export function saidAt(
  index: TranscriptIndex,
  stem: string,
  vectors: WordVectors | null,
): Float32Array {
  const said = new Float32Array(index.sentences.length);
  for (const [other, share] of [[stem, 1] as const, ...similarIn(index, vectors, stem)]) {
    for (const i of index.postings.get(other) ?? []) said[i] = Math.max(said[i] ?? 0, share);
  }
  return said;
}

/** Common words show nothing, and a rare one that the episode lacks shows that it is about something else. */
const rarityInEnglish = (vectors: WordVectors | null, stem: string): number =>
  vectors === null ? 1 : Math.log(frequencyOf(vectors, stem)) ** 2;

/** How much of the question each passage says in one sentence, in these or similar words. */
function coverage(index: TranscriptIndex, { terms }: Question, vectors: WordVectors): number[] {
  const covered = new Float32Array(index.sentences.length);
  for (const [stem, weight] of terms) {
    const worth = weight * rarityInEnglish(vectors, stem);
    const said = saidAt(index, stem, vectors);
    for (let i = 0; i < said.length; i++) covered[i] = (covered[i] ?? 0) + worth * (said[i] ?? 0);
  }
  return mostInPassages(index, covered);
}

/** 0 to 1: the share of the question's topic that one passage says, in these or similar words. */
export const shareSaid = (
  index: TranscriptIndex,
  question: Question,
  vectors: WordVectors | null,
) => shareOf(index, question, vectors, (said) => mostInPassages(index, said));

/** The same of two neighbouring sentences. */
export const shareSaidTogether = (
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
  const telling = tellingTerms(question);
  const topic = telling.length > 0 ? telling : [...question.terms.keys()];
  const shares: number[] = [];
  let all = 1e-9;
  for (const stem of topic) {
    const worth = (question.terms.get(stem) ?? 0) * rarityInEnglish(vectors, stem);
    all += worth;
    const said = inUnits(saidAt(index, stem, vectors));
    for (let unit = 0; unit < said.length; unit++)
      shares[unit] = (shares[unit] ?? 0) + worth * (said[unit] ?? 0);
  }
  return shares.reduce((most, share) => Math.max(most, share), 0) / all;
}

/** The highest value among each passage's sentences. */
const mostInPassages = (index: TranscriptIndex, values: Float32Array): number[] =>
  index.passages.map(({ from, to }) =>
    values.subarray(from, to).reduce((most, value) => Math.max(most, value), 0),
  );

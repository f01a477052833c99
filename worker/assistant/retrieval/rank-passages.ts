/**
 * Ranks passages and sentences. A passage's score combines BM25 over its stems, words and speakers, words
 * of similar meaning, the sentence that says most of the question, and the closest sentences in meaning. A
 * sentence's score is the share of the question in and around it, weighted by its passage.
 */
import { ASKS_CONDITION, CONDITION, COUNT, HOLDS, REFERENCES } from './language.ts';
import { meaningsIn } from './meanings.ts';
import { NAME_WEIGHT, type Question, SIMILAR_FROM, similarIn, tellingTerms } from './question.ts';
import {
  type PassageTerms,
  rarity,
  rarityAmong,
  sentenceRarity,
  type TranscriptIndex,
} from './transcript-index.ts';
import { frequencyOf, likeness, type WordVectors } from './word-vectors.ts';
import { stemOf, wordsOf } from './words.ts';

/** The weights of the signals, tuned on the tuning half of `npm run bench:assistant`. */
const WEIGHTS = {
  k1: 1.2,
  b: 0.4,
  /** A word as the question has it, relative to its stem. Small words count: 'before', 'not', 'how many'. */
  asAsked: 0.6,
  /** A word of similar meaning, relative to the word itself. */
  near: 0.25,
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
  /**
   * The factor for a number right before what is counted. Tuned on half of Spoken-SQuAD's articles, where
   * 71 % of answers to 'how many' hold the right one instead of 66; 74 % instead of 71 in the other half.
   */
  counts: 1.6,
  /** The factor for 'X is …' if the question is what X is. */
  defines: 1.6,
};
/** How many words after a number the counted noun may stand. */
const COUNT_WINDOW = 3;

/** Scores each passage, by index. */
export function scorePassages(
  index: TranscriptIndex,
  question: Question,
  vectors: WordVectors | null = null,
): number[] {
  const own = index.passages.map(() => 0);
  for (const [stem, weight] of termsAndNear(index, question))
    addTerm(index.passageStems, stem, weight, own);
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

/** Returns the query terms and similar ones, with weights. */
function termsAndNear(index: TranscriptIndex, question: Question): Map<string, number> {
  const terms = new Map(question.terms);
  for (const [stem, others] of question.near) {
    // If the transcript never uses a word, similar ones get more of its weight.
    const most = index.passageStems.counts.has(stem) ? WEIGHTS.near : WEIGHTS.near * 2;
    const weight = question.terms.get(stem) ?? 0;
    for (const [other, share] of others) {
      if (question.terms.has(other)) continue;
      terms.set(other, Math.max(terms.get(other) ?? 0, most * share * weight));
    }
  }
  return terms;
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
    const alike = sentences
      .slice(from, to)
      .flatMap((said) => (meaning && said ? [likeness(meaning, said)] : []))
      .sort((a, b) => b - a)
      .slice(0, CLOSEST_SENTENCES);
    return Math.max(0, alike.reduce((sum, value) => sum + value, 0) / Math.max(1, alike.length));
  });
}

/** How much of the question each passage says in one sentence, in these or similar words. */
function coverage(index: TranscriptIndex, { terms }: Question, vectors: WordVectors): number[] {
  const places = (stem: string) => index.postings.get(stem) ?? [];
  const { held } = saidBy(index, [...terms], vectors, places, SIMILAR_FROM);
  return index.passages.map(({ from, to }) => {
    let most = 0;
    for (let i = from; i < to; i++) most = Math.max(most, held.get(i) ?? 0);
    return most;
  });
}

/** Standard deviation. */
function spread(values: number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length));
}

export interface FoundSentence {
  sentence: number;
  score: number;
}

/** How much evidence a word of similar meaning provides. */
const NEAR_EVIDENCE = 1.1;
/** The weight of preceding sentences, which a sentence refers or replies to. */
const AFTER = [0.75, 0.55, 0.4];
const BEFORE = [0.5, 0.3];
/**
 * The part of a sentence's score that doesn't depend on its passage. The rest grows with the square of the
 * passage's score, as a sentence with the question's words in a poor passage shares them by chance.
 */
const ANYWHERE = 0.4;
/** Questions for one of these need an answer that contains it. */
export const FACTS = new Set(['money', 'span', 'figure', 'time', 'person']);
const ASKS_ITSELF = /\?["'”’)\]]*$/;

/** Returns all sentences near something relevant, best first. */
export function findSentences(
  index: TranscriptIndex,
  question: Question,
  vectors: WordVectors | null = null,
): FoundSentence[] {
  const passageScores = scorePassages(index, question, vectors);
  const bestPassage = passageScores.reduce((most, value) => Math.max(most, value), 1e-9);
  const count = index.sentences.length;
  const score = new Float64Array(count);
  let all = 1e-9;
  for (const [stem, weight] of question.terms) {
    const worth = weight * sentenceRarity(index, stem);
    all += worth;
    const said = saidAt(index, question, stem);
    for (let i = 0; i < count; i++) {
      let most = said[i] ?? 0;
      AFTER.forEach((share, step) => {
        most = Math.max(most, share * (said[i - step - 1] ?? 0));
      });
      BEFORE.forEach((share, step) => {
        most = Math.max(most, share * (said[i + step + 1] ?? 0));
      });
      score[i] = (score[i] ?? 0) + worth * most;
    }
  }
  const found: FoundSentence[] = [];
  for (const passage of index.passages) {
    const place = (passageScores[passage.index] ?? 0) / bestPassage;
    const prior = ANYWHERE + (1 - ANYWHERE) * place ** 2;
    for (let i = passage.from; i < passage.to; i++) {
      const own = score[i] ?? 0;
      if (own === 0 && place < 1) continue;
      const fit = prior * fitOf(index, question, i);
      found.push({ sentence: i, score: (own + 0.05 * all) * fit });
    }
  }
  return found.sort((a, b) => b.score - a.score || a.sentence - b.sentence);
}

/** Sentences around one that may contain what it refers to. */
const AROUND = { before: 2, after: 3 };
const FRAME_WEIGHT = 0.3;

/** 0 to 1: the share of the question, weighted by rarity, that occurs in or near these sentences. */
export function evidenceIn(
  index: TranscriptIndex,
  question: Question,
  places: { sentence: number }[],
): number {
  const telling = [...question.terms].filter(([, weight]) => weight > FRAME_WEIGHT);
  const said = new Set(
    places.flatMap(({ sentence }) =>
      index.stems.slice(Math.max(0, sentence - AROUND.before), sentence + AROUND.after + 1).flat(),
    ),
  );
  let all = 1e-9;
  let held = 0;
  for (const [stem, weight] of telling.length > 0 ? telling : question.terms) {
    const worth = weight * sentenceRarity(index, stem);
    const near = (question.near.get(stem) ?? []).filter(([other]) => said.has(other));
    const nearest = near.reduce((most, [, share]) => Math.max(most, share), 0);
    all += worth;
    held += worth * (said.has(stem) ? 1 : Math.min(0.8, nearest * NEAR_EVIDENCE));
  }
  return held / all;
}

/** Only words at least this close answer in the place of a missing one. */
const SAID_FROM = 0.45;

/**
 * 0 to 1: the share of the question's topic that one passage says. A word that is not there counts by how
 * close in meaning the closest one is.
 */
export function shareSaid(
  index: TranscriptIndex,
  { terms }: Question,
  vectors: WordVectors | null,
): number {
  const telling = [...terms].filter(([, weight]) => weight > FRAME_WEIGHT);
  const asked = telling.length > 0 ? telling : [...terms];
  const places = (stem: string) => index.passageStems.counts.get(stem)?.keys() ?? [];
  const { held, all } = saidBy(index, asked, vectors, places, SAID_FROM);
  return [...held.values()].reduce((most, value) => Math.max(most, value), 0) / all;
}

/** What a name weighs beside other words of a question. */
const NAMED = 2;

/**
 * Sums up the terms that each place says, similar words by their cosine above `from`. The rarer a word is
 * in English, the more it weighs: common words show nothing, and a rare one that the episode lacks shows
 * that it is about something else.
 */
function saidBy(
  index: TranscriptIndex,
  terms: [stem: string, weight: number][],
  vectors: WordVectors | null,
  places: (stem: string) => Iterable<number>,
  from: number,
): { held: Map<number, number>; all: number } {
  const held = new Map<number, number>();
  let all = 1e-9;
  for (const [stem, weight] of terms) {
    // A name has no other words: who asks about Lisbon is not answered by Madrid.
    const isName = weight === NAME_WEIGHT;
    const rare = vectors === null ? 1 : Math.log(frequencyOf(vectors, stem)) ** 2;
    const worth = weight * rare * (isName ? NAMED : 1);
    all += worth;
    const said = new Map<number, number>();
    const similar = vectors && !isName ? similarIn(index, vectors, stem) : [];
    for (const [other, cosine] of [[stem, 1] as const, ...similar]) {
      const share = (cosine - from) / (1 - from);
      // The closest come first.
      if (share <= 0) break;
      for (const place of places(other)) if (!said.has(place)) said.set(place, share);
    }
    for (const [place, share] of said) held.set(place, (held.get(place) ?? 0) + worth * share);
  }
  return { held, all };
}

/** How well each sentence matches a term: 1, less for a word of similar meaning. */
function saidAt(index: TranscriptIndex, { near }: Question, stem: string): Float32Array {
  const said = new Float32Array(index.sentences.length);
  for (const [other, share] of near.get(stem) ?? []) {
    const truly = Math.min(0.8, share * NEAR_EVIDENCE);
    for (const i of index.postings.get(other) ?? []) said[i] = Math.max(said[i] ?? 0, truly);
  }
  for (const i of index.postings.get(stem) ?? []) said[i] = 1;
  return said;
}

/** Whether a sentence contains the requested kind of fact. */
export function holdsAnswer({ text: asked, asks }: Question, text: string): boolean {
  if (asks === 'time' && ASKS_CONDITION.test(asked) && CONDITION.test(text)) return true;
  if (asks === 'figure') return HOLDS.figure.test(text.replace(REFERENCES, ''));
  if (asks !== 'person') return HOLDS[asks].test(text);
  // A name in the question is no answer to it.
  const given = new Set(wordsOf(asked));
  const others = text.replace(/\p{Lu}[\p{L}'’-]*/gu, (name) =>
    given.has(name.toLowerCase()) ? name.toLowerCase() : name,
  );
  return HOLDS.person.test(others);
}

/** Whether a text has a number right before what the question wants counted. */
function hasCount({ counted }: Question, text: string): boolean {
  if (counted.length === 0) return false;
  const words = wordsOf(text);
  return words.some(
    (word, i) =>
      COUNT.test(word) &&
      words.slice(i + 1, i + 1 + COUNT_WINDOW).some((next) => counted.includes(stemOf(next))),
  );
}

const BEING = new Set(['is', 'are', 'was', 'were', 'means', 'refers', 'stands']);
const CALLING = new Set(['called', 'named', 'term', 'word']);

/** Whether a text says what the topic of the question is: 'a fork is …', '… is called a fork'. */
function defines(question: Question, text: string): boolean {
  if (question.asks !== 'definition') return false;
  const topic = new Set(tellingTerms(question));
  const words = wordsOf(text);
  return words.some(
    (word, i) =>
      topic.has(stemOf(word)) &&
      (BEING.has(words[i + 1] ?? '') ||
        words.slice(Math.max(0, i - 3), i).some((w) => CALLING.has(w))),
  );
}

/** How well a sentence is suited as an answer, whatever its topic. */
function fitOf(index: TranscriptIndex, question: Question, i: number): number {
  const { speakers } = question;
  const sentence = index.sentences[i];
  if (sentence === undefined) return 0;
  let fit = 1;
  if (hasCount(question, sentence.text)) fit *= WEIGHTS.counts;
  if (defines(question, sentence.text)) fit *= WEIGHTS.defines;
  if (ASKS_ITSELF.test(sentence.text)) fit *= 0.35;
  if (speakers.length > 0 && !speakers.includes(sentence.speaker ?? '')) fit *= 0.65;
  return fit;
}

/** Finds the sentences that answer a question, and says how much of it they cover. */
import { holds, isStrict } from './asked-for.ts';
import { contextOf } from './context-of.ts';
import { fitness, kindIn } from './fitness.ts';
import type { Question } from './question.ts';
import { nearPairs, scorePassages } from './rank-passages.ts';
import { sentenceRarity, type TranscriptIndex } from './transcript-index.ts';
import { topicStems } from './words.ts';

export interface FoundSentence {
  sentence: number;
  score: number;
  /** 0 to 1: share of what is asked for, by how telling each word is, said in it or near it. */
  evidence: number;
  /** The same, with related words for asked ones: it may be said so, in other words. */
  likeness: number;
  /** 0 to 1: whether it holds the kind of thing asked for: a figure, a name, a reason. */
  kind: number;
  /** Share of the asked words, however common, that it says itself or replies to. */
  held: number;
  /** False where what is to be counted is not spoken of: four interviews are no employees. */
  counts: boolean;
  /** True where an asked word is said in it, or in the question it replies to. */
  touches: boolean;
}

/** It surely holds the figure or time that was asked for. */
const SURE_KIND = 0.9;
/** A word said anywhere in the passage. */
const IN_PASSAGE = 0.22;
/** A word said so near counts as held. */
const HELD_AROUND = 0.4;
/** Context counts for less in order than as evidence: a word close by is as good as said. */
const NEAR_IS_SAID = 1.4;
/** The host who asks for the same kind of thing has very likely asked the same thing. */
const SAME_KIND = 1.4;
/** What others say covers only half of a fact about one speaker. */
const OF_OTHERS = 0.5;
/** A common word never said may be asked in other words; a name never said may not. */
const UNSAID = 0.7;

/** All sentences worth a look, best first; those in `leaveOut` are not looked at. */
export function findSentences(
  index: TranscriptIndex,
  question: Question,
  leaveOut: ReadonlySet<number> = new Set(),
): FoundSentence[] {
  const passageScores = scorePassages(index, question);
  const bestPassage = Math.max(...passageScores, 1e-9);
  const terms = weighTerms(index, question);
  const found: FoundSentence[] = [];
  for (const passage of index.passages) {
    const prior = 0.55 + (0.45 * (passageScores[passage.index] ?? 0)) / bestPassage;
    const inPassage = terms.map(({ where }) => saidWithin(where, passage.from, passage.to));
    for (let at = passage.from; at < passage.to; at++) {
      const sentence = index.sentences[at];
      if (sentence === undefined || leaveOut.has(at)) continue;
      const { score, replies, covered, ...rest } = scoreOf(index, question, terms, inPassage, at);
      if (score <= 0) continue;
      const sure = kindIn(question, sentence.text);
      const kind = index.cased || question.asks !== 'person' ? sure : Math.max(sure, 0.5);
      const fit = prior * fitness(index, question, at, kind, replies) * (0.5 + covered / 2);
      found.push({ sentence: at, score: score * fit, kind, ...rest });
    }
  }
  return found.sort((a, b) => b.score - a.score || a.sentence - b.sentence);
}

interface WeighedTerm {
  stem: string;
  worth: number;
  /** How much of the evidence hangs on it: nothing on a word that only frames the question. */
  tells: number;
  /** Sentences that say it, and how truly: 1, less for a word related to it. */
  where: Map<number, number>;
}

function weighTerms(index: TranscriptIndex, question: Question): WeighedTerm[] {
  const terms = [...question.terms].map(([stem, weight]) => {
    const where = new Map<number, number>();
    for (const [other, share] of question.related.get(stem) ?? []) {
      for (const sentence of index.postings.get(other) ?? []) {
        where.set(sentence, Math.max(where.get(sentence) ?? 0, share));
      }
    }
    for (const sentence of index.postings.get(stem) ?? []) where.set(sentence, 1);
    const worth = weight * sentenceRarity(index, stem);
    const unsaid = index.postings.has(stem) || weight > 1 ? 1 : UNSAID;
    return { stem, worth: worth * unsaid, tells: weight < 1 ? 0 : worth * unsaid, where };
  });
  // A question of nothing but such words hangs on them.
  if (terms.every(({ tells }) => tells === 0)) for (const term of terms) term.tells = term.worth;
  return terms;
}

function saidWithin(where: Map<number, number>, from: number, to: number): number {
  let most = 0;
  for (let at = from; at < to && most < 1; at++) most = Math.max(most, where.get(at) ?? 0);
  return most;
}

function scoreOf(
  index: TranscriptIndex,
  question: Question,
  terms: WeighedTerm[],
  inPassage: number[],
  at: number,
) {
  const { shares, sameKind } = contextOf(index, at, question);
  const all = { worth: 0, tells: 0 };
  let score = 0;
  let covered = 0;
  let evidence = 0;
  let likeness = 0;
  let own = 0;
  let replies = 0;
  let held = 0;
  let counts = true;
  terms.forEach(({ stem, worth, tells, where }, place) => {
    const said = where.get(at) ?? 0;
    let around = (inPassage[place] ?? 0) * IN_PASSAGE;
    let truly = said === 1 ? 1 : (inPassage[place] ?? 0) === 1 ? IN_PASSAGE : 0;
    for (const [other, share] of shares) {
      const there = where.get(other) ?? 0;
      around = Math.max(around, there * share);
      if (there === 1) truly = Math.max(truly, share);
    }
    if (around > 0.9) replies += worth;
    own += said;
    if (truly >= HELD_AROUND) held++;
    else if (stem === question.counted) counts = false;
    const near = Math.max(said, Math.min(1, around * NEAR_IS_SAID));
    score += worth * Math.max(said, around);
    covered += worth * near;
    evidence += tells * Math.min(1, truly * NEAR_IS_SAID);
    likeness += tells * near;
    all.worth += worth;
    all.tells += tells;
  });
  const isTalkedOf = held === terms.length && isStrict(question.asks) && question.asks !== 'person';
  // 'Before you get excited' is no time of what was talked of; '2019' may be.
  const mayBeOf = isTalkedOf && holds(question.asks, index.sentences[at]?.text ?? '') >= SURE_KIND;
  const touches = own > 0 || replies > 0 || mayBeOf;
  if (!touches) score *= 0.5;
  if (sameKind && replies > 0) score *= SAME_KIND;
  const ofAsked = (isOf(index, question, at) ? 1 : OF_OTHERS) / Math.max(1e-9, all.tells);
  return {
    score: score + pairsIn(index, question, at),
    covered: covered / Math.max(1e-9, all.worth),
    evidence: evidence * ofAsked,
    likeness: likeness * ofAsked,
    replies,
    touches,
    held: held / Math.max(1, terms.length),
    counts,
  };
}

/** Said by a speaker asked about, or with their name; or nobody was asked about. */
function isOf(index: TranscriptIndex, { speakers, asks }: Question, at: number): boolean {
  // What somebody thinks may come out in what others say; their age or salary hardly.
  if (speakers.length === 0 || !isStrict(asks)) return true;
  const sentence = index.sentences[at];
  const said = new Set(index.stems[at]);
  return speakers.some(
    (name) => name === sentence?.speaker || topicStems(name).some((stem) => said.has(stem)),
  );
}

/** Asked words that stand together here as they do in the question. */
function pairsIn(index: TranscriptIndex, { sequence }: Question, at: number): number {
  const stems = index.stems[at] ?? [];
  let score = 0;
  sequence.forEach((stem, place) => {
    const next = sequence[place + 1];
    if (next === undefined || next === stem || !stems.includes(stem)) return;
    if (nearPairs(stems, stem, next) > 0) {
      score += 0.35 * Math.min(sentenceRarity(index, stem), sentenceRarity(index, next));
    }
  });
  return score;
}

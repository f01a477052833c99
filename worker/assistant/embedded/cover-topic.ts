/** Sentences that together cover what a question is about: for what no single sentence answers. */
import { isAsking } from '../retrieval/asked-for.ts';
import { findSentences } from '../retrieval/find-sentences.ts';
import type { Question } from '../retrieval/question.ts';
import { scorePassages } from '../retrieval/rank-passages.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { plainness } from './choose-sentences.ts';

const PASSAGES = 6;
const SHORTEST = 6;
/** Sentences on each side of one that says an asked word may cover its topic too. */
const NEAR = 4;
const BESIDE = 2;
/** How much covering the topic counts beside touching the question's own words. */
const COVERING = 2;
/** How far a sentence sinks for each part of it that is talk, not matter. */
const TALK = 3;
/** What goes on from a sentence taken reads better than what stands elsewhere. */
const GOES_ON = 1.3;
/** How far what others say sinks, where one speaker was asked about. */
const OF_OTHERS = 0.3;

interface Candidate {
  sentence: number;
  /** How well it touches the question, 0 to 1. */
  touches: number;
  /** How good its passage is beside the best, 0 to 1. */
  passage: number;
  /** 1 for plain matter by whoever was asked about, less for talk. */
  plain: number;
}

interface Bounds {
  words: number;
  sentences: number;
  /** Taken before all others. */
  first?: number;
  /** Only these are chosen from, and what stands beside them. */
  among?: ReadonlySet<number>;
}

/** Sentences of together about so many words, in the order said. */
export function coverTopic(
  index: TranscriptIndex,
  question: Question,
  { words, sentences, first, among }: Bounds,
): number[] {
  const pool = candidatesFor(index, question, among).filter(({ sentence }) => sentence !== first);
  const weights = topicWeights(index, question);
  const seen = new Map<string, number>();
  const chosen: number[] = [];
  let used = 0;
  const take = (at: number) => {
    chosen.push(at);
    used += index.sentences[at]?.words ?? 0;
    for (const stem of index.stems[at] ?? []) seen.set(stem, (seen.get(stem) ?? 0) + 1);
  };
  if (first !== undefined) take(first);
  while (used < words && chosen.length < sentences && pool.length > 0) {
    let best = 0;
    let bestWorth = Number.NEGATIVE_INFINITY;
    pool.forEach((candidate, at) => {
      const stems = new Set(index.stems[candidate.sentence]);
      let covers = 0;
      for (const stem of stems)
        covers += (weights.get(stem) ?? 0) / (1 + 2 * (seen.get(stem) ?? 0));
      const share = (candidate.passage * covers) / (stems.size + 3) / 2;
      const joined = chosen.some((at) => followOn(index, at, candidate.sentence)) ? GOES_ON : 1;
      const worth = (candidate.touches + COVERING * share) * candidate.plain * joined;
      if (worth > bestWorth) [best, bestWorth] = [at, worth];
    });
    const [taken] = pool.splice(best, 1);
    const sentence = index.sentences[taken?.sentence ?? -1];
    if (sentence === undefined) break;
    if (used > 0 && used + sentence.words > words * 1.2) continue;
    take(sentence.index);
  }
  return chosen.sort((a, b) => a - b);
}

function followOn({ sentences }: TranscriptIndex, one: number, other: number): boolean {
  return Math.abs(one - other) === 1 && sentences[one]?.turn === sentences[other]?.turn;
}

function bestPassages(index: TranscriptIndex, question: Question) {
  const ranked = scorePassages(index, question)
    .map((score, at) => ({ score, passage: index.passages[at] }))
    .sort((a, b) => b.score - a.score)
    .slice(0, PASSAGES);
  const best = Math.max(ranked[0]?.score ?? 0, 1e-9);
  return ranked.map(({ score, passage }) => ({ share: score / best, passage }));
}

function candidatesFor(
  index: TranscriptIndex,
  question: Question,
  among: ReadonlySet<number> | undefined,
): Candidate[] {
  const found = findSentences(index, question);
  const best = found[0]?.score ?? 1;
  const touching = new Map(found.map(({ sentence, score }) => [sentence, score / best]));
  const near = new Set<number>();
  for (const { sentence, touches } of found) {
    const reach = among === undefined ? NEAR : BESIDE;
    const isMeant = among === undefined ? touches : among.has(sentence);
    if (isMeant) for (let at = sentence - reach; at <= sentence + reach; at++) near.add(at);
  }
  const { speakers } = question;
  return bestPassages(index, question).flatMap(({ share, passage }) =>
    index.sentences.slice(passage?.from ?? 0, passage?.to ?? 0).flatMap((sentence) => {
      const { index: at, words, text, speaker } = sentence;
      if (words < SHORTEST || isAsking(text) || !near.has(at)) return [];
      const isTheirs = speakers.length === 0 || speakers.includes(speaker ?? '');
      return [
        {
          sentence: at,
          touches: touching.get(at) ?? 0,
          passage: share,
          plain: plainness(sentence, TALK) * (isTheirs ? 1 : OF_OTHERS),
        },
      ];
    }),
  );
}

/** How often the best passages say each stem, dampened. */
function topicWeights(index: TranscriptIndex, question: Question): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { share, passage } of bestPassages(index, question)) {
    for (let at = passage?.from ?? 0; at < (passage?.to ?? 0); at++) {
      for (const stem of index.stems[at] ?? []) counts.set(stem, (counts.get(stem) ?? 0) + share);
    }
  }
  return new Map([...counts].map(([stem, count]) => [stem, Math.log1p(count)]));
}

/** Ranks passages by their words, meaning, neighbours and age. */
import { likeness, type Meanings } from '../assistant/meanings.ts';
import type { IndexedSentence } from './document.ts';
import type { FoundPassage } from './find-passages.ts';
import { type Range, sentenceMatcher } from './match-sentence.ts';
import type { ParsedQuery } from './query.ts';
import { fold } from './words.ts';

/** A passage and its best matching sentence. */
export interface Ranked {
  passage: FoundPassage;
  sentence: IndexedSentence;
  /** Index of the sentence in the passage. */
  at: number;
  marks: Range[];
  /** 0 to 1: the share of the query that the sentence covers. */
  coverage: number;
  score: number;
}

/** The weight of each signal beside the words of a passage, tuned with `npm run bench:search`. */
const WEIGHTS = {
  sentence: 0.8,
  meaning: 0.5,
  neighbour: 0.25,
  episode: 0.35,
  title: 0.3,
  newest: 0.04,
};
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
/** How many passages are compared by meaning. */
const RERANKED = 100;
/** How many hits measure an episode's relevance. */
const EPISODE_HITS = 4;

export function rankPassages(
  query: ParsedQuery,
  passages: FoundPassage[],
  meanings: Meanings | null,
  speaker: string | null,
): Ranked[] {
  const weights = query.terms.map(
    ({ words }) => words.reduce((sum, word) => sum + (meanings?.weightOf(word) ?? 1), 0) || 1,
  );
  const match = sentenceMatcher(query.terms);
  const ranked = passages
    .map((passage) => pickSentence(passage, match, weights, speaker))
    .filter((found) => found !== null);
  return rescore(query, ranked, meanings);
}

function pickSentence(
  passage: FoundPassage,
  match: ReturnType<typeof sentenceMatcher>,
  weights: number[],
  speaker: string | null,
): Ranked | null {
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const asked = speaker === null ? null : fold(speaker);
  let best: Ranked | null = null;
  passage.sentences.forEach((sentence, index) => {
    if (asked !== null && !isSaidBy(sentence, asked)) return;
    const { terms, marks } = match(sentence.text);
    if (terms.size === 0) return;
    const coverage = [...terms].reduce((sum, place) => sum + (weights[place] ?? 0), 0) / all;
    if (best && coverage <= best.coverage) return;
    best = { passage, sentence, at: index, marks, coverage, score: 0 };
  });
  return best;
}

const isSaidBy = ({ speaker }: IndexedSentence, asked: string) =>
  speaker !== null && ` ${fold(speaker)}`.includes(` ${asked}`);

function rescore(query: ParsedQuery, ranked: Ranked[], meanings: Meanings | null): Ranked[] {
  // bm25 is negative, and each index has its own scale.
  const best = new Map<boolean, number>();
  for (const { passage } of ranked) {
    const side = isShared(passage);
    best.set(side, Math.max(best.get(side) ?? 1e-9, -(passage.score ?? 0)));
  }
  const words = ranked.map(
    ({ passage }) => -(passage.score ?? 0) / (best.get(isShared(passage)) ?? 1),
  );
  const placed = ranked.map((found, index) => ({ found, words: words[index] ?? 0 }));
  placed.sort((a, b) => b.words - a.words || byPlace(a.found, b.found));
  const byId = new Map(placed.map(({ found, words: own }) => [found.passage.id, own]));
  const ofEpisodes = episodeScores(placed);
  const asked = meanings?.of(query.text) ?? null;
  const now = Date.now();
  for (const [at, { found, words: own }] of placed.entries()) {
    const { passage, coverage } = found;
    const beside = [passage.id - 1, passage.id + 1].map((id) => byId.get(id) ?? 0);
    const alike = asked && meanings && at < RERANKED ? likenessOf(found, asked, meanings) : 0;
    const age = passage.publishedAt === null ? 1 : (now - passage.publishedAt) / YEAR_MS;
    found.score =
      own +
      WEIGHTS.sentence * coverage +
      WEIGHTS.meaning * alike +
      WEIGHTS.neighbour * Math.max(...beside) +
      WEIGHTS.episode * (ofEpisodes.get(passage.episodeId ?? passage.sourceId) ?? 0) +
      (passage.kind === 'episode' && passage.place === 0 && found.at === 0 ? WEIGHTS.title : 0) *
        coverage +
      WEIGHTS.newest / (1 + Math.max(0, age));
  }
  return placed.map(({ found }) => found).sort((a, b) => b.score - a.score || byPlace(a, b));
}

const isShared = ({ kind }: FoundPassage) => kind === 'transcript' || kind === 'episode';

/** The sentence and its context. */
function likenessOf(found: Ranked, asked: Float32Array, meanings: Meanings): number {
  const said = meanings.of(found.sentence.text);
  const around = meanings.of(found.passage.sentences.map(({ text }) => text).join(' '));
  const one = said === null ? 0 : Math.max(0, likeness(asked, said));
  const other = around === null ? 0 : Math.max(0, likeness(asked, around));
  return (one + other) / 2;
}

/** 0 to 1: an episode's hits, relative to the episode with the most. */
function episodeScores(placed: { found: Ranked; words: number }[]): Map<string, number> {
  const hits = new Map<string, number[]>();
  for (const { found, words } of placed) {
    const key = found.passage.episodeId ?? found.passage.sourceId;
    const list = hits.get(key) ?? [];
    if (list.length < EPISODE_HITS) list.push(words);
    hits.set(key, list);
  }
  const sums = new Map(
    [...hits].map(([key, list]) => [key, list.reduce((sum, words) => sum + words, 0)]),
  );
  const most = Math.max(1e-9, ...sums.values());
  return new Map([...sums].map(([key, sum]) => [key, sum / most]));
}

/** A stable order, independent of the order of the rows. */
function byPlace({ passage: a }: Ranked, { passage: b }: Ranked): number {
  const newer = (b.publishedAt ?? 0) - (a.publishedAt ?? 0);
  if (newer !== 0) return newer;
  return `${a.sourceId} ${a.kind}` < `${b.sourceId} ${b.kind}`
    ? -1
    : a.sourceId === b.sourceId && a.kind === b.kind
      ? a.place - b.place
      : 1;
}

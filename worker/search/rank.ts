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

/** The signals for a passage, each 0 to 1. */
export interface Signs {
  /** Its bm25, relative to the best passage's. */
  words: number;
  /** The share of the query that its best sentence covers, and that all of it covers. */
  sentence: number;
  passage: number;
  /** Its similarity in meaning. */
  meaning: number;
  /** The better bm25 of its neighbours. */
  neighbour: number;
  /** The sum of its episode's best bm25, and the share of the query that these hits cover. */
  episode: number;
  episodeCoverage: number;
  /** Set for an episode's title. */
  title: number;
  newest: number;
}

/** The weight of each signal, tuned on the training half of `npm run bench:search`. */
export const WEIGHTS: Signs = {
  words: 1,
  sentence: 0.8,
  passage: 0,
  meaning: 0.5,
  neighbour: 0.25,
  episode: 0.35,
  episodeCoverage: 0,
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
  return signsOf(query, passages, meanings, speaker)
    .map(({ found, signs }) => ({ ...found, score: scoreOf(signs) }))
    .sort((a, b) => b.score - a.score || byPlace(a, b));
}

function scoreOf(signs: Signs): number {
  return SIGNS.reduce((sum, sign) => sum + WEIGHTS[sign] * signs[sign], 0);
}
const SIGNS = Object.keys(WEIGHTS) as (keyof Signs)[];

/** Returns the passages that match, each with its signals. */
export function signsOf(
  query: ParsedQuery,
  passages: FoundPassage[],
  meanings: Meanings | null,
  speaker: string | null,
): { found: Ranked; signs: Signs }[] {
  const weights = query.terms.map(
    ({ words }) => words.reduce((sum, word) => sum + (meanings?.weightOf(word) ?? 1), 0) || 1,
  );
  const match = sentenceMatcher(query.terms);
  const picked = passages
    .map((passage) => pickSentence(passage, match, weights, speaker))
    .filter((found) => found !== null);
  return readSigns(query, picked, weights, meanings);
}

/** A passage's best sentence, and the terms found in any of its sentences. */
interface Picked {
  found: Ranked;
  terms: Set<number>;
}

const share = (terms: Iterable<number>, weights: number[]) =>
  [...terms].reduce((sum, place) => sum + (weights[place] ?? 0), 0) /
  (weights.reduce((sum, weight) => sum + weight, 0) || 1);

function pickSentence(
  passage: FoundPassage,
  match: ReturnType<typeof sentenceMatcher>,
  weights: number[],
  speaker: string | null,
): Picked | null {
  const all = new Set<number>();
  const asked = speaker === null ? null : fold(speaker);
  let best: Ranked | null = null;
  passage.sentences.forEach((sentence, at) => {
    if (asked !== null && !isSaidBy(sentence, asked)) return;
    const { terms, marks } = match(sentence.text);
    if (terms.size === 0) return;
    for (const term of terms) all.add(term);
    const coverage = share(terms, weights);
    if (best && coverage <= best.coverage) return;
    best = { passage, sentence, at, marks, coverage, score: 0 };
  });
  return best && { found: best, terms: all };
}

const isSaidBy = ({ speaker }: IndexedSentence, asked: string) =>
  speaker !== null && ` ${fold(speaker)}`.includes(` ${asked}`);

function readSigns(
  query: ParsedQuery,
  picked: Picked[],
  weights: number[],
  meanings: Meanings | null,
): { found: Ranked; signs: Signs }[] {
  // bm25 is negative, and each index has its own scale.
  const best = new Map<boolean, number>();
  for (const { found } of picked) {
    const side = isShared(found.passage);
    best.set(side, Math.max(best.get(side) ?? 1e-9, -(found.passage.score ?? 0)));
  }
  const placed = picked
    .map(({ found, terms }) => {
      const { passage } = found;
      return { found, terms, words: -(passage.score ?? 0) / (best.get(isShared(passage)) ?? 1) };
    })
    .sort((a, b) => b.words - a.words || byPlace(a.found, b.found));
  const wordsOf = new Map(placed.map(({ found, words }) => [found.passage.id, words]));
  const ofEpisodes = episodeSigns(placed, weights);
  const asked = meanings?.of(query.text) ?? null;
  const now = Date.now();
  return placed.map(({ found, terms, words }, at) => {
    const { passage, coverage } = found;
    const { id, kind, publishedAt } = passage;
    const beside = [id - 1, id + 1].map((other) => wordsOf.get(other) ?? 0);
    const age = publishedAt === null ? 1 : (now - publishedAt) / YEAR_MS;
    const isTitle = kind === 'episode' && passage.place === 0 && found.at === 0;
    const ofEpisode = ofEpisodes.get(episodeOf(found));
    const signs: Signs = {
      words,
      sentence: coverage,
      passage: share(terms, weights),
      meaning: asked && meanings && at < RERANKED ? likenessOf(found, asked, meanings) : 0,
      neighbour: Math.max(...beside),
      episode: ofEpisode?.places ?? 0,
      episodeCoverage: ofEpisode?.coverage ?? 0,
      title: isTitle ? coverage : 0,
      newest: 1 / (1 + Math.max(0, age)),
    };
    return { found, signs };
  });
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

const episodeOf = ({ passage }: Ranked) => passage.episodeId ?? passage.sourceId;

/** The sum of each episode's best hits, and the share of the query they cover. */
function episodeSigns(
  placed: (Picked & { words: number })[],
  weights: number[],
): Map<string, { places: number; coverage: number }> {
  const groups = [...Map.groupBy(placed, ({ found }) => episodeOf(found))].map(
    ([episode, group]) => {
      const hits = group.slice(0, EPISODE_HITS);
      const sum = hits.reduce((all, { words }) => all + words, 0);
      const terms = new Set(hits.flatMap((hit) => [...hit.terms]));
      return { episode, sum, coverage: share(terms, weights) };
    },
  );
  const most = Math.max(1e-9, ...groups.map(({ sum }) => sum));
  return new Map(
    groups.map(({ episode, sum, coverage }) => [episode, { places: sum / most, coverage }]),
  );
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

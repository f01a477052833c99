/** Ranks passages by their words, speakers, meaning, neighbours, episodes and age. */
import { likeness, type Meanings, nameOf } from '../assistant/meanings.ts';
import type { IndexedSentence } from './document.ts';
import type { FoundPassage } from './find-passages.ts';
import { type Range, sentenceMatcher } from './match-sentence.ts';
import type { ParsedQuery } from './query.ts';
import { fold, joinWords, wordsIn } from './words.ts';

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
  /** FTS5's own score. */
  index: 0.3,
  sentence: 0.3,
  meaning: 0.1,
  neighbour: 0.2,
  /** The share of a passage that somebody named in the query says. */
  speaker: 0.5,
  /** The words of that name, which others say as well. */
  name: 0.2,
  /** An episode's best passages, and how much of the query they cover together. */
  episode: 0.2,
  covered: 0.8,
  title: 0.3,
  newest: 0.04,
};
/** BM25's parameters: how soon a repeated word stops counting, and how much length counts. */
const K1 = 1.2;
const B = 0.75;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
/** How many passages are compared by meaning. */
const RERANKED = 100;
/** An episode's relevance is the sum of this many of its best passages. */
const EPISODE_PASSAGES = 8;

/** A passage with what its score is computed from; the parts are relative to the best, 0 to 1. */
interface Weighed {
  found: Ranked;
  /** How many sentences contain each term, by index in the query. */
  counts: Map<number, number>;
  chars: number;
  /** BM25 over the terms, which weigh by how much they say about a topic. */
  words: number;
  speaker: number;
}

export interface RankOptions {
  meanings: Meanings | null;
  /** Only what this person says. */
  speaker: string | null;
  /** The number of passages in the index that contain each term of the query; null if unknown. */
  counts: number[] | null;
}

export function rankPassages(
  query: ParsedQuery,
  passages: FoundPassage[],
  { meanings, speaker, counts }: RankOptions,
): Ranked[] {
  const named = speakersNamed(query, passages);
  const weights = weightsOf(query, named, meanings, counts);
  const match = sentenceMatcher(query.terms);
  const weighed = passages
    .map((passage) => readPassage(passage, match, weights, speaker))
    .filter((one) => one !== null);
  addWords(weighed, weights);
  addSpeakers(weighed, named);
  score(query, weighed, weights, meanings);
  return weighed.map(({ found }) => found).sort((a, b) => b.score - a.score || byPlace(a, b));
}

/** How many passages the index is taken to have, relative to the most frequent term: 1.5 to 10 are alike. */
const ALL_PASSAGES = 4;

/**
 * Returns the speakers that a query names: by two consecutive words of the name, or by its only one.
 * Transcripts add titles ('Mr. Ito Vale', 'Ana Ruiz MD') and roles that nobody types.
 */
function speakersNamed({ text }: ParsedQuery, passages: FoundPassage[]): ReadonlySet<string> {
  const asked = ` ${joinWords(text)} `;
  const speakers = new Set(
    passages.flatMap(({ sentences }) => sentences.flatMap(({ speaker }) => speaker ?? [])),
  );
  return new Set(
    [...speakers].filter((speaker) => {
      const words = wordsIn(nameOf(speaker)).map(({ word }) => word);
      const [only = ''] = words;
      if (words.length < 2) return only !== '' && asked.includes(` ${only} `);
      return words.slice(1).some((word, i) => asked.includes(` ${words[i]} ${word} `));
    }),
  );
}

/** What each term says about a topic: less the more often it is said, here or in general. */
function weightsOf(
  { terms }: ParsedQuery,
  named: ReadonlySet<string>,
  meanings: Meanings | null,
  counts: number[] | null,
): number[] {
  const all = ALL_PASSAGES * Math.max(1, ...(counts ?? []));
  const ofNames = new Set(
    [...named].flatMap((speaker) => wordsIn(nameOf(speaker)).map(({ word }) => word)),
  );
  return terms.map(({ words }, term) => {
    const share = words.every((word) => ofNames.has(word)) ? WEIGHTS.name : 1;
    const general = share * sum(words.map((word) => meanings?.weightOf(word) ?? 1)) || 1;
    return counts === null ? general : general * Math.log(1 + all / ((counts[term] ?? 0) + 0.5));
  });
}

/** @returns null if no sentence matches, or none by the speaker asked for */
function readPassage(
  passage: FoundPassage,
  match: ReturnType<typeof sentenceMatcher>,
  weights: number[],
  speaker: string | null,
): Weighed | null {
  const all = sum(weights) || 1;
  const asked = speaker === null ? null : fold(speaker);
  const counts = new Map<number, number>();
  let chars = 0;
  let best: Ranked | null = null;
  passage.sentences.forEach((sentence, index) => {
    const { terms, marks } = match(sentence.text);
    chars += sentence.text.length;
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    if (terms.size === 0 || (asked !== null && !isSaidBy(sentence, asked))) return;
    const coverage = sum([...terms].map((term) => weights[term] ?? 0)) / all;
    if (best && coverage <= best.coverage) return;
    best = { passage, sentence, at: index, marks, coverage, score: 0 };
  });
  return best && { found: best, counts, chars, words: 0, speaker: 0 };
}

const isSaidBy = ({ speaker }: IndexedSentence, asked: string) =>
  speaker !== null && ` ${fold(speaker)}`.includes(` ${asked}`);

function addWords(weighed: Weighed[], weights: number[]): void {
  const usual = sum(weighed.map(({ chars }) => chars)) / Math.max(1, weighed.length);
  for (const one of weighed) {
    const length = 1 - B + (B * one.chars) / usual;
    for (const [term, count] of one.counts) {
      one.words += ((weights[term] ?? 0) * count * (K1 + 1)) / (count + K1 * length);
    }
  }
}

/** Whoever names somebody probably looks for what that person says. */
function addSpeakers(weighed: Weighed[], named: ReadonlySet<string>): void {
  for (const one of weighed) {
    const said = one.found.passage.sentences.filter(({ speaker }) => named.has(speaker ?? ''));
    one.speaker = sum(said.map(({ text }) => text.length)) / Math.max(1, one.chars);
  }
}

function score(
  query: ParsedQuery,
  weighed: Weighed[],
  weights: number[],
  meanings: Meanings | null,
): void {
  const byId = new Map(weighed.map((one) => [one.found.passage.id, one.words]));
  const inContext = new Map(
    weighed.map((one) => {
      const { id } = one.found.passage;
      const beside = (byId.get(id - 1) ?? 0) + (byId.get(id + 1) ?? 0);
      return [one, one.words + WEIGHTS.neighbour * beside];
    }),
  );
  const most = largest(inContext.values());
  // bm25 is negative, and each index has its own scale.
  const indexScore = ({ found }: Weighed) => -(found.passage.score ?? 0);
  const shared = largest(weighed.filter(isShared).map(indexScore));
  const own = largest(weighed.filter((one) => !isShared(one)).map(indexScore));
  const episodes = episodesIn(weighed, inContext, weights);
  const asked = meanings?.of(query.text) ?? null;
  const now = Date.now();
  weighed.sort((a, b) => (inContext.get(b) ?? 0) - (inContext.get(a) ?? 0));
  for (const [place, one] of weighed.entries()) {
    const { passage, coverage, at } = one.found;
    const episode = episodes.get(episodeOf(one));
    const alike = asked && meanings && place < RERANKED ? likenessOf(passage, asked, meanings) : 0;
    const age = passage.publishedAt === null ? 1 : (now - passage.publishedAt) / YEAR_MS;
    const isTitle = passage.kind === 'episode' && passage.place === 0 && at === 0;
    one.found.score =
      (inContext.get(one) ?? 0) / most +
      WEIGHTS.index * (indexScore(one) / (isShared(one) ? shared : own)) +
      WEIGHTS.sentence * coverage +
      WEIGHTS.meaning * alike +
      WEIGHTS.speaker * one.speaker +
      (episode === undefined
        ? 0
        : WEIGHTS.episode * episode.best + WEIGHTS.covered * episode.covered) +
      (isTitle ? WEIGHTS.title * coverage : 0) +
      WEIGHTS.newest / (1 + Math.max(0, age));
  }
}

const isShared = ({ found: { passage } }: Weighed) =>
  passage.kind === 'transcript' || passage.kind === 'episode';

const episodeOf = ({ found: { passage } }: Weighed) => passage.episodeId ?? passage.sourceId;

/** What the found passages of an episode are worth together; each part 0 to 1. */
interface EpisodeWorth {
  best: number;
  covered: number;
}

function episodesIn(
  weighed: Weighed[],
  inContext: Map<Weighed, number>,
  weights: number[],
): Map<string, EpisodeWorth> {
  const worths = new Map<string, EpisodeWorth>();
  for (const [id, ones] of Map.groupBy(weighed, episodeOf)) {
    const scores = ones.map((one) => inContext.get(one) ?? 0).sort((a, b) => b - a);
    const terms = new Set(ones.flatMap(({ counts }) => [...counts.keys()]));
    worths.set(id, {
      best: sum(scores.slice(0, EPISODE_PASSAGES)),
      covered: sum([...terms].map((term) => weights[term] ?? 0)),
    });
  }
  const best = largest([...worths.values()].map((worth) => worth.best));
  const covered = largest([...worths.values()].map((worth) => worth.covered));
  for (const worth of worths.values()) {
    worth.best /= best;
    worth.covered /= covered;
  }
  return worths;
}

function likenessOf(passage: FoundPassage, asked: Float32Array, meanings: Meanings): number {
  const said = meanings.of(passage.sentences.map(({ text }) => text).join(' '));
  return said === null ? 0 : Math.max(0, likeness(asked, said));
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** At least a little, so that it can divide. */
const largest = (values: Iterable<number>) =>
  [...values].reduce((most, value) => Math.max(most, value), 1e-9);

/** A stable order, independent of the order of the rows. */
function byPlace({ passage: a }: Ranked, { passage: b }: Ranked): number {
  return `${a.sourceId} ${a.kind}` < `${b.sourceId} ${b.kind}`
    ? -1
    : a.sourceId === b.sourceId && a.kind === b.kind
      ? a.place - b.place
      : 1;
}

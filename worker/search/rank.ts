/**
 * Ranks passages by how much more likely the query is given their words, by the other passages of their
 * episodes, and by their speakers.
 */
import { fold } from '../../schema/wire/fold.ts';
import { nameOf, type TextVectors } from '../assistant/text-vectors.ts';
import type { IndexedSentence } from './document.ts';
import type { FoundPassage } from './find-passages.ts';
import { type Range, sentenceMatcher } from './match-sentence.ts';
import type { ParsedQuery } from './query.ts';
import { foldedWords, wordsIn } from './words.ts';

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

/** The weight of each signal beside a passage's likelihood, tuned with `npm run bench:search`. */
const WEIGHTS = {
  /** For the share of a passage that a person named in the query says. */
  speaker: 0.8,
  /** For the words of that name, which others say, too. */
  name: 0.1,
  /** For an episode's passages together. */
  episode: 0.3,
  /**
   * Subtracted for each better passage of the same episode, because other episodes may have the answer, too.
   */
  again: 0.4,
  title: 0.5,
  newest: 0.05,
};
/** The prior counts as much as this many passages' worth of words. */
const EXPECTED = 1.25;
/** The document's share of the prior; the rest is the whole index. */
const FROM_DOCUMENT = 0.4;
/** This many average passages are added to a document, because a few passages are a weak prior. */
const ADDED_PASSAGES = 5;
/** The weight of an episode's next best passage, relative to the one before it. */
const NEXT_BEST = 0.8;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

/** A passage with what its score is computed from. */
interface Weighed {
  found: Ranked;
  /** How many sentences contain each term, by index in the query. */
  counts: Map<number, number>;
  chars: number;
}

/** A term of the query, by how much it says about a topic. */
interface WeighedTerm {
  /** Less for words that are frequent in English, and for names of speakers. */
  weight: number;
  /** The share of all passages that contain it. */
  share: number;
}

export interface RankOptions {
  meanings: TextVectors | null;
  /** Only what this person says. */
  speaker: string | null;
  /** The number of passages in the index that contain each term of the query; null if unknown. */
  counts: number[] | null;
}

/** Ranks passages by how well their best sentences match, best first. */
export function rankPassages(
  query: ParsedQuery,
  passages: FoundPassage[],
  { meanings, speaker, counts }: RankOptions,
): Ranked[] {
  const named = speakersNamed(query, passages);
  const terms = weighTerms(query, named, meanings, counts);
  const match = sentenceMatcher(query.terms);
  const weighed = passages
    .map((passage) => readPassage(passage, match, terms, speaker))
    .filter((one) => one !== null);
  score(weighed, terms, named);
  return weighed.map(({ found }) => found).sort(byScore);
}

/**
 * Returns the speakers that a query names: by two consecutive words of the name, or by its only one.
 * Transcripts add titles ('Mr. Ito Vale', 'Ana Ruiz MD') and roles that nobody types.
 */
function speakersNamed({ text }: ParsedQuery, passages: FoundPassage[]): ReadonlySet<string> {
  const asked = ` ${foldedWords(text)} `;
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

/** How many passages the index is taken to have, relative to the most frequent term: 10 and 20 are alike. */
const ALL_PASSAGES = 10;

function weighTerms(
  { terms }: ParsedQuery,
  named: ReadonlySet<string>,
  meanings: TextVectors | null,
  counts: number[] | null,
): WeighedTerm[] {
  const all = ALL_PASSAGES * Math.max(1, ...(counts ?? []));
  const ofNames = new Set(
    [...named].flatMap((speaker) => wordsIn(nameOf(speaker)).map(({ word }) => word)),
  );
  return terms.map(({ words }, term) => {
    const factor = words.every((word) => ofNames.has(word)) ? WEIGHTS.name : 1;
    return {
      weight: factor * sum(words.map((word) => meanings?.weightOf(word) ?? 1)) || 1,
      share: ((counts?.[term] ?? 1) + 0.5) / all,
    };
  });
}

/** @returns null if no sentence matches, or none by the speaker asked for */
function readPassage(
  passage: FoundPassage,
  match: ReturnType<typeof sentenceMatcher>,
  terms: WeighedTerm[],
  speaker: string | null,
): Weighed | null {
  // A rare term covers more of the query than a frequent one.
  const worths = terms.map(({ weight, share }) => weight * Math.log(1 + 1 / share));
  const all = sum(worths) || 1;
  const asked = speaker === null ? null : fold(speaker);
  const counts = new Map<number, number>();
  let chars = 0;
  let best: Ranked | null = null;
  passage.sentences.forEach((sentence, index) => {
    const { terms: said, marks } = match(sentence.text);
    chars += sentence.text.length;
    for (const term of said) counts.set(term, (counts.get(term) ?? 0) + 1);
    if (said.size === 0 || (asked !== null && !isSaidBy(sentence, asked))) return;
    const coverage = sum([...said].map((term) => worths[term] ?? 0)) / all;
    if (best && coverage <= best.coverage) return;
    best = { passage, sentence, at: index, marks, coverage, score: 0 };
  });
  return best && { found: best, counts, chars };
}

const isSaidBy = ({ speaker }: IndexedSentence, asked: string) =>
  speaker !== null && ` ${fold(speaker)}`.includes(` ${asked}`);

function score(weighed: Weighed[], terms: WeighedTerm[], named: ReadonlySet<string>): void {
  const usual = sum(weighed.map(({ chars }) => chars)) / Math.max(1, weighed.length);
  for (const one of weighed) {
    const { passage, coverage, at } = one.found;
    const isTitle = passage.kind === 'episode' && passage.place === 0 && at === 0;
    one.found.score =
      likelihoodOf(one, terms, one.chars / usual) +
      WEIGHTS.speaker * shareSaidBy(named, one) +
      (isTitle ? WEIGHTS.title * coverage : 0);
  }
  const now = Date.now();
  for (const ones of Map.groupBy(weighed, episodeOf).values()) {
    const inOrder = ones.map(({ found }) => found).sort(byScore);
    // Several good passages are worth more than many weak ones.
    const together = sum(inOrder.map((found, place) => found.score * NEXT_BEST ** place));
    inOrder.forEach((found, place) => {
      const { publishedAt } = found.passage;
      const age = publishedAt === null ? 1 : (now - publishedAt) / YEAR_MS;
      found.score +=
        WEIGHTS.episode * together -
        WEIGHTS.again * place +
        WEIGHTS.newest / (1 + Math.max(0, age));
    });
  }
}

/**
 * How much likelier the query is about this passage than about any: the mean logarithm over its terms, by
 * a language model with Dirichlet smoothing. Few passages say every word of their topic, so a word that the
 * document says often is expected of each of its passages.
 */
function likelihoodOf({ found, counts }: Weighed, terms: WeighedTerm[], length: number): number {
  const { documentCounts, ofDocument } = found.passage;
  const likelihoods = terms.map(({ weight, share }, term) => {
    const inDocument = documentCounts
      ? ((documentCounts[term] ?? 0) + ADDED_PASSAGES * share) / (ofDocument + ADDED_PASSAGES)
      : share;
    const expected = FROM_DOCUMENT * inDocument + (1 - FROM_DOCUMENT) * share;
    const said = (counts.get(term) ?? 0) + EXPECTED * expected;
    return weight * Math.log(said / ((length + EXPECTED) * share));
  });
  return sum(likelihoods) / sum(terms.map(({ weight }) => weight));
}

/** Whoever names somebody probably looks for what that person says. */
function shareSaidBy(named: ReadonlySet<string>, { found, chars }: Weighed): number {
  const said = found.passage.sentences.filter(({ speaker }) => named.has(speaker ?? ''));
  return sum(said.map(({ text }) => text.length)) / Math.max(1, chars);
}

const episodeOf = ({ found: { passage } }: Weighed) => passage.episodeId ?? passage.sourceId;

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

const byScore = (a: Ranked, b: Ranked) => b.score - a.score || byPlace(a, b);

/** A stable order, independent of the order of the rows. */
function byPlace({ passage: a }: Ranked, { passage: b }: Ranked): number {
  return `${a.sourceId} ${a.kind}` < `${b.sourceId} ${b.kind}`
    ? -1
    : a.sourceId === b.sourceId && a.kind === b.kind
      ? a.place - b.place
      : 1;
}

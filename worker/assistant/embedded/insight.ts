/** Writes an insight in the episode's own words: gist, takeaways, actions, quotations and topics; and its theme. */
import { cachedSteps } from '../../platform/cached-by.ts';
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import { type AssistantEpisode, nounOf, type Reader } from '../assistant.ts';
import { informativeFigures } from '../check/figures.ts';
import type { Insight, Topic } from '../evidence.ts';
import { isBoilerplate } from '../language/speech-cues.ts';
import { capitalised, stemOf, topicStems, wordsOf } from '../language/words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { findingMainPhrases, findingTopics, titleOf, titleStems } from '../retrieval/topics.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { areNearDuplicates, chooseDiverse, chooseExtracts } from './extracts.ts';
import { openingOf } from './opening.ts';
import { type Fit, fitOf } from './reader-fit.ts';
import { introducesSomebody, mainStems, salienceOf } from './salience.ts';
import { evidenceOf, statements } from './statements.ts';

const madeOf = (episode: AssistantEpisode) =>
  `Selected from the ${nounOf(episode)}'s own sentences without an AI model; quotations are verbatim.`;

/** What is said instead of an insight or an answer where there is nothing to quote. */
export const emptyEpisodeNotice = ({ analysis }: { analysis: EpisodeAnalysis }) =>
  `Hardly anything is said in this ${nounOf(analysis.episode)}.`;

/** How many sentences sum up an episode. */
export const GIST = 2;
const TAKEAWAYS = { fewest: 5, most: 8 };
/** People listen to earnings calls for the figures. */
const TAKEAWAYS_OF_RESULTS = 12;
/** With fewer standalone sentences than this, the best others are used too. */
const FEWEST = 3;
const ACTIONS = 5;
const QUOTATIONS = 3;

/** Writes an insight in steps. */
export function* writingInsight(
  analysis: EpisodeAnalysis,
  reader: Reader,
): Generator<void, Insight> {
  yield* salienceOf.inSteps(analysis);
  const fit = fitOf(analysis, reader);
  // Advice may also be the gist or a takeaway, but belongs where the reader can act on it.
  const actions = chooseExtracts(analysis, 'actions', ACTIONS, new Set(), fit);
  const taken = new Set(actions);
  yield;
  const gist = gistOf(analysis, GIST, taken);
  for (const sentence of gist) taken.add(sentence);
  yield;
  const isSaid = new Set(taken);
  yield* addingDuplicates(analysis, isSaid, [...taken]);
  const count = takeawaysFor(analysis);
  const news = takeawaysOf(analysis, fit, count, isSaid, FEWEST);
  // Where all sentences are alike, one that repeats the gist is better than none.
  const takeaways = news.length > 0 ? news : takeawaysOf(analysis, fit, count, taken, FEWEST);
  yield* addingDuplicates(analysis, isSaid, takeaways);
  yield;
  const quotations = chooseExtracts(analysis, 'quotations', QUOTATIONS, isSaid);
  yield;
  const topics = yield* namedTopics.inSteps(analysis);
  return {
    note:
      gist.length + takeaways.length > 0
        ? madeOf(analysis.episode)
        : emptyEpisodeNotice({ analysis }),
    gist: statements(analysis, gist),
    takeaways: statements(analysis, takeaways, fit),
    actions: statements(analysis, actions, fit),
    quotations: statements(analysis, quotations).flatMap(({ evidence }) => evidence),
    topics,
  };
}

/** The topics with their names, each with the sentence with which it begins. */
export const namedTopics = cachedSteps(function* ({
  index,
  episode,
}: EpisodeAnalysis): Generator<void, Topic[]> {
  const topics = yield* findingTopics(index, titleStems(episode));
  return topics.map((topic) => ({
    title: titleOf(topic),
    evidence: evidenceOf(index.sentences.slice(topic.from, topic.from + 1)),
  }));
});

/** Adds the chosen sentences and all their near-duplicates to those taken, in steps. */
function* addingDuplicates(
  { index }: EpisodeAnalysis,
  taken: Set<number>,
  chosen: number[],
): Generator<void, void> {
  const isTimeToPause = createPauseMeter();
  for (const i of chosen) taken.add(i);
  for (const [at, stems] of index.stems.entries()) {
    if (isTimeToPause(SENTENCE * chosen.length)) yield;
    if (chosen.some((i) => areNearDuplicates(stems, index.stems[i]))) taken.add(at);
  }
}

function takeawaysFor({ index, kind }: EpisodeAnalysis): number {
  if (kind === 'earnings') return TAKEAWAYS_OF_RESULTS;
  const byLength = Math.round(index.passages.length / 2);
  return Math.max(TAKEAWAYS.fewest, Math.min(TAKEAWAYS.most, byLength));
}

/**
 * Shows say at their start what they are about: the first sentence counts twice. A third of that is left after so many
 * sentences, or after this share of a long episode.
 */
const LEAD = { sentences: 60, share: 0.1 };
/** The factor for each figure, which is a detail: 'Sales grew from 1,150,000 to 1,400,000 euros.' */
const FIGURE = 0.6;
/** The factor for a sentence that begins by saying what a main word is: 'Ionic is a framework'. */
const DEFINES = 2.5;
/** The least share of that word (see `mainStems`), and among how many first words it must be. */
const DEFINED = { share: 0.7, within: 3 };
const IS =
  /^(?:(?:is|are) (?!(?:not|in|on|at|from|for|with|by)\b)(?:\w+ ){0,2}?(?:an?|the|what|how|when|one)|allows|lets|enables|gives|means|stands for|makes|helps)\b/;

/** The factor for a sentence by how well it tells what a show is about. */
function gistFactor(analysis: EpisodeAnalysis, sentence: Sentence): number {
  const { kind, index } = analysis;
  const { index: at, text } = sentence;
  if (kind !== 'talk') return 1;
  const main = mainStems(analysis);
  const lead = 1 + Math.exp(-at / Math.max(LEAD.sentences, LEAD.share * index.sentences.length));
  const words = wordsOf(text);
  const defines = words
    .slice(0, DEFINED.within)
    .some(
      (word, i) =>
        (main.get(stemOf(word)) ?? 0) >= DEFINED.share &&
        IS.test(words.slice(i + 1, i + 6).join(' ')),
    );
  return lead * (defines ? DEFINES : 1) * FIGURE ** informativeFigures(sentence).length;
}

/** Returns one or two sentences that sum up the episode. */
export function gistOf(
  analysis: EpisodeAnalysis,
  count = GIST,
  excluded: ReadonlySet<number> = new Set(),
): number[] {
  const own = openingOf(analysis, count);
  const others = new Set([...excluded, ...own]);
  const all = salienceOf(analysis).sentences;
  const scores = analysis.index.sentences.map((sentence, at) => {
    const value = all[at] ?? 0;
    return value === 0 ? 0 : value * gistFactor(analysis, sentence);
  });
  const rest = chooseDiverse(analysis, scores, count - own.length, others);
  const chosen = [...own, ...rest].sort((a, b) => a - b);
  return backfilled(analysis, chosen, count);
}

/** Returns the most important sentences, one per part of the episode. */
export function takeawaysOf(
  analysis: EpisodeAnalysis,
  fit: Fit,
  count: number,
  excluded: ReadonlySet<number> = new Set(),
  fewest = count,
): number[] {
  return backfilled(
    analysis,
    chooseExtracts(analysis, 'takeaways', count, excluded, fit),
    fewest,
    excluded,
  );
}

/** Longer sentences say no more than this many words. */
const LONG = 30;

/** Fills up with the longest sentences if too few stand alone: no insight is ever refused. */
function backfilled(
  analysis: EpisodeAnalysis,
  chosen: number[],
  count: number,
  excluded: ReadonlySet<number> = new Set(),
): number[] {
  if (chosen.length >= count) return chosen;
  const taken = new Set([...chosen, ...excluded]);
  const { sentences } = analysis.index;
  const others = sentences.filter(({ index: at, words }) => !taken.has(at) && words > 2);
  const telling = others.filter(
    (one) => !isBoilerplate(one.text) && !introducesSomebody(analysis, one),
  );
  const isNothingElse = chosen.length + telling.length === 0;
  const length = sentences.map(() => 0);
  for (const { index: at, words } of isNothingElse ? others : telling)
    length[at] = Math.min(words, LONG);
  const rest = chooseDiverse(analysis, length, count - chosen.length);
  return [...chosen, ...rest].sort((a, b) => a - b);
}

/** Phrases considered for an episode's theme, most distinctive first. */
const CANDIDATES = 12;

/** Finds in steps what the title or description and the talk have in common, preferably two words. */
export function* findingTheme({ episode, index }: EpisodeAnalysis): Generator<void, string> {
  if (episode.category !== undefined) return episode.category;
  const about = titleStems(episode);
  const phrases = yield* findingMainPhrases(index, CANDIDATES, about);
  const inTitle = (phrase: string) => topicStems(phrase).some((stem) => about.has(stem));
  const theme =
    phrases.find((phrase) => inTitle(phrase) && phrase.includes(' ')) ?? phrases.find(inTitle);
  if (theme === undefined) return episode.podcastTitle;
  return capitalised(theme);
}

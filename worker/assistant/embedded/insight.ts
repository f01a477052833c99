/**
 * Writes an insight in the episode's own words: gist, takeaways, actions, quotations and topics; and its theme. The gist
 * is first of all what the episode says itself that it is about.
 */
import { cachedBy, cachedByText, cachedSteps } from '../../platform/cached-by.ts';
import { nounOf, type Reader } from '../assistant.ts';
import type { Insight, Topic } from '../evidence.ts';
import { DIAGNOSIS } from '../language/kinds.ts';
import { ANNOUNCES, isBoilerplate } from '../language/show-talk.ts';
import { isQuestion, OPENS_WITH_REFERENCE } from '../language/speech-cues.ts';
import { capitalised, topicStems } from '../language/words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { MIN_CLEAR_WORDS } from '../retrieval/standalone-clarity.ts';
import { findMainPhrases, findTopics, titleOf, titleStems } from '../retrieval/topics.ts';
import { withoutModel } from '../without-model.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { type Choice, chooseDiverse, chooseExtracts } from './extracts.ts';
import { fitOf } from './reader-fit.ts';
import {
  introducesSomebody,
  mainWordCount,
  mostSalient,
  openingsIn,
  salienceOf,
  subjectsInTitle,
} from './salience.ts';
import { evidenceOf, statements } from './statements.ts';

/** What is said instead of an insight or an answer where there is nothing to quote. */
export const emptyEpisodeNotice = ({ analysis }: { analysis: EpisodeAnalysis }) =>
  `Hardly anything is said in this ${nounOf(analysis.episode)}.`;

/** How many sentences sum up an episode. */
export const GIST_SENTENCES = 2;
const TAKEAWAYS = { min: 5, max: 8 };
/** People listen to earnings calls for the figures. */
const EARNINGS_TAKEAWAYS = 12;
/** With fewer standalone sentences than this, the best others are used too. */
const MIN_TAKEAWAYS = 3;
const MAX_ACTIONS = 5;
const MAX_QUOTATIONS = 3;

/** The most profiles for which an episode's insights are kept; a few thousand bytes each. */
const MAX_PROFILES = 50;

const profilesIn = cachedBy((_: EpisodeAnalysis) =>
  cachedByText((profile) => ({ profile }), MAX_PROFILES),
);

/** Writes an insight in steps, once for all readers with the same profile: it must not be changed. */
export function writeInsight(analysis: EpisodeAnalysis, reader: Reader): Generator<void, Insight> {
  const { industry, role, goals } = reader;
  const profile = profilesIn(analysis)(JSON.stringify([industry, role, goals]));
  return writtenFor.inSteps(profile, analysis, reader);
}

const writtenFor = cachedSteps(function* (
  _: { profile: string },
  analysis: EpisodeAnalysis,
  reader: Reader,
): Generator<void, Insight> {
  yield* salienceOf.inSteps(analysis);
  const fit = fitOf(analysis, reader);
  // Advice may also be the gist or a takeaway, but belongs where the reader can act on it.
  const actions = chooseExtracts(analysis, 'actions', MAX_ACTIONS, { fit });
  yield;
  const gist = gistOf(analysis, GIST_SENTENCES, (at) => !actions.includes(at));
  yield;
  const said = [...actions, ...gist];
  const count = takeawaysFor(analysis);
  const news = takeawaysOf(analysis, count, { said, fit }, MIN_TAKEAWAYS);
  // Where all sentences are alike, one that repeats the gist is better than none.
  const isMeant = (at: number) => !said.includes(at);
  const takeaways =
    news.length > 0 ? news : takeawaysOf(analysis, count, { isMeant, fit }, MIN_TAKEAWAYS);
  yield;
  const quotations = chooseExtracts(analysis, 'quotations', MAX_QUOTATIONS, {
    said: [...said, ...takeaways],
  });
  yield;
  const topics = yield* namedTopics.inSteps(analysis);
  return {
    note:
      gist.length + takeaways.length > 0
        ? withoutModel('Selected', `the ${nounOf(analysis.episode)}'s`)
        : emptyEpisodeNotice({ analysis }),
    gist: statements(analysis, gist),
    takeaways: statements(analysis, takeaways, fit),
    actions: statements(analysis, actions, fit),
    quotations: statements(analysis, quotations).flatMap(({ evidence }) => evidence),
    topics,
  };
});

/** The topics with their names, each with the sentence with which it begins. */
export const namedTopics = cachedSteps(function* ({
  index,
  episode,
}: EpisodeAnalysis): Generator<void, Topic[]> {
  const topics = yield* findTopics(index, titleStems(episode));
  return topics.map((topic) => ({
    title: titleOf(topic),
    evidence: evidenceOf(index.sentences.slice(topic.from, topic.from + 1)),
  }));
});

function takeawaysFor({ index, kind }: EpisodeAnalysis): number {
  if (kind === 'earnings') return EARNINGS_TAKEAWAYS;
  const byLength = Math.round(index.passages.length / 2);
  return Math.max(TAKEAWAYS.min, Math.min(TAKEAWAYS.max, byLength));
}

/** Returns the sentences in which an episode says what it is about, `count` at most; none if it doesn't. */
function openingOf(analysis: EpisodeAnalysis, count: number): number[] {
  if (hasSides(analysis)) return positionsOf(analysis, count);
  const said = analysis.kind === 'clinic' ? diagnosisIn(analysis) : announcementIn(analysis);
  return said.slice(0, count);
}

/** Returns the best sentence that says what a patient has; empty if none does. */
const diagnosisIn = (analysis: EpisodeAnalysis): number[] =>
  mostSalient(analysis, 1, ({ text }) => DIAGNOSIS.test(text) && !isQuestion(text));

/** A show says what it is about in one of its first sentences. */
const ANNOUNCEMENT_WINDOW = 40;
/** How much of the subject an announcement has to name, as `mainWordCount` counts it. */
const MIN_MAIN_WORDS = 2;

/** How much of what an episode says of its title's words a sentence has to say to tell what it is about. */
const TITLE_OVERLAP = { share: 0.6, minWords: 2 };

/**
 * Returns the index of the sentence in which a show says what it is about, or else of one that names most of its title;
 * empty if there is none.
 */
export const announcementIn = cachedBy((analysis: EpisodeAnalysis): number[] => {
  const { index, kind } = analysis;
  if (kind !== 'talk') return [];
  const titled = subjectsInTitle(analysis);
  const minNamed = Math.max(TITLE_OVERLAP.minWords, TITLE_OVERLAP.share * titled.size);
  const namesTitle = (one: Sentence) =>
    one.words >= MIN_CLEAR_WORDS &&
    [...titled].filter((stem) => index.stems[one.index]?.includes(stem)).length >= minNamed &&
    !OPENS_WITH_REFERENCE.test(one.text) &&
    !isBoilerplate(one.text) &&
    !introducesSomebody(analysis, one);
  const found = index.sentences
    .slice(0, ANNOUNCEMENT_WINDOW)
    .filter((one) => !isQuestion(one.text) && (ANNOUNCES.test(one.text) || namesTitle(one)))
    .map(({ index: at, text }) => {
      return { at, named: mainWordCount(analysis, at), announces: ANNOUNCES.test(text) };
    })
    .filter(({ named }) => named >= MIN_MAIN_WORDS)
    .sort((a, b) => Number(b.announces) - Number(a.announces) || b.named - a.named);
  return found.slice(0, 1).map(({ at }) => at);
});

/** Whether this is an argument in court in which a side's opening was found. */
export const hasSides = ({ kind, index }: EpisodeAnalysis): boolean =>
  kind === 'argument' && openingsIn(index).length > 0;

/**
 * Returns the opening sentences that matter most, as many of each side.
 *
 * @param speakers whose openings are wanted; by default those of the two sides
 */
export function positionsOf(
  analysis: EpisodeAnalysis,
  count: number,
  speakers: string[] = [],
): number[] {
  const openings = openingsIn(analysis.index);
  const sides =
    speakers.length > 0
      ? openings.filter(([first]) => speakers.includes(first?.speaker ?? ''))
      : [...new Set([openings[0], openings.at(-1)])].filter((one) => one !== undefined);
  const salience = salienceOf(analysis).sentences;
  const chosen: number[] = [];
  for (const [place, sentences] of sides.entries()) {
    const most = Math.ceil((count - chosen.length) / (sides.length - place));
    const opening = new Set(sentences.map(({ index }) => index));
    const isMeant = (at: number) => opening.has(at);
    chosen.push(...chooseDiverse(analysis, salience, most, { isMeant }));
  }
  return chosen.sort((a, b) => a - b);
}

/** Returns one or two sentences that sum up the episode. */
export function gistOf(
  analysis: EpisodeAnalysis,
  count = GIST_SENTENCES,
  isMeant: (at: number) => boolean = () => true,
): number[] {
  const own = openingOf(analysis, count);
  const rest = chooseExtracts(analysis, 'gist', count - own.length, {
    isMeant: (at) => isMeant(at) && !own.includes(at),
  });
  return backfilled(analysis, [...own, ...rest], count);
}

/** Returns the most important sentences, `min` at least. */
export const takeawaysOf = (
  analysis: EpisodeAnalysis,
  count: number,
  choice: Choice,
  min = count,
): number[] =>
  backfilled(analysis, chooseExtracts(analysis, 'takeaways', count, choice), min, choice);

/** Fills up with the longest sentences if too few stand alone: no insight is ever refused. */
function backfilled(
  analysis: EpisodeAnalysis,
  chosen: number[],
  count: number,
  { isMeant = () => true, said = [] }: Choice = {},
): number[] {
  if (chosen.length >= count) return chosen.toSorted((a, b) => a - b);
  const taken = new Set([...chosen, ...said]);
  const others = analysis.index.sentences.filter(
    ({ index: at, words }) => isMeant(at) && !taken.has(at) && words > 2,
  );
  const telling = others.filter(
    (one) => !isBoilerplate(one.text) && !introducesSomebody(analysis, one),
  );
  const length = analysis.index.sentences.map(() => 0);
  const isNothingElse = chosen.length + telling.length === 0;
  for (const { index: at, words } of isNothingElse ? others : telling) length[at] = words;
  const rest = chooseDiverse(analysis, length, count - chosen.length, { said });
  return [...chosen, ...rest].sort((a, b) => a - b);
}

/** Phrases considered for an episode's theme, most distinctive first. */
const THEME_CANDIDATES = 12;

/** Finds in steps what the title or description and the talk have in common, preferably two words. */
export function* findTheme({ episode, index }: EpisodeAnalysis): Generator<void, string> {
  if (episode.category !== undefined) return episode.category;
  const about = titleStems(episode);
  const phrases = yield* findMainPhrases(index, THEME_CANDIDATES, about);
  const inTitle = (phrase: string) => topicStems(phrase).some((stem) => about.has(stem));
  const theme =
    phrases.find((phrase) => inTitle(phrase) && phrase.includes(' ')) ?? phrases.find(inTitle);
  if (theme === undefined) return episode.podcastTitle;
  return capitalised(theme);
}

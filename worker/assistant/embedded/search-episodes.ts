/** Reads a question as each episode understands it, searches the episodes and chooses those that answer. */
import {
  prepareReferences,
  type ResolvedQuestion,
  resolveQuestion,
} from '../asking/complete-question.ts';
import { correctSpelling, type SpellingCorrection } from '../asking/spelling.ts';
import type { Exchange } from '../assistant.ts';
import { countTopicTerms, parseQuestion } from '../retrieval/question.ts';
import { bestPairCoverage } from '../retrieval/rank-passages.ts';
import { rolesIn } from '../retrieval/speaker-roles.ts';
import type { EpisodeAnalysis, Scope } from './episode-analysis.ts';
import { type FoundAnswers, findAnswers } from './find-answers.ts';

/**
 * The share of a question that a passage has to say. On the tuning half of `npm run bench:assistant`, 89 % of the
 * foreign questions say less, and 2 % of QMSum's own.
 */
const MIN_COVERAGE = 0.34;
/** Higher among several episodes, because of eight one comes near by chance more easily (`npm run bench:search`). */
const MIN_COVERAGE_OF_SEVERAL = 0.64;
/** Others have to be nearly as relevant as the best. */
const MIN_RELATIVE_RELEVANCE = 0.75;
export const MAX_EPISODES = 5;

/** A message as it is read in one episode. */
interface MessageIn extends SpellingCorrection {
  analysis: EpisodeAnalysis;
}

export interface ReadMessage {
  /** As it is read for all episodes together: what one of several says decides nothing for the others. */
  text: string;
  each: MessageIn[];
}

/** A question with what it takes over from the conversation, as it is asked of one episode. */
export interface AskedQuestion extends ResolvedQuestion {
  analysis: EpisodeAnalysis;
}

export interface SearchedEpisode extends AskedQuestion, FoundAnswers {
  /** How much of the question a passage says, times how much two neighbouring sentences do. */
  relevance: number;
}

/** Reads a message in steps, with its misspelt words replaced. */
export function* readMessage({ all, only }: Scope, message: string): Generator<void, ReadMessage> {
  const each: MessageIn[] = [];
  for (const analysis of all) {
    const { index, vectors } = analysis;
    yield* rolesIn.inSteps(index);
    const { text, corrections } = correctSpelling(message, vectors, index);
    each.push({ analysis, text, corrections });
    yield;
  }
  const [first] = each;
  const vectors = first?.analysis.vectors ?? null;
  const { text } = only && first ? first : correctSpelling(message, vectors, null);
  return { text, each };
}

/** Asks, in steps, the episodes that speak of what a message names. Who names somebody asks those in which they speak. */
export function* askEpisodes(
  read: Pick<MessageIn, 'analysis' | 'text'>[],
  earlier: Exchange[],
): Generator<void, AskedQuestion[]> {
  // 'Interviews' is a topic only in episodes that speak of them. In others the question would just refer back.
  const about = read.filter(({ analysis, text }) => {
    const question = parseQuestion(text, analysis.index);
    return countTopicTerms(question) > 0 || question.speakers.length > 0;
  });
  const asked: AskedQuestion[] = [];
  for (const { analysis, text } of about.length > 0 ? about : read) {
    const { index } = analysis;
    yield* prepareReferences(text, earlier, index);
    asked.push({ analysis, ...resolveQuestion(text, earlier, index) });
    yield;
  }
  const named = asked.filter(({ question }) => question.speakers.length > 0);
  return named.length > 0 ? named : asked;
}

export function* searchEpisodes(asked: AskedQuestion[]): Generator<void, SearchedEpisode[]> {
  const searched: SearchedEpisode[] = [];
  for (const one of asked) {
    const { index, vectors } = one.analysis;
    const found = yield* findAnswers(one.analysis, one);
    const relevance = found.coverage * bestPairCoverage(index, one.question, vectors);
    searched.push({ ...one, ...found, relevance });
    yield;
  }
  return searched;
}

/** Returns the episodes that answer, the most relevant first. */
export function episodesThatAnswer(
  { only }: Scope,
  searched: SearchedEpisode[],
): SearchedEpisode[] {
  const saying = (some: SearchedEpisode[], minCoverage: number) =>
    some.filter(({ coverage, answers }) => coverage >= minCoverage && answers.length > 0);
  const isReferring = ({ lastQuoted }: SearchedEpisode) => lastQuoted.length > 0;
  // What a question takes over may be in the reader's own words: the place is known from what was quoted.
  if (only !== null) return saying(searched, searched.some(isReferring) ? 0 : MIN_COVERAGE);
  // 'And in Turin?' is about the episodes that speak of it, if any does.
  const adding = searched.filter(({ addedSentences }) => addedSentences.length > 0);
  const about = adding.length > 0 ? adding : searched;
  // What refers to the last answer is about the episodes that it quotes.
  const quoted = saying(about, MIN_COVERAGE).filter(isReferring);
  const answering =
    quoted.length > 0
      ? quoted
      : saying(about, adding.length > 0 ? MIN_COVERAGE : MIN_COVERAGE_OF_SEVERAL);
  return answering.toSorted((a, b) => b.relevance - a.relevance);
}

/** Those of them that are quoted. */
export function mostRelevant(answering: SearchedEpisode[]): SearchedEpisode[] {
  const best = answering[0]?.relevance ?? 0;
  return answering
    .filter(({ relevance }) => relevance >= best * MIN_RELATIVE_RELEVANCE)
    .slice(0, MAX_EPISODES);
}

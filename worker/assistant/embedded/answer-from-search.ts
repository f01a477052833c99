/** Answers a question with what a search finds in one or several episodes, or with what comes closest. */
import { COMES_CLOSEST } from '../across.ts';
import { asksAboutLastAnswer } from '../asking/follow-up.ts';
import { namesRequest } from '../asking/parse-request.ts';
import type { TopicRequest } from '../asking/parse-topic-request.ts';
import type { AnswerForm } from '../asking/request-form.ts';
import type { Exchange } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { VERBS } from '../language/seldom-nouns.ts';
import { GENERIC_STEMS, stemOf, stemsOf, wordsOf } from '../language/words.ts';
import { escapeText } from '../markdown.ts';
import { type Question, topicTerms } from '../retrieval/question.ts';
import { repliesTo } from '../retrieval/replies.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { frequencyOf } from '../retrieval/word-vectors.ts';
import {
  chooseQuotedSentences,
  closestPlaces,
  placesForItems,
  withBestPassages,
} from './choose-quotations.ts';
import type { EpisodeAnalysis, Scope } from './episode-analysis.ts';
import { noAnswer, noMention, noMore } from './nothing-found.ts';
import {
  type AskedQuestion,
  askEpisodes,
  episodesThatAnswer,
  mostRelevant,
  readMessage,
  type SearchedEpisode,
  searchEpisodes,
} from './search-episodes.ts';
import { itemParts, partsFrom, sentenceParts, statementOf, textPart } from './statements.ts';

/** Of each of several episodes at least. */
const MIN_WORDS_PER_EPISODE = 45;
/** If no passage says more of a question, the episode is about something else. */
const OFF_TOPIC_COVERAGE = 0.17;
/** The closest sentences that are shown if none answers. */
const MAX_CLOSEST = 3;

/** Answers in steps: with the reply if somebody in the episode asks the same, or else with what a search finds. */
export function* answerFromSearch(
  scope: Scope,
  asked: AskedQuestion[],
  command: TopicRequest | null,
  maxWords: number,
): Generator<void, AnswerPart[]> {
  const { only } = scope;
  // Among several podcasts, others may say more of it than who was asked that.
  if (only !== null) {
    const replies = asked.flatMap(({ question }) => repliesTo(only.index, question));
    if (replies.length > 0) return partsFrom(only, replies);
  }
  const searched = yield* searchEpisodes(asked);
  const answering = episodesThatAnswer(scope, searched);
  return answering.length > 0
    ? quoteAnswers(scope, answering, command, maxWords)
    : closestParts(scope, searched);
}

/** Quotes what answers, in the form that a command asks for, below what nobody says. */
function quoteAnswers(
  { only }: Scope,
  answering: SearchedEpisode[],
  command: TopicRequest | null,
  maxWords: number,
): AnswerPart[] {
  const lead = only ? answering.flatMap(unsaidNotice) : [];
  const chosen = mostRelevant(answering);
  if (command?.count != null) {
    const most = Math.ceil(command.count / chosen.length);
    const items = chosen.flatMap(({ analysis, answers }) =>
      inForm(analysis, command.form, placesForItems(analysis, answers, most)),
    );
    return [...lead, ...items.slice(0, command.count)];
  }
  const words = Math.max(MIN_WORDS_PER_EPISODE, maxWords / chosen.length);
  const paragraphs = chosen.flatMap(({ analysis, question, answers }) => {
    const best = chooseQuotedSentences(analysis, question, answers, words);
    return partsFrom(analysis, only ? withBestPassages(analysis, answers, best) : best);
  });
  return [...lead, ...paragraphs];
}

function unsaidNotice({ analysis, question, coverage }: SearchedEpisode): AnswerPart[] {
  const word = unsaidIn(analysis, question, coverage);
  if (word === null) return [];
  return [textPart(`Nobody says “${escapeText(word)}” in so many words. ${COMES_CLOSEST}\n\n`)];
}

/** Places as items, or the first sentence of each. */
function inForm(analysis: EpisodeAnalysis, form: AnswerForm, places: Sentence[][]) {
  const quoted = places.map((place) => statementOf(form === 'items' ? place : place.slice(0, 1)));
  return form === 'items' ? itemParts(analysis, quoted) : sentenceParts(analysis, quoted);
}

/** Answers in steps that nothing answers a question, with the places that come closest. */
export function* answerWithClosest(
  scope: Scope,
  message: string,
  earlier: Exchange[],
): Generator<void, AnswerPart[]> {
  const { each } = yield* readMessage(scope, message);
  const asked = yield* askEpisodes(each, earlier);
  return closestParts(scope, yield* searchEpisodes(asked));
}

/** If no episode says the question's words, none of its places is close. */
function closestParts(scope: Scope, searched: SearchedEpisode[]): AnswerPart[] {
  if (searched.some(({ wantsMore, quotedBefore }) => wantsMore && quotedBefore.size > 0))
    return [textPart(noMore(scope))];
  const places = searched
    .filter(({ coverage }) => coverage >= OFF_TOPIC_COVERAGE)
    .sort((a, b) => b.coverage - a.coverage)
    .slice(0, MAX_CLOSEST)
    .flatMap((one) => {
      const closest = closestPlaces(one.analysis, one, scope.only ? MAX_CLOSEST : 1);
      return inForm(one.analysis, 'items', closest);
    });
  return places.length === 0
    ? [textPart(noMention(scope))]
    : [textPart(`${noAnswer(scope)} ${COMES_CLOSEST}\n\n`), ...places];
}

/** Below this share of a question, the rarest word that nobody says is mentioned. */
const CLEAR_COVERAGE = 0.6;
/** In capitals within a sentence. */
const NAMES = /(?<=[\p{Ll}\p{N},] )\p{Lu}[\p{L}\p{N}]+/gu;
const VERB_STEMS = stemsOf(VERBS);

/**
 * Returns what a question names and nobody says, as it is written there: a name, or else its rarest noun if no passage says
 * most of the question; null if there is none.
 *
 * @param coverage the share of the question that one passage says, 0 to 1
 */
function unsaidIn(
  { index, vectors }: EpisodeAnalysis,
  question: Question,
  coverage: number,
): string | null {
  const { text, terms } = question;
  if (asksAboutLastAnswer(text)) return null;
  const telling = new Set(topicTerms(question));
  const weightOf = (word: string) =>
    (terms.get(stemOf(word)) ?? 0) * (vectors ? -Math.log(frequencyOf(vectors, stemOf(word))) : 1);
  const things = wordsOf(text)
    .filter((word) => telling.has(stemOf(word)) && !isGenericOrVerb(word) && !namesRequest(word))
    .sort((a, b) => weightOf(b) - weightOf(a));
  const unsaid = things.filter((word) => !isSaid(index, word));
  const name = [...text.matchAll(NAMES)]
    .map(([written]) => written)
    .find((one) => telling.has(stemOf(one.toLowerCase())) && !isSaid(index, one.toLowerCase()));
  // What a follow-up adds is all that it names.
  const isUnclear = coverage < CLEAR_COVERAGE || unsaid.length === things.length;
  const [rarest] = things.slice(0, 1).filter((one) => isUnclear && unsaid.includes(one));
  return name ?? rarest ?? null;
}

/** Whether a word stands for anything, is mostly a verb, or is a figure: '£102k' is said as 'a hundred and two thousand'. */
const isGenericOrVerb = (word: string) =>
  VERB_STEMS.has(stemOf(word)) || GENERIC_STEMS.has(stemOf(word)) || /\d/.test(word);

/** The fewest letters of a compound's last part. */
const MIN_END_LETTERS = 5;

/** Whether a word or the last part of a compound is said: 'watches' for 'smartwatches'. */
function isSaid({ postings }: TranscriptIndex, word: string): boolean {
  const stem = stemOf(word);
  const ends = Array.from({ length: Math.max(0, stem.length - MIN_END_LETTERS) }, (_, at) =>
    stem.slice(at + 1),
  );
  return [stem, ...ends].some((end) => postings.has(end));
}

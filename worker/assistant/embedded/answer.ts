/** Answers questions with what one or several episodes say, or says that it found nothing. */
import { COMES_CLOSEST, NO_TOPIC, NOTHING_FOUND_NOTICE } from '../across.ts';
import { namesItself, parseFollowUp, pointsAtThing } from '../asking/follow-up.ts';
import { parseRequest, type Request } from '../asking/parse-request.ts';
import { parseTopicRequest, type TopicRequest } from '../asking/parse-topic-request.ts';
import type { AnswerForm } from '../asking/request-form.ts';
import { correctionNotice } from '../asking/spelling.ts';
import { splitQuestions } from '../asking/split-questions.ts';
import { type Exchange, nounOf, type Reader } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { EPISODE_WORDS } from '../language/request-words.ts';
import { capitalised, wordsOf } from '../language/words.ts';
import { escapeText } from '../markdown.ts';
import { descriptionSentences } from '../retrieval/description.ts';
import { isEnglish } from '../retrieval/noun-phrases.ts';
import { peopleOn } from '../retrieval/people.ts';
import { countTopicTerms } from '../retrieval/question.ts';
import { repliesTo } from '../retrieval/replies.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { timesSaidIn } from '../retrieval/transcript-index.ts';
import { answerFollowUp, noMore } from './answer-follow-up.ts';
import {
  ANSWER_WORDS,
  chooseQuotedSentences,
  closestPlaces,
  placesForItems,
  withBestPassages,
} from './choose-quotations.ts';
import { answerDisagreement, asksForDisagreement } from './disagreement.ts';
import type { EpisodeAnalysis, Scope } from './episode-analysis.ts';
import { chooseExtracts } from './extracts.ts';
import { takeawaysOf } from './insight.ts';
import { fitOf } from './reader-fit.ts';
import { salienceOf } from './salience.ts';
import {
  type AskedQuestion,
  askEpisodes,
  episodesThatAnswer,
  MAX_EPISODES,
  mostRelevant,
  type ReadMessage,
  readMessage,
  type SearchedEpisode,
  searchEpisodes,
} from './search-episodes.ts';
import {
  described,
  itemParts,
  paragraphParts,
  partsFrom,
  sentenceParts,
  statementOf,
  statements,
  textPart,
} from './statements.ts';
import { unsaidIn } from './unsaid-words.ts';
import { findLifeAnswers, findUsualAnswers } from './usual-questions.ts';
import { answerRequest } from './whole-episode.ts';

/** The start of every answer about one episode that found nothing. */
export const NOTHING_FOUND = 'I found no';
const NOT_ENGLISH =
  ' It is not in English, so ask in its own language. I understand requests such as “summarise” only in English.';

const noAnswer = ({ only }: Scope) =>
  only === null
    ? NOTHING_FOUND_NOTICE
    : `${NOTHING_FOUND} answer to that in this ${nounOf(only.episode)}.`;
const noMention = ({ only }: Scope) =>
  only === null
    ? NOTHING_FOUND_NOTICE
    : `${NOTHING_FOUND} mention of that in this ${nounOf(only.episode)}.${isEnglish(only.index) ? '' : NOT_ENGLISH}`;

/** Of each of several episodes at least. */
const MIN_WORDS_PER_EPISODE = 45;
/** If no passage says more of a question, the episode is about something else. */
const OFF_TOPIC_COVERAGE = 0.17;
/** The closest sentences that are shown if none answers. */
const MAX_CLOSEST = 3;

/** Answers the questions and requests of a message in steps, each question below its own words. */
export function* answerMessage(
  scope: Scope,
  message: string,
  earlier: Exchange[],
  reader: Reader,
): Generator<void, AnswerPart[]> {
  const questions = splitQuestions(message);
  const maxWords = ANSWER_WORDS / questions.length;
  const first = { maxWords, isFurther: false };
  if (questions.length === 1) return yield* answerQuestion(scope, message, earlier, reader, first);
  const told = [...earlier];
  const parts: AnswerPart[] = [];
  for (const question of questions) {
    const place = { maxWords, isFurther: parts.length > 0 };
    const answer = yield* answerQuestion(scope, question, told, reader, place);
    const asked = `**${escapeText(capitalised(question.replace(/[^\p{L}\p{N}]*$/u, '')))}?**`;
    parts.push(textPart(`${parts.length > 0 ? '\n\n' : ''}${asked}\n\n`), ...answer);
    told.push({ question, answer: quotationsOf(answer) });
  }
  return parts;
}

/** A question among those of one message. */
interface PlaceInMessage {
  /** How many words its answer may have. */
  maxWords: number;
  /** Whether another comes before it. */
  isFurther: boolean;
}

/** What an answer quotes, a line for each place. */
const quotationsOf = (answer: AnswerPart[]) =>
  answer
    .flatMap((part) => (part.type === 'statement' ? part.statement.evidence : []))
    .map(({ quotation }) => quotation)
    .join('\n');

function* answerQuestion(
  scope: Scope,
  message: string,
  earlier: Exchange[],
  reader: Reader,
  place: PlaceInMessage,
): Generator<void, AnswerPart[]> {
  const read = yield* readMessage(scope, message);
  const parts = yield* answerReadMessage(scope, read, earlier, reader, place);
  const quoted = new Set(parts.map((part) => part.type === 'statement' && part.episodeId));
  const used = read.each.filter(({ analysis }) => scope.only || quoted.has(analysis.episode.id));
  return [...correctionNotice(used), ...parts];
}

/** Answers a message in steps, as the first of: a follow-up, a usual question, one about a life, a request, a search. */
function* answerReadMessage(
  scope: Scope,
  { text, each }: ReadMessage,
  earlier: Exchange[],
  reader: Reader,
  { maxWords, isFurther }: PlaceInMessage,
): Generator<void, AnswerPart[]> {
  const { all, only } = scope;
  const onward = yield* answerFollowUp(all, earlier, parseFollowUp(text));
  if (onward !== null) return onward;
  const timesSaid = timesSaidIn(only?.index ?? null);
  const command = parseTopicRequest(text, timesSaid);
  const topics = each.map((one) => ({
    analysis: one.analysis,
    text: parseTopicRequest(one.text, timesSaid)?.topic ?? one.text,
  }));
  const asked = yield* askEpisodes(topics, earlier);
  const refersTo = namesEpisode(text)
    ? []
    : asked.filter(({ lastQuoted }) => lastQuoted.length > 0);
  const refers = refersTo.length > 0;
  // 'What about buybacks?' names what it asks for, 'Is there a plan for it?' leans on what was said.
  if (only !== null && (!refers || namesItself(text))) {
    const usual = yield* answerUsualQuestion(only, text, command);
    if (usual !== null) return usual;
  }
  // 'How much is it, and what does it cover?'
  const request = isFurther && pointsAtThing(text) ? null : parseRequest(text, timesSaid, earlier);
  const asksWhoDisagrees = asksForDisagreement(text);
  const [first] = asked;
  if (only !== null && first !== undefined) {
    const told = yield* findLifeAnswers(only, first.question);
    if (told.length > 0) return partsFrom(only, told);
  }
  // 'Who is the guest?'
  const asksWho = !asksWhoDisagrees && (request === null || request.intent === 'people');
  const introduced = asksWho ? asked.flatMap(introductionParts) : [];
  if (introduced.length > 0) return introduced;
  const asksForSides = request?.intent === 'disagreements';
  const wantsMore = asked.some((one) => one.wantsMore);
  // 'Who disagrees?' is about the last answer. What else all podcasts have is asked of the newest, not of that alone.
  const isAboutLast =
    refers && (only === null ? asksForSides && asksWhoDisagrees : asksForSides || wantsMore);
  const isAboutSpeaker = asksSpeaker(request, asked);
  if (request !== null && !isAboutLast && !isAboutSpeaker)
    return yield* answerRequest(scope, request, reader);
  if (asksWhoDisagrees && (only !== null || isAboutLast))
    return yield* answerDisagreement(refers ? refersTo : asked);
  const namesNoTopic = asked.every(({ question }) => countTopicTerms(question) === 0);
  if (isAboutSpeaker || (asked.length > 0 && namesNoTopic))
    return yield* answerWithoutTopic(scope, asked, reader);
  return yield* answerFromSearch(scope, asked, command, maxWords);
}

/** Answers in steps what is usually asked of this kind of episode, in as many items as are asked for; null for other questions. */
function* answerUsualQuestion(
  only: EpisodeAnalysis,
  text: string,
  command: TopicRequest | null,
): Generator<void, AnswerPart[] | null> {
  const count = command?.count ?? null;
  const usual = yield* findUsualAnswers(only, command?.topic ?? text, count);
  if (usual === null) return null;
  const told = statements(only, usual);
  if (command === null || count === null) return paragraphParts(only, told);
  const parts = command.form === 'items' ? itemParts : sentenceParts;
  return parts(only, told.slice(0, count));
}

/** Whether a request is about what one of the speakers says: 'What is his main argument?' */
const asksSpeaker = (request: Request | null, asked: AskedQuestion[]): boolean =>
  (request?.intent === 'takeaways' || request?.intent === 'summary') &&
  request.audience === null &&
  asked.some(({ question }) => question.speakers.length > 0);

/** Answers in steps: with the reply if somebody in the episode asks the same, or else with what a search finds. */
function* answerFromSearch(
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

const namesEpisode = (message: string) => wordsOf(message).some((word) => EPISODE_WORDS.has(word));

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
    return [textPart(noMore(scope.only))];
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

const ASKS_WHO = /^(?:and |so )?(?:who\b|what (?:is|was|does|do)\b.+\bdo\b)/i;
const ASKS_WORK =
  /^(?:and |so )?(?:what (?:is|was) .+['’]s? (?:job|role|profession|background)|(?:where|who(?:m)?) (?:does|do|did) .+ work(?: for| at)?)\W*$/i;

const ASKED_PART = { host: /\bhosts?\b/i, guest: /\bguests?\b/i };

/** Quotes the introduction of the people whom a question is only about, or what the description says of them. */
function introductionParts({ analysis, question }: AskedQuestion): AnswerPart[] {
  const { text: asked, speakers } = question;
  const asksWho = countTopicTerms(question) === 0 && ASKS_WHO.test(asked.trim());
  if (!asksWho && !ASKS_WORK.test(asked.trim())) return [];
  const { index, episode } = analysis;
  const all = peopleOn(index, episode);
  const ofPart = all.filter(({ part }) => part !== null && ASKED_PART[part].test(asked));
  const people =
    ofPart.length > 0 ? ofPart : all.filter(({ speaker }) => speakers.includes(speaker ?? ''));
  const introduced = people.flatMap(({ introducedBy }) => introducedBy.map((one) => one.index));
  if (introduced.length > 0) return partsFrom(analysis, introduced);
  const told = descriptionSentences(episode.description).filter((sentence) =>
    people.some(({ name }) => sentence.includes(name)),
  );
  return told.length > 0 ? [textPart(described(told.slice(0, 1)))] : [];
}

/** For questions without any topic: what the named people say, or else what matters. */
function* answerWithoutTopic(
  scope: Scope,
  asked: AskedQuestion[],
  reader: Reader,
): Generator<void, AnswerPart[]> {
  for (const { analysis } of asked) yield* salienceOf.inSteps(analysis);
  const named = asked.filter(({ question }) => question.speakers.length > 0);
  if (named.length === 0)
    return scope.only ? asked.flatMap((one) => whatMatters(one, reader)) : [textPart(NO_TOPIC)];
  const said = named
    .slice(0, MAX_EPISODES)
    .flatMap((one) => partsFrom(one.analysis, mainPointsBy(one, reader)));
  if (said.length > 0) return said;
  const isMore = named.some(({ quotedBefore }) => quotedBefore.size > 0);
  return [textPart(isMore ? noMore(scope.only) : noAnswer(scope))];
}

/** How many sentences of somebody are quoted, and how many for a question without any topic. */
const MAX_SAYINGS = 3;
const MAX_MATTERING = 4;

/** The main points of what the named people say, or their advice if that is asked for. */
function mainPointsBy(
  { analysis, question, quotedBefore }: AskedQuestion,
  reader: Reader,
): number[] {
  const { sentences } = analysis.index;
  const choice = {
    isMeant: (at: number) => question.speakers.includes(sentences[at]?.speaker ?? ''),
    said: quotedBefore,
    fit: fitOf(analysis, reader),
  };
  return question.answerType === 'advice'
    ? chooseExtracts(analysis, 'actions', MAX_SAYINGS, choice)
    : takeawaysOf(analysis, MAX_SAYINGS, choice);
}

function whatMatters(
  { analysis, quotedBefore: said }: AskedQuestion,
  reader: Reader,
): AnswerPart[] {
  const fit = fitOf(analysis, reader);
  const shown = statements(analysis, takeawaysOf(analysis, MAX_MATTERING, { said, fit }), fit);
  return [textPart('What matters most in it:\n\n'), ...itemParts(analysis, shown)];
}

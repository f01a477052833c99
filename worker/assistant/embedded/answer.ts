/** Answers a question with the episode's own sentences, or says that it found nothing. */
import { COMES_CLOSEST } from '../across.ts';
import {
  namesItself,
  namingOtherSide,
  type ResolvedQuestion,
  readingQuotations,
  resolveQuestion,
} from '../asking/follow-up.ts';
import { parseRequest } from '../asking/parse-request.ts';
import { parseTopicRequest } from '../asking/parse-topic-request.ts';
import type { AnswerForm } from '../asking/request-form.ts';
import { correctionNotice, correctSpelling } from '../asking/spelling.ts';
import { splitQuestions } from '../asking/split-questions.ts';
import { type AssistantEpisode, type Exchange, nounOf, type Reader } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { EPISODE_WORDS } from '../language/request-words.ts';
import { capitalised, wordsOf } from '../language/words.ts';
import { escapeText } from '../markdown.ts';
import { containsAnswer, FACTOID_TYPES } from '../retrieval/find-sentences.ts';
import { isEnglish } from '../retrieval/noun-phrases.ts';
import { peopleOn, rolesIn } from '../retrieval/people.ts';
import { countTopicTerms, type Question } from '../retrieval/question.ts';
import { repliesTo } from '../retrieval/replies.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { timesSaidIn } from '../retrieval/transcript-index.ts';
import { answeringFollowUp, answeringWhatFollows, noMore } from './answer-follow-up.ts';
import { asksForDisagreement, tellingDisagreements } from './disagreement.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { chooseExtracts } from './extracts.ts';
import {
  ANSWER_WORDS,
  CLOSEST,
  closestPlaces,
  type FoundAnswers,
  findingAnswers,
  OFF_TOPIC,
  placesFor,
  placesForItems,
} from './find-answers.ts';
import { takeawaysOf } from './insight.ts';
import { type Fit, fitOf } from './reader-fit.ts';
import { salienceOf } from './salience.ts';
import {
  itemParts,
  paragraphParts,
  partsFrom,
  sentenceParts,
  statementOf,
  statements,
  textPart,
} from './statements.ts';
import { unsaidIn } from './unsaid-words.ts';
import { findingUsualAnswers } from './usual-questions.ts';
import { answeringRequest } from './whole-episode.ts';

/** The start of every answer that found nothing. */
export const NOTHING_FOUND = 'I found no';
const noAnswer = (episode: AssistantEpisode) =>
  `${NOTHING_FOUND} answer to that in this ${nounOf(episode)}.`;
const noMention = ({ episode, index }: EpisodeAnalysis) =>
  `${NOTHING_FOUND} mention of that in this ${nounOf(episode)}.${isEnglish(index) ? '' : NOT_ENGLISH}`;
const NOT_ENGLISH =
  ' It is not in English, so ask in its own language. I understand requests such as “summarise” only in English.';

/**
 * The share of the question that one passage must say. On the tuning half of `npm run bench:assistant`, 89 %
 * of the foreign questions say less, and 2 % of QMSum's own.
 */
export const FOUND = 0.34;

/** Answers the questions and requests of a message about an episode with a transcript, in steps. */
export const answeringQuestion = (
  analysis: EpisodeAnalysis,
  message: string,
  earlier: Exchange[],
  reader: Reader,
): Generator<void, AnswerPart[]> =>
  answeringEach(message, earlier, function* (asked, told, mostWords) {
    const spelled = correctSpelling(asked, analysis);
    yield;
    const text = namingOtherSide(spelled.text, told, analysis.index);
    const parts = yield* answeringSpelled(analysis, text, told, reader, mostWords);
    return [...correctionNotice([spelled]), ...parts];
  });

/** Answers the questions of one message one after the other, each below its own words. */
export function* answeringEach(
  message: string,
  earlier: Exchange[],
  answering: (
    question: string,
    earlier: Exchange[],
    mostWords: number,
  ) => Generator<void, AnswerPart[]>,
): Generator<void, AnswerPart[]> {
  const questions = splitQuestions(message);
  const words = ANSWER_WORDS / questions.length;
  if (questions.length === 1) return yield* answering(message, earlier, words);
  const told = [...earlier];
  const parts: AnswerPart[] = [];
  for (const question of questions) {
    const answer = yield* answering(question, told, words);
    const asked = `**${escapeText(capitalised(question.replace(/[^\p{L}\p{N}]*$/u, '')))}?**`;
    parts.push(textPart(`${parts.length > 0 ? '\n\n' : ''}${asked}\n\n`), ...answer);
    told.push({ question, answer: quotedIn(answer) });
  }
  return parts;
}

/** What an answer quotes, a line for each place. */
const quotedIn = (answer: AnswerPart[]) =>
  answer
    .flatMap((part) => (part.type === 'statement' ? part.statement.evidence : []))
    .map(({ quotation }) => quotation)
    .join('\n');

function* answeringSpelled(
  analysis: EpisodeAnalysis,
  message: string,
  earlier: Exchange[],
  reader: Reader,
  mostWords: number,
): Generator<void, AnswerPart[]> {
  const { index } = analysis;
  yield* rolesIn.inSteps(index);
  const onward = yield* answeringFollowUp([analysis], message, earlier);
  if (onward !== null) return onward;
  const timesSaid = timesSaidIn(index);
  const command = parseTopicRequest(message, timesSaid);
  const resolved = resolveQuestion(command?.topic ?? message, earlier, index);
  const { question, quotedBefore, wantsMore } = resolved;
  const asksOn = quotedBefore.size > 0 && !namesEpisode(message);
  // 'What about buybacks?' names what it asks for, 'Is there a plan for it?' leans on what was said.
  const isUsual = !asksOn || namesItself(message);
  const usual = isUsual ? yield* findingUsualAnswers(analysis, command?.topic ?? message) : null;
  if (usual !== null) {
    const told = statements(analysis, usual);
    const most = command?.count ?? null;
    return most === null
      ? paragraphParts(analysis, told)
      : itemParts(analysis, told.slice(0, most));
  }
  const request = parseRequest(message, timesSaid, earlier);
  const isAboutLast = asksOn && (wantsMore || request?.intent === 'disagreements');
  if (request !== null && !isAboutLast) return yield* answeringRequest(analysis, request, reader);
  if (asksForDisagreement(message)) return yield* tellingDisagreements(analysis, resolved);
  const goesOn = yield* answeringWhatFollows([analysis], message, earlier);
  if (goesOn !== null) return goesOn;
  if (countTopicTerms(question) === 0) {
    yield* salienceOf.inSteps(analysis);
    return withoutTopic(analysis, resolved, reader);
  }
  const introduced = introductionsFor(analysis, question);
  if (introduced.length > 0) return partsFrom(analysis, introduced);
  const replies = wantsMore ? [] : repliesTo(index, question);
  if (replies.length > 0) return partsFrom(analysis, replies);
  const places = yield* findingAnswers(analysis, resolved);
  const { coverage: share, answers } = places;
  // What a question takes over may be in the reader's own words: the place is known from what was quoted.
  const isFound = share >= FOUND || resolved.lastQuoted.length > 0;
  if (isFound && answers.length > 0) {
    const chosen =
      command?.count == null
        ? partsFrom(analysis, placesFor(analysis, question, answers, mostWords))
        : inForm(analysis, command.form, placesForItems(analysis, answers, command.count));
    const unsaid = unsaidIn(analysis, question, share);
    return unsaid === null ? chosen : [textPart(nobodySays(unsaid)), ...chosen];
  }
  return answerWithClosest(analysis, resolved, places);
}

/** Places as items, or the first sentence of each. */
export function inForm(analysis: EpisodeAnalysis, form: AnswerForm, places: Sentence[][]) {
  const quoted = places.map((place) => statementOf(form === 'items' ? place : place.slice(0, 1)));
  return form === 'items' ? itemParts(analysis, quoted) : sentenceParts(analysis, quoted);
}

/** That the episode doesn't answer a question, with the places that come closest. */
export function* answeringWithClosest(
  analysis: EpisodeAnalysis,
  message: string,
  earlier: Exchange[],
): Generator<void, AnswerPart[]> {
  const { index } = analysis;
  const { text: spelled } = correctSpelling(message, analysis);
  yield* readingQuotations(spelled, earlier, index);
  const resolved = resolveQuestion(spelled, earlier, index);
  return answerWithClosest(analysis, resolved, yield* findingAnswers(analysis, resolved));
}

function answerWithClosest(
  analysis: EpisodeAnalysis,
  { wantsMore, quotedBefore }: ResolvedQuestion,
  places: FoundAnswers,
): AnswerPart[] {
  if (wantsMore && quotedBefore.size > 0) return [textPart(noMore(analysis.episode))];
  if (places.coverage < OFF_TOPIC) return [textPart(noMention(analysis))];
  const closest = closestPlaces(analysis, places, CLOSEST).map((place) => statementOf(place));
  const lead = `${noAnswer(analysis.episode)} ${COMES_CLOSEST}\n\n`;
  return [textPart(lead), ...itemParts(analysis, closest)];
}

const nobodySays = (word: string) =>
  `Nobody says “${escapeText(word)}” in so many words. ${COMES_CLOSEST}\n\n`;

export const namesEpisode = (message: string) =>
  wordsOf(message).some((word) => EPISODE_WORDS.has(word));

const ASKS_WHO = /^(?:and |so )?(?:who\b|what (?:is|was|does|do)\b.+\bdo\b)/i;
const ASKS_WORK = /^(?:and |so )?what (?:is|was) .+['’]s? (?:job|role|profession|background)\W*$/i;

/** Returns the sentences that introduce a person, if the question asks for nothing else. */
function introductionsFor({ index, episode }: EpisodeAnalysis, question: Question): number[] {
  const { text: asked, speakers } = question;
  const asksWho = countTopicTerms(question) === 0 && ASKS_WHO.test(asked.trim());
  if (!asksWho && !ASKS_WORK.test(asked.trim())) return [];
  return peopleOn(index, episode)
    .filter(({ speaker }) => speaker !== null && speakers.includes(speaker))
    .flatMap(({ introducedBy }) => introducedBy.map((sentence) => sentence.index));
}

/**
 * Answers a question about people and nothing else: how they are introduced if it asks who they are,
 * otherwise the main points of what they say.
 */
export function placesAbout(
  analysis: EpisodeAnalysis,
  { question, quotedBefore }: ResolvedQuestion,
  reader: Reader,
): number[] {
  const introduced = introductionsFor(analysis, question);
  if (introduced.length > 0) return introduced;
  const { sentences } = analysis.index;
  const choice = {
    isMeant: (at: number) => question.speakers.includes(sentences[at]?.speaker ?? ''),
    said: quotedBefore,
    fit: fitOf(analysis, reader),
  };
  return question.answerType === 'advice'
    ? chooseExtracts(analysis, 'actions', 3, choice)
    : takeawaysOf(analysis, 3, choice);
}

/** For questions without any topic: what the named people say, or else what matters. */
function withoutTopic(
  analysis: EpisodeAnalysis,
  resolved: ResolvedQuestion,
  reader: Reader,
): AnswerPart[] {
  const { question, quotedBefore } = resolved;
  if (question.speakers.length > 0) {
    const places = placesAbout(analysis, resolved, reader);
    if (places.length > 0) return partsFrom(analysis, places);
    return [
      textPart(quotedBefore.size > 0 ? noMore(analysis.episode) : noAnswer(analysis.episode)),
    ];
  }
  const fit = fitOf(analysis, reader);
  const facts = FACTOID_TYPES.has(question.answerType) ? factsFor(analysis, resolved, fit) : [];
  if (facts.length > 0) {
    return [textPart(`${COMES_CLOSEST}\n\n`), ...itemParts(analysis, statements(analysis, facts))];
  }
  const places = takeawaysOf(analysis, 4, { said: quotedBefore, fit });
  return [
    textPart('What matters most in it:\n\n'),
    ...itemParts(analysis, statements(analysis, places, fit)),
  ];
}

/** The most important sentences with the kind of fact that is asked for: 'How long have we got?' */
function factsFor(
  analysis: EpisodeAnalysis,
  { question, quotedBefore }: ResolvedQuestion,
  fit: Fit,
): number[] {
  const { sentences } = analysis.index;
  return chooseExtracts(analysis, 'takeaways', CLOSEST, {
    isMeant: (at) => containsAnswer(question, sentences[at]?.text ?? ''),
    said: quotedBefore,
    fit,
  });
}

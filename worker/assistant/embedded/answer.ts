/** Decides how a message about one or several episodes is answered. */
import { namesItself, parseFollowUp, pointsAtThing } from '../asking/follow-up.ts';
import { parseRequest, type Request } from '../asking/parse-request.ts';
import { parseTopicRequest, type TopicRequest } from '../asking/parse-topic-request.ts';
import { correctionNotice } from '../asking/spelling.ts';
import { splitQuestions } from '../asking/split-questions.ts';
import type { Exchange, Reader } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { EPISODE_WORDS } from '../language/request-words.ts';
import { capitalised, wordsOf } from '../language/words.ts';
import { escapeText } from '../markdown.ts';
import { countTopicTerms } from '../retrieval/question.ts';
import { timesSaidIn } from '../retrieval/transcript-index.ts';
import { answerFollowUp } from './answer-follow-up.ts';
import { answerFromSearch } from './answer-from-search.ts';
import { ANSWER_WORDS } from './choose-quotations.ts';
import { answerDisagreement, asksForDisagreement } from './disagreement.ts';
import type { EpisodeAnalysis, Scope } from './episode-analysis.ts';
import {
  type AskedQuestion,
  askEpisodes,
  type ReadMessage,
  readMessage,
} from './search-episodes.ts';
import {
  itemParts,
  paragraphParts,
  partsFrom,
  sentenceParts,
  statements,
  textPart,
} from './statements.ts';
import { findLifeAnswers, findUsualAnswers } from './usual-questions.ts';
import { answerRequest } from './whole-episode.ts';
import { answerWithoutTopic, introductionParts } from './without-topic.ts';

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
  request.aspects.length === 0 &&
  asked.some(({ question }) => question.speakers.length > 0);

const namesEpisode = (message: string) => wordsOf(message).some((word) => EPISODE_WORDS.has(word));

/** Answers a question with what several episodes say, or says that none does. */
import { COMES_CLOSEST, NOTHING_FOUND_NOTICE, THEY_DIFFER } from '../across.ts';
import {
  quotedByLine,
  type ResolvedQuestion,
  readingQuotations,
  resolveQuestion,
} from '../asking/follow-up.ts';
import { parseRequestAcross } from '../asking/parse-request.ts';
import { parseTopicRequest } from '../asking/parse-topic-request.ts';
import {
  correctionNotice,
  correctRequestSpelling,
  correctSpelling,
  type SpellingCorrection,
} from '../asking/spelling.ts';
import type { Exchange, Reader } from '../assistant.ts';
import { contradictEachOther } from '../check/contradiction.ts';
import type { AnswerPart } from '../evidence.ts';
import { isQuestion } from '../language/speech-cues.ts';
import { rolesIn } from '../retrieval/people.ts';
import { countTopicTerms, parseQuestion } from '../retrieval/question.ts';
import { bestPairCoverage } from '../retrieval/rank-passages.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import {
  answeringEach,
  FOUND as FOUND_IN_ONE,
  inForm,
  namesEpisode,
  placesAbout,
} from './answer.ts';
import { answeringFollowUp, answeringWhatFollows } from './answer-follow-up.ts';
import { asksForDisagreement, tellingDisagreements } from './disagreement.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import {
  CLOSEST,
  chooseQuotedSentences,
  closestPlaces,
  type FoundAnswers,
  findingAnswers,
  OFF_TOPIC,
  placesForItems,
} from './find-answers.ts';
import { salienceOf } from './salience.ts';
import { itemParts, partsFrom, statementOf, textPart } from './statements.ts';
import { answerRequestOfAll } from './whole-episode.ts';

const NO_TOPIC =
  'Ask about something that your podcasts talk about: a subject, a person, a claim. ' +
  'The Weekly Digest sums up what is new in them.';
const NO_MORE = 'I found nothing more about that in your podcasts.';

/**
 * The share of a question that an episode has to cover to answer it. Higher than for one episode, because
 * of eight one comes near by chance more easily (`npm run bench:search`).
 */
const FOUND = 0.64;
/** Others have to be nearly as relevant as the best. */
const AMONG_BEST = 0.75;
const MAX_EPISODES = 5;
/** Of each episode at least. */
const EPISODE_WORDS = 45;
/** Sentences of an episode that may be one side of a disagreement, and how good they have to be. */
const SIDES = 4;
const GOOD_SIDE = 0.6;
const MAX_DISAGREEMENTS = 2;

interface SearchedEpisode extends FoundAnswers, ResolvedQuestion {
  analysis: EpisodeAnalysis;
  corrections: SpellingCorrection['corrections'];
  /** How much of the question a passage says, times how much two neighbouring sentences do. */
  relevance: number;
}

/**
 * Answers the questions and requests of a message about several episodes, in steps.
 *
 * @param all the likeliest first
 */
export const answeringAcross = (
  all: EpisodeAnalysis[],
  message: string,
  earlier: Exchange[],
  reader: Reader,
): Generator<void, AnswerPart[]> =>
  answeringEach(message, earlier, (asked, told, mostWords) =>
    answeringOne(all, asked, told, reader, mostWords),
  );

function* answeringOne(
  all: EpisodeAnalysis[],
  message: string,
  earlier: Exchange[],
  reader: Reader,
  mostWords: number,
): Generator<void, AnswerPart[]> {
  for (const { index } of all) yield* rolesIn.inSteps(index);
  const onward = yield* answeringFollowUp(all, message, earlier);
  if (onward !== null) return onward;
  const vectors = all[0]?.vectors ?? null;
  const spelled = vectors === null ? message : correctRequestSpelling(message, vectors);
  const request = parseRequestAcross(spelled, earlier);
  if (request?.intent === 'disagreements') {
    const parts = yield* disagreeingWithLast(all, spelled, earlier);
    if (parts !== null) return parts;
  }
  if (request !== null && all.length > 0) {
    for (const analysis of all) yield* salienceOf.inSteps(analysis);
    return answerRequestOfAll(all, request, reader) ?? [textPart(NO_TOPIC)];
  }
  const goesOn = yield* answeringWhatFollows(all, message, earlier);
  if (goesOn !== null) return goesOn;
  const command = parseTopicRequest(spelled, () => 0);
  const searched = yield* searching(all, command?.topic ?? message, earlier);
  if (searched.length > 0 && searched.every(({ question }) => countTopicTerms(question) === 0)) {
    for (const { analysis } of searched) yield* salienceOf.inSteps(analysis);
    return aboutPeople(searched, reader);
  }
  // 'And in Turin?' is about the episodes that speak of it, if any does.
  const adding = searched.filter(({ addedSentences }) => addedSentences.length > 0);
  const saying = (least: number) =>
    (adding.length > 0 ? adding : searched).filter(
      ({ coverage, answers }) => coverage >= least && answers.length > 0,
    );
  // What refers to the last answer is about the episodes that it quotes.
  const quoted = saying(FOUND_IN_ONE).filter(({ lastQuoted }) => lastQuoted.length > 0);
  const answering = quoted.length > 0 ? quoted : saying(adding.length > 0 ? FOUND_IN_ONE : FOUND);
  answering.sort((a, b) => b.relevance - a.relevance);
  const best = answering[0]?.relevance ?? 0;
  if (best === 0) {
    return searched.some(hasQuotedBefore) ? [textPart(NO_MORE)] : answerWithClosest(searched);
  }
  const disagreements = findDisagreements(answering);
  const parts: AnswerPart[] = disagreements.flatMap((sides) => [
    textPart(`${THEY_DIFFER}\n\n`),
    ...sides.flatMap(({ analysis, sentence }) => itemsOf(analysis, [[sentence]])),
    textPart('\n\n'),
  ]);
  const shown = new Set(disagreements.flat().map(({ sentence }) => sentence));
  const chosen = answering
    .filter(({ relevance }) => relevance >= best * AMONG_BEST)
    .slice(0, MAX_EPISODES);
  if (command?.count != null) {
    const most = Math.ceil(command.count / chosen.length);
    const items = chosen.flatMap(({ analysis, answers }) =>
      inForm(analysis, command.form, placesForItems(analysis, answers, most)),
    );
    return [...correctionNotice(chosen), ...parts, ...items.slice(0, command.count)];
  }
  const words = Math.max(EPISODE_WORDS, mostWords / chosen.length);
  for (const { analysis, question, answers } of chosen) {
    const places = chooseQuotedSentences(analysis, question, answers, words).filter((at) => {
      const sentence = analysis.index.sentences[at];
      return sentence === undefined || !shown.has(sentence);
    });
    parts.push(...partsFrom(analysis, places));
  }
  return [...correctionNotice(chosen), ...parts];
}

/** Who disagrees about the last question, in the episodes that answered it; null if that is not asked. */
function* disagreeingWithLast(
  all: EpisodeAnalysis[],
  message: string,
  earlier: Exchange[],
): Generator<void, AnswerPart[] | null> {
  const last = earlier.at(-1);
  if (!last || !asksForDisagreement(message) || namesEpisode(message)) return null;
  const told: AnswerPart[][] = [];
  for (const analysis of all) {
    const { index } = analysis;
    if (quotedByLine(last.answer, index).flat().length === 0) continue;
    const resolved = resolveQuestion(last.question, earlier.slice(0, -1), index);
    const known = new Set(earlier.flatMap(({ answer }) => quotedByLine(answer, index).flat()));
    told.push(yield* tellingDisagreements(analysis, resolved, known));
    yield;
  }
  if (told.length === 0) return null;
  // Where somebody disagrees, nothing has to be said about the others.
  const found = told.filter((parts) => parts.every(({ type }) => type === 'statement'));
  return (found.length > 0 ? found : told.slice(0, 1)).flat();
}

const hasQuotedBefore = ({ wantsMore, quotedBefore }: SearchedEpisode) =>
  wantsMore && quotedBefore.size > 0;

/** What the people whom a question names say, or who they are. */
function aboutPeople(searched: SearchedEpisode[], reader: Reader): AnswerPart[] {
  const named = searched.filter(({ question }) => question.speakers.length > 0);
  if (named.length === 0) return [textPart(NO_TOPIC)];
  const parts = named
    .slice(0, MAX_EPISODES)
    .flatMap((one) => partsFrom(one.analysis, placesAbout(one.analysis, one, reader)));
  if (parts.length > 0) return parts;
  return [
    textPart(
      named.some(({ quotedBefore }) => quotedBefore.size > 0) ? NO_MORE : NOTHING_FOUND_NOTICE,
    ),
  ];
}

/** That no episode says it, with the places that come closest. */
export function* answeringWithClosestAcross(
  all: EpisodeAnalysis[],
  message: string,
  earlier: Exchange[],
): Generator<void, AnswerPart[]> {
  return answerWithClosest(yield* searching(all, message, earlier));
}

/** Who names somebody asks those episodes in which that person speaks. */
function* searching(
  all: EpisodeAnalysis[],
  message: string,
  earlier: Exchange[],
): Generator<void, SearchedEpisode[]> {
  const read = all.map((analysis) => ({ analysis, spelled: correctSpelling(message, analysis) }));
  // 'Interviews' is a topic only where they are spoken of; elsewhere the question would only refer back.
  const about = read.filter(({ analysis, spelled }) => {
    const question = parseQuestion(spelled.text, analysis.index);
    return countTopicTerms(question) > 0 || question.speakers.length > 0;
  });
  const searched: SearchedEpisode[] = [];
  for (const { analysis, spelled } of about.length > 0 ? about : read) {
    const { index, vectors } = analysis;
    yield* readingQuotations(spelled.text, earlier, index);
    const resolved = resolveQuestion(spelled.text, earlier, index);
    const found = yield* findingAnswers(analysis, resolved);
    const together = bestPairCoverage(index, resolved.question, vectors);
    const relevance = found.coverage * together;
    searched.push({ ...found, ...resolved, corrections: spelled.corrections, analysis, relevance });
    yield;
  }
  const named = searched.filter(({ question }) => question.speakers.length > 0);
  return named.length > 0 ? named : searched;
}

/** If no episode says the question's words, none of its places is close. */
function answerWithClosest(searched: SearchedEpisode[]): AnswerPart[] {
  const places = searched
    .filter(({ coverage }) => coverage >= OFF_TOPIC)
    .sort((a, b) => b.coverage - a.coverage)
    .slice(0, CLOSEST)
    .flatMap(({ analysis, ...found }) => itemsOf(analysis, closestPlaces(analysis, found, 1)));
  return places.length === 0
    ? [textPart(NOTHING_FOUND_NOTICE)]
    : [textPart(`${NOTHING_FOUND_NOTICE} ${COMES_CLOSEST}\n\n`), ...places];
}

interface Side {
  analysis: EpisodeAnalysis;
  sentence: Sentence;
}

/** Pairs of sentences by different people, each sentence in one pair. */
function findDisagreements(answering: SearchedEpisode[]): [Side, Side][] {
  const left = answering.flatMap(sidesOf);
  const pairs: [Side, Side][] = [];
  for (let one = left.shift(); one && pairs.length < MAX_DISAGREEMENTS; one = left.shift()) {
    const side = one;
    const at = left.findIndex((other) => areContradictorySides(side, other));
    const [other] = at < 0 ? [] : left.splice(at, 1);
    if (other) pairs.push([side, other]);
  }
  return pairs;
}

function areContradictorySides(one: Side, other: Side): boolean {
  const isByAnother =
    one.analysis !== other.analysis || one.sentence.speaker !== other.sentence.speaker;
  return isByAnother && contradictEachOther(one.sentence.text, other.sentence.text);
}

function sidesOf({ analysis, answers }: SearchedEpisode): Side[] {
  const best = answers[0]?.score ?? 0;
  return answers
    .filter(({ score }) => score >= best * GOOD_SIDE)
    .slice(0, SIDES)
    .flatMap(({ sentence: at }) => analysis.index.sentences.slice(at, at + 1))
    .filter(({ text: said }) => !isQuestion(said))
    .map((sentence) => ({ analysis, sentence }));
}

const itemsOf = (analysis: EpisodeAnalysis, places: Sentence[][]): AnswerPart[] =>
  itemParts(
    analysis,
    places.map((said) => statementOf(said)),
  );

/** Answers a question with what several episodes say, or says that none does. */
import { COMES_CLOSEST, NONE_SAYS, THEY_DIFFER } from '../across.ts';
import { type ResolvedQuestion, readingQuotations, resolveQuestion } from '../asking/follow-up.ts';
import { readRequestOfAll } from '../asking/read-request.ts';
import { readingsOf, type Spelled, withSpelling, withSpeltRequest } from '../asking/spelling.ts';
import type { Exchange, Reader } from '../assistant.ts';
import { isOpposed } from '../check/reversal.ts';
import type { AnswerPart } from '../evidence.ts';
import { isAsking } from '../language/speech-cues.ts';
import { rolesIn } from '../retrieval/people.ts';
import { readQuestion, topicSize } from '../retrieval/question.ts';
import { shareSaidTogether } from '../retrieval/rank-passages.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { FOUND as FOUND_IN_ONE, placesAbout } from './answer.ts';
import { answeringFollowUp } from './answer-follow-up.ts';
import {
  ANSWER_WORDS,
  CLOSEST,
  chosenFrom,
  closestOf,
  FOREIGN,
  type FoundPlaces,
  findingPlaces,
} from './find-places.ts';
import type { Known } from './known.ts';
import { partsFrom, statementOf, text } from './statements.ts';
import { weighed } from './what-matters.ts';
import { answerRequestOfAll } from './whole-episode.ts';

const NO_TOPIC =
  'Ask about something that your podcasts talk about: a subject, a person, a claim. ' +
  'The Weekly Digest sums up what is new in them.';
const NEWEST = "Of your newest episodes, in their speakers' own words:";
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

interface Looked extends FoundPlaces, ResolvedQuestion {
  known: Known;
  readAs: Spelled['readAs'];
  /** How much of the question a passage says, times how much two neighbouring sentences do. */
  relevance: number;
}

/** @param all the likeliest first */
export function* answeringFromAll(
  all: Known[],
  message: string,
  earlier: Exchange[],
  reader: Reader,
): Generator<void, AnswerPart[]> {
  for (const { index } of all) yield* rolesIn.finding(index);
  const onward = yield* answeringFollowUp(all, message, earlier);
  if (onward !== null) return onward.flatMap(({ known, parts }) => withEpisode(known, parts));
  const vectors = all[0]?.vectors ?? null;
  const spelled = vectors === null ? message : withSpeltRequest(message, vectors);
  const request = readRequestOfAll(spelled, earlier);
  if (request !== null && all.length > 0) {
    for (const known of all) yield* weighed.finding(known);
    const found = answerRequestOfAll(all, request, reader);
    if (found === null) return [text(NO_TOPIC)];
    const { none, parts } = found;
    if (parts.length === 0) return [text(NONE_SAYS)];
    return [text(`${none === null ? '' : `${none} `}${NEWEST}\n\n`), ...parts];
  }
  const looked = yield* looking(all, message, earlier);
  if (looked.length > 0 && looked.every(({ question }) => topicSize(question) === 0)) {
    for (const { known } of looked) yield* weighed.finding(known);
    return aboutPeople(looked, reader);
  }
  const saying = (least: number) =>
    looked.filter(({ said, held }) => said >= least && held.length > 0);
  // What refers to the last answer is about the episodes that it quotes.
  const quoted = saying(FOUND_IN_ONE).filter(({ near }) => near.length > 0);
  const answering = quoted.length > 0 ? quoted : saying(FOUND);
  answering.sort((a, b) => b.relevance - a.relevance);
  const best = answering[0]?.relevance ?? 0;
  if (best === 0) {
    return looked.some(isToldAll) ? [text(NO_MORE)] : closestPlaces(looked);
  }
  const disagreements = findDisagreements(answering);
  const parts: AnswerPart[] = disagreements.flatMap((sides) => [
    text(`${THEY_DIFFER}\n\n`),
    ...sides.map(({ known, sentence }) => itemOf(known, sentence)),
    text('\n\n'),
  ]);
  const shown = new Set(disagreements.flat().map(({ sentence }) => sentence));
  const chosen = answering
    .filter(({ relevance }) => relevance >= best * AMONG_BEST)
    .slice(0, MAX_EPISODES);
  const words = Math.max(EPISODE_WORDS, ANSWER_WORDS / chosen.length);
  for (const { known, question, held } of chosen) {
    const places = chosenFrom(known, question, held, words).filter((at) => {
      const sentence = known.index.sentences[at];
      return sentence === undefined || !shown.has(sentence);
    });
    parts.push(...partsOf(known, places));
  }
  return [...readingsOf(chosen), ...parts];
}

const isToldAll = ({ wantsMore, told }: Looked) => wantsMore && told.size > 0;

/** What the people whom a question names say, or who they are. */
function aboutPeople(looked: Looked[], reader: Reader): AnswerPart[] {
  const named = looked.filter(({ question }) => question.speakers.length > 0);
  if (named.length === 0) return [text(NO_TOPIC)];
  const parts = named
    .slice(0, MAX_EPISODES)
    .flatMap((one) => partsOf(one.known, placesAbout(one.known, one, reader)));
  if (parts.length > 0) return parts;
  return [text(named.some(({ told }) => told.size > 0) ? NO_MORE : NONE_SAYS)];
}

const partsOf = (known: Known, sentences: number[]): AnswerPart[] =>
  withEpisode(known, partsFrom(known.index, sentences));

const withEpisode = ({ episode }: Known, parts: AnswerPart[]): AnswerPart[] =>
  parts.map((part) => (part.type === 'statement' ? { ...part, episodeId: episode.id } : part));

/** That no episode says it, with the places that come closest. */
export function* sayingThatNoneDoes(
  all: Known[],
  message: string,
  earlier: Exchange[],
): Generator<void, AnswerPart[]> {
  return closestPlaces(yield* looking(all, message, earlier));
}

/** Who names somebody asks those episodes in which that person speaks. */
function* looking(all: Known[], message: string, earlier: Exchange[]): Generator<void, Looked[]> {
  const read = all.map((known) => ({ known, spelled: withSpelling(message, known) }));
  // 'Interviews' is a topic only where they are spoken of; elsewhere the question would only refer back.
  const about = read.filter(({ known, spelled }) => {
    const question = readQuestion(spelled.text, known.index);
    return topicSize(question) > 0 || question.speakers.length > 0;
  });
  const looked: Looked[] = [];
  for (const { known, spelled } of about.length > 0 ? about : read) {
    const { index, vectors } = known;
    yield* readingQuotations(spelled.text, earlier, index);
    const resolved = resolveQuestion(spelled.text, earlier, index);
    const found = yield* findingPlaces(known, resolved);
    const together = shareSaidTogether(index, resolved.question, vectors);
    const relevance = found.said * together;
    looked.push({ ...found, ...resolved, readAs: spelled.readAs, known, relevance });
    yield;
  }
  const named = looked.filter(({ question }) => question.speakers.length > 0);
  return named.length > 0 ? named : looked;
}

/** If no episode says the question's words, none of its places is close. */
function closestPlaces(looked: Looked[]): AnswerPart[] {
  const places = looked
    .filter(({ said }) => said >= FOREIGN)
    .sort((a, b) => b.said - a.said)
    .slice(0, CLOSEST)
    .flatMap(({ known, ...found }) =>
      closestOf(known, found, 1).flatMap((at) =>
        known.index.sentences.slice(at, at + 1).map((sentence) => itemOf(known, sentence)),
      ),
    );
  return places.length === 0
    ? [text(NONE_SAYS)]
    : [text(`${NONE_SAYS} ${COMES_CLOSEST}\n\n`), ...places];
}

interface Side {
  known: Known;
  sentence: Sentence;
}

/** Pairs of sentences by different people, each sentence in one pair. */
function findDisagreements(answering: Looked[]): [Side, Side][] {
  const left = answering.flatMap(sidesOf);
  const pairs: [Side, Side][] = [];
  for (let one = left.shift(); one && pairs.length < MAX_DISAGREEMENTS; one = left.shift()) {
    const side = one;
    const at = left.findIndex((other) => areOpposed(side, other));
    const [other] = at < 0 ? [] : left.splice(at, 1);
    if (other) pairs.push([side, other]);
  }
  return pairs;
}

function areOpposed(one: Side, other: Side): boolean {
  const isByAnother = one.known !== other.known || one.sentence.speaker !== other.sentence.speaker;
  return isByAnother && isOpposed(one.sentence.text, other.sentence.text);
}

function sidesOf({ known, held }: Looked): Side[] {
  const best = held[0]?.score ?? 0;
  return held
    .filter(({ score }) => score >= best * GOOD_SIDE)
    .slice(0, SIDES)
    .flatMap(({ sentence: at }) => known.index.sentences.slice(at, at + 1))
    .filter(({ text: said }) => !isAsking(said))
    .map((sentence) => ({ known, sentence }));
}

const itemOf = ({ episode }: Known, sentence: Sentence): AnswerPart => ({
  type: 'statement',
  form: 'item',
  statement: statementOf([sentence]),
  episodeId: episode.id,
});

/**
 * Answers what is usually asked: about an earnings call, a court argument or a doctor's visit, who sponsors a show, and
 * about somebody's life. Each is asked in words that nobody says there, and answered by sentences that tell it in theirs.
 */
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import { informativeFigures } from '../check/figures.ts';
import { LISTENER_PREAMBLE } from '../language/english.ts';
import { COMMAND_STEMS, REQUEST_PATTERNS, REQUEST_STEMS } from '../language/request-words.ts';
import { SPONSORED_BY } from '../language/show-talk.ts';
import { isQuestion } from '../language/speech-cues.ts';
import {
  DOMAIN_STOP_STEMS,
  LIFE_QUESTIONS,
  LIFE_STEMS,
  PLANS,
  USUAL_QUESTIONS,
  type UsualQuestion,
  WORKED,
  WORKS,
} from '../language/usual-questions.ts';
import { stemOf, topicStems, wordsOf } from '../language/words.ts';
import { containsAnswer } from '../retrieval/find-sentences.ts';
import { type Person, peopleOn } from '../retrieval/people.ts';
import { parseQuestion, type Question, topicTerms } from '../retrieval/question.ts';
import { isInterjection, runFrom, type Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { hasSides, positionsOf } from './insight.ts';
import { mostSalient, salienceOf } from './salience.ts';

const MAX_QUOTED = 4;
const SIDES = 2;

/**
 * Finds in steps what answers what is usually asked of this kind of episode, best first; null for other
 * questions, and if nothing of the kind is said.
 *
 * @param count how many sentences are wanted of the sides in court; null if unspecified
 */
export function* findUsualAnswers(
  analysis: EpisodeAnalysis,
  message: string,
  count: number | null = null,
): Generator<void, number[] | null> {
  const { kind, index } = analysis;
  const sponsors = sponsorsNamed(index, message);
  if (sponsors.length > 0) return sponsors;
  if (kind === 'talk') return null;
  const lower = wordsOf(message.replace(LISTENER_PREAMBLE, '')).join(' ');
  const isSaid = (stem: string) => index.postings.has(stem);
  const asked = USUAL_QUESTIONS[kind].filter(({ asks, isSynonym }) => {
    const words = asks.exec(lower)?.[0];
    return words !== undefined && !(isSynonym && topicStems(words).every(isSaid));
  });
  const sides = kind === 'argument' ? sidesIn(analysis, message, asked.length > 0) : null;
  if (asked.length === 0 && sides === null) return null;
  yield* salienceOf.inSteps(analysis);
  const positions = sides === null ? [] : positionsOf(analysis, count ?? MAX_QUOTED, sides);
  if (positions.length > 0) return positions;
  const rest = asked.reduce((left, { asks }) => left.replace(new RegExp(asks, 'g'), ' '), lower);
  const isTelling = (stem: string) => !DOMAIN_STOP_STEMS.has(stem);
  const topic = topicStems(rest).filter(isTelling);
  if (asked.some(({ isOfSides }) => isOfSides) && topic.length === 0 && hasSides(analysis))
    return positionsOf(analysis, SIDES);
  const saying = (stems: string[]) =>
    asked.slice(0, MAX_ASKED_TOGETHER).flatMap((one) => sentencesSaying(analysis, one, stems));
  const found = saying(topic);
  const unframed = topicStems(wordsOf(rest).filter(isOfTopic).join(' ')).filter(isTelling);
  const all = found.length > 0 || unframed.length === topic.length ? found : saying(unframed);
  return all.length === 0
    ? null
    : withFact(index, parseQuestion(message, index), [...new Set(all)]);
}

/** How many sentences after the first that answers may have the figure that was asked for. */
const FACT_WINDOW = 2;

/** Adds the sentence with the kind of fact that was asked for, right after the first one that answers without it. */
function withFact({ sentences }: TranscriptIndex, question: Question, found: number[]): number[] {
  const isFact = (at: number) => containsAnswer(question, sentences[at]?.text ?? '');
  const [first] = found;
  if (first === undefined || found.some(isFact)) return found;
  const fact = sentences
    .slice(first + 1, first + 1 + FACT_WINDOW)
    .find((one) => one.turn === sentences[first]?.turn && isFact(one.index));
  return fact === undefined ? found : [first, fact.index, ...found.slice(1)];
}

const SPONSOR = stemOf('sponsor');

/** The sentences that name a sponsor, if a question asks for nothing else. Searches leave advertising out. */
function sponsorsNamed(index: TranscriptIndex, message: string): number[] {
  if (!topicStems(message).includes(SPONSOR)) return [];
  if (topicTerms(parseQuestion(message, index)).some((stem) => stem !== SPONSOR)) return [];
  return index.sentences
    .filter(({ text }) => SPONSORED_BY.test(text))
    .slice(0, MAX_QUOTED)
    .map(({ index: at }) => at);
}

/** 'Diagnosis and plan' */
const MAX_ASKED_TOGETHER = 2;

/** Whether a word is none of what requests consist of: 'The plan in bullets for my notes, please' */
const isOfTopic = (word: string) =>
  !REQUEST_STEMS.has(stemOf(word)) &&
  !COMMAND_STEMS.has(stemOf(word)) &&
  !REQUEST_PATTERNS.some(([, asks]) => asks.test(word));

/** The best sentences that say what is asked in a field, of a topic if it has one. */
function sentencesSaying(
  analysis: EpisodeAnalysis,
  { says, except, hasFigure, max = MAX_QUOTED }: UsualQuestion,
  topic: string[],
): number[] {
  // What isn't understood alone may still be the only place.
  return mostSalient(analysis, max, (one) => {
    if (!says.test(one.text) || isInterjection(one) || isQuestion(one.text)) return false;
    // 'I think it is.'
    if (analysis.index.stems[one.index]?.length === 0) return false;
    if (except?.test(one.text)) return false;
    if (hasFigure && informativeFigures(one).length === 0) return false;
    return isSaidNear(analysis.index, topic, [one.index - 1, one.index]);
  });
}

/** Whether these sentences together say all of a topic, in stems. */
function isSaidNear({ stems }: TranscriptIndex, topic: string[], places: number[]): boolean {
  const near = places.flatMap((at) => stems[at] ?? []);
  return topic.every((stem) => near.includes(stem));
}

const BOTH_SIDES =
  /\b(?:each|either) (?:side|party)\b|\b(?:both|the(?: two)?) (?:sides|parties|lawyers|attorneys|advocates)\b/i;

/** Who is asked about in an argument in court and nothing else; nobody if it is both sides, null for other questions. */
function sidesIn({ index }: EpisodeAnalysis, message: string, isUsual: boolean): string[] | null {
  const asksBothSides = !isUsual && BOTH_SIDES.test(message);
  const question = parseQuestion(message.replace(BOTH_SIDES, ' '), index);
  const isOther = topicTerms(question).some((stem) => !DOMAIN_STOP_STEMS.has(stem));
  return isOther || (question.speakers.length === 0 && !asksBothSides) ? null : question.speakers;
}

/** How many places are quoted of what somebody tells of their life, each until it has so many words. */
const LIFE_PLACES = { max: 3, words: 40 };
/** How near a topic is named: 'What did she do at Amazon?' */
const TOPIC_WINDOW = 2;
const SOMEBODY = /\b(?:he|she|his|her|they|their|guests?)\b/;

/**
 * Finds in steps what somebody tells of their life, if a question is about that: what they do, what they studied, how
 * they began and what they plan.
 */
export function* findLifeAnswers(
  { index, episode }: EpisodeAnalysis,
  question: Question,
): Generator<void, number[]> {
  const lower = wordsOf(question.text).join(' ');
  const kinds = LIFE_QUESTIONS.filter(({ asks }) => asks.test(lower));
  if (kinds.length === 0) return [];
  const people = peopleOn(index, episode);
  const names = new Set(topicStems(people.map(({ name }) => name).join(' ')));
  const asked = topicStems(question.text);
  const topic = topicTerms(question).filter(
    (stem) => asked.includes(stem) && !LIFE_STEMS.has(stem) && !names.has(stem),
  );
  const isSomebody = SOMEBODY.test(lower) || asked.some((stem) => names.has(stem));
  const isOfPerson = whoIsMeant(people, question, isSomebody || kinds.includes(PLANS));
  for (const kind of kinds) {
    // 'Ana, who is an actuary' tells what she does now better than she tells what she did.
    if (kind === WORKED && kinds.includes(WORKS) && topic.length === 0) {
      const known = people.filter(({ speaker, role }) => role !== null && isOfPerson({ speaker }));
      if (known.length > 0)
        return known.flatMap(({ introducedBy }) =>
          introducedBy.slice(0, 1).map(({ index: at }) => at),
        );
    }
    const telling = (yield* sentencesMatching(index, kind.tells)).filter(
      (one) =>
        isOfPerson(one) &&
        !isQuestion(one.text) &&
        !isInterjection(one) &&
        isSaidNear(index, topic, around(one)),
    );
    const runs = telling
      .slice(0, LIFE_PLACES.max)
      .flatMap(({ index: at }) => runFrom(index.sentences, at, LIFE_PLACES.words));
    if (runs.length > 0) return runs.map(({ index: at }) => at);
  }
  return [];
}

const around = ({ index: at }: Sentence) =>
  Array.from({ length: 2 * TOPIC_WINDOW + 1 }, (_, by) => at - TOPIC_WINDOW + by);

function* sentencesMatching(
  { sentences }: TranscriptIndex,
  pattern: RegExp,
): Generator<void, Sentence[]> {
  const isTimeToPause = createPauseMeter();
  const found: Sentence[] = [];
  for (const one of sentences) {
    if (isTimeToPause(SENTENCE + one.text.length)) yield;
    if (pattern.test(one.text)) found.push(one);
  }
  return found;
}

/** Tells who says a sentence that may answer: whom the question names, or the guests; anybody if no speakers are named. */
function whoIsMeant(
  people: Person[],
  { speakers }: Question,
  isSomebody: boolean,
): (one: Pick<Sentence, 'speaker'>) => boolean {
  if (speakers.length > 0) return ({ speaker }) => speakers.includes(speaker ?? '');
  if (!isSomebody || people.every(({ speaker }) => speaker === null)) return () => isSomebody;
  const isHostKnown = people.some(({ part }) => part === 'host');
  const guests = people.filter(({ part }) => (isHostKnown ? part !== 'host' : part === 'guest'));
  const labels = new Set(guests.map(({ speaker }) => speaker));
  return ({ speaker }) => labels.has(speaker);
}

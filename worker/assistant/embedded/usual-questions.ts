/** Answers the usual questions about an earnings call, a court argument or a doctor's visit, and who sponsors a show. */
import { informativeFigures } from '../check/figures.ts';
import { DOMAIN_STOP_STEMS, USUAL_QUESTIONS, type UsualQuestion } from '../language/kinds.ts';
import { COMMAND_STEMS, REQUEST_PATTERNS, REQUEST_STEMS } from '../language/request-words.ts';
import { isQuestion, SPONSORED_BY } from '../language/speech-cues.ts';
import { stemOf, topicStems, wordsOf } from '../language/words.ts';
import { parseQuestion, topicTerms } from '../retrieval/question.ts';
import { isInterjection } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { hasSides, positionsOf } from './insight.ts';
import { mostSalient, salienceOf } from './salience.ts';

const MAX_QUOTED = 4;
const SIDES = 2;

/**
 * Finds in steps what answers what is usually asked of this kind of episode, best first; null for other
 * questions, and if nothing of the kind is said.
 */
export function* findUsualAnswers(
  analysis: EpisodeAnalysis,
  message: string,
): Generator<void, number[] | null> {
  const { kind, index } = analysis;
  const sponsors = sponsorsNamed(index, message);
  if (sponsors.length > 0) return sponsors;
  if (kind === 'talk') return null;
  const lower = wordsOf(message).join(' ');
  const isSaid = (stem: string) => index.postings.has(stem);
  const asked = USUAL_QUESTIONS[kind].filter(({ asks, isSynonym }) => {
    const words = asks.exec(lower)?.[0];
    return words !== undefined && !(isSynonym && topicStems(words).every(isSaid));
  });
  const sides = kind === 'argument' ? sidesIn(analysis, message, asked.length > 0) : null;
  if (asked.length === 0 && sides === null) return null;
  yield* salienceOf.inSteps(analysis);
  const positions = sides === null ? [] : positionsOf(analysis, MAX_QUOTED, sides);
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
  return all.length === 0 ? null : [...new Set(all)];
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
  const { stems } = analysis.index;
  // What isn't understood alone may still be the only place.
  return mostSalient(analysis, max, (one) => {
    if (!says.test(one.text) || isInterjection(one) || isQuestion(one.text)) return false;
    if (except?.test(one.text)) return false;
    if (hasFigure && informativeFigures(one).length === 0) return false;
    const near = stems.slice(Math.max(0, one.index - 1), one.index + 1).flat();
    return topic.every((stem) => near.includes(stem));
  });
}

const BOTH_SIDES =
  /\b(?:each|either) (?:side|party)\b|\b(?:both|the(?: two)?) (?:sides|parties)\b/i;

/** Who is asked about in an argument in court and nothing else; nobody if it is both sides, null for other questions. */
function sidesIn({ index }: EpisodeAnalysis, message: string, isUsual: boolean): string[] | null {
  const asksBothSides = !isUsual && BOTH_SIDES.test(message);
  const question = parseQuestion(message.replace(BOTH_SIDES, ' '), index);
  const isOther = topicTerms(question).some((stem) => !DOMAIN_STOP_STEMS.has(stem));
  return isOther || (question.speakers.length === 0 && !asksBothSides) ? null : question.speakers;
}

/** Finds the sentences that answer a question. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { ResolvedQuestion } from '../asking/complete-question.ts';
import { isBoilerplate, PITCH } from '../language/show-talk.ts';
import { isQuestion, withoutPreamble } from '../language/speech-cues.ts';
import { advertSentences } from '../retrieval/adverts.ts';
import {
  containsAnswer,
  FACTOID_TYPES,
  type FoundSentence,
  findSentences,
} from '../retrieval/find-sentences.ts';
import type { Question } from '../retrieval/question.ts';
import { bestPassageCoverage } from '../retrieval/rank-passages.ts';
import { sentenceVectorsIn } from '../retrieval/sentence-vectors.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';

/** The factor for sentences that were quoted before. They may still be the best answer. */
const QUOTED_BEFORE_FACTOR = 0.7;
/** The factor for advertising, announcements and thanks, which answer nothing. */
const OFF_SUBJECT_FACTOR = 0.25;
/** How many places are searched for the requested kind of fact. */
const MAX_FACT_CANDIDATES = 12;
const MIN_RELATIVE_SCORE = 0.5;
/** The factor for a fact that stands next to a sentence with the words of the question, and not in it. */
const NEARBY_FACT_FACTOR = 0.7;

/** What an episode says about a question, and how much of the question that covers. */
export interface FoundAnswers {
  /** Best first. */
  candidates: FoundSentence[];
  /** Those that contain the kind of thing requested. */
  answers: FoundSentence[];
  /** The share of the question that one passage says, in these or other words, 0 to 1. */
  coverage: number;
}

/** Finds in steps what answers a question. What was quoted before counts less if it refers to that. */
export function* findAnswers(
  analysis: EpisodeAnalysis,
  { question, quotedBefore, wantsMore, addedSentences, lastQuoted }: ResolvedQuestion,
): Generator<void, FoundAnswers> {
  const { index, vectors } = analysis;
  if (vectors !== null) yield* sentenceVectorsIn.inSteps(index, vectors);
  const coverage = bestPassageCoverage(index, question, vectors);
  yield;
  const sentences = findSentences(index, question, vectors);
  yield;
  const all = weighted(sentences, (at) => (isOffSubject(analysis, at) ? OFF_SUBJECT_FACTOR : 1));
  yield;
  const candidates = wantsMore ? all.filter(({ sentence }) => !quotedBefore.has(sentence)) : all;
  const isAbout = addedSentences.length === 0 ? () => true : isNear(addedSentences);
  const about = candidates.filter(isAbout);
  const holds = withExpectedAnswer(analysis, question, about).filter(isAbout);
  // 'How many did he ask?' may not share a word with what answers it.
  if (holds.length === 0 && !wantsMore && addedSentences.length === 0)
    holds.push(...factsNear(analysis, question, lastQuoted));
  // 'And alcohol?' after a question about a time is answered without one, too.
  const held = holds.length > 0 || addedSentences.length === 0 ? holds : about;
  return {
    candidates,
    answers: weighted(held, (at) => (quotedBefore.has(at) ? QUOTED_BEFORE_FACTOR : 1)),
    coverage,
  };
}

/** How many sentences after what a question adds may answer it. */
const ADDED_WINDOW = 2;

function isNear(places: number[]): (one: FoundSentence) => boolean {
  const near = new Set(
    places.flatMap((at) => Array.from({ length: ADDED_WINDOW + 1 }, (_, by) => at + by)),
  );
  return ({ sentence }) => near.has(sentence);
}

function weighted(found: FoundSentence[], weightOf: (sentence: number) => number): FoundSentence[] {
  return found
    .map((one) => ({ ...one, score: one.score * weightOf(one.sentence) }))
    .sort((a, b) => b.score - a.score || a.sentence - b.sentence);
}

/** Whether a sentence advertises, announces or thanks. */
export function isOffSubject({ index }: EpisodeAnalysis, at: number): boolean {
  const sentence = index.sentences[at];
  return advertSentences(index).has(at) || (sentence !== undefined && isAnnouncement(sentence));
}

const isAnnouncement = cachedBy(
  ({ text }: Sentence): boolean => isBoilerplate(withoutPreamble(text)) || PITCH.test(text),
);

/** Whether an answer is recognised by its form. Names aren't in lower-case text. */
const isCheckable = ({ cased }: TranscriptIndex, { answerType }: Question) =>
  FACTOID_TYPES.has(answerType) && (answerType !== 'person' || cased);

/**
 * The sentences found, best first. If a figure, date or name is requested, those that contain one or
 * are next to one.
 */
function withExpectedAnswer(
  { index }: EpisodeAnalysis,
  question: Question,
  found: FoundSentence[],
): FoundSentence[] {
  if (!isCheckable(index, question)) return found;
  const holds = holdsFact(index, question);
  const best = found[0]?.score ?? 0;
  return found
    .slice(0, MAX_FACT_CANDIDATES)
    .filter(({ score }) => score >= best * MIN_RELATIVE_SCORE)
    .flatMap((one) => {
      const at = one.sentence;
      const place = [at, at + 1, at - 1].find(holds);
      if (place === undefined) return [];
      return [
        place === at ? one : { ...one, sentence: place, score: one.score * NEARBY_FACT_FACTOR },
      ];
    })
    .sort((a, b) => b.score - a.score);
}

/** The sentences that contain the requested kind of fact and stand with the last answer's, the next ones first. */
function factsNear(
  { index }: EpisodeAnalysis,
  question: Question,
  quoted: number[],
): FoundSentence[] {
  if (!isCheckable(index, question)) return [];
  const near = [0, 1, -1, 2, -2].flatMap((by) => quoted.map((at) => at + by));
  return [...new Set(near)].filter(holdsFact(index, question)).map((sentence, rank) => {
    const passage = index.passages.findIndex(({ to }) => sentence < to);
    return { sentence, score: 1 / (rank + 1), coverage: 0, passage, passageScore: 1 };
  });
}

const holdsFact = (index: TranscriptIndex, question: Question) => (at: number) => {
  const said = index.sentences[at]?.text ?? '';
  return !isQuestion(said) && containsAnswer(question, said);
};

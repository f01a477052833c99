/** Chooses the questions of a quiz and their options. None stands out to somebody who hasn't heard the episode. */
import { cachedBy } from '../../platform/cached-by.ts';
import { createPauseMeter } from '../../platform/pauses.ts';
import { type Chance, seededChance } from '../../platform/seeded-random.ts';
import { AssistantError, type AssistantQuizQuestion } from '../assistant.ts';
import { bareText, type ComparableQuestion, shareEvidence } from '../duplicate-questions.ts';
import { countWords } from '../language/words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { shareTopicWords } from './quiz-endings.ts';
import {
  areAsLong,
  type CandidateQuestion,
  findCandidates,
  type Option,
} from './quiz-questions.ts';
import { statementOf } from './statements.ts';

/**
 * What is allowed where questions run short, each step with all before it: sentences cut anywhere or shown twice; last,
 * questions that were asked recently.
 */
const STAGE = { usual: 0, short: 1, repeated: 2 };

/**
 * Returns `count` questions, the same for the same seed, in steps.
 *
 * @param avoid recent questions, only repeated if there is nothing else
 * @throws AssistantError 'empty' if the episodes are too short
 */
export function* makeQuiz(
  episodes: EpisodeAnalysis[],
  count: number,
  seed: string,
  avoid: ComparableQuestion[] = [],
): Generator<void, AssistantQuizQuestion[]> {
  const chance = seededChance(`${seed}/${episodes.map(({ episode }) => episode.id).join('/')}`);
  const candidates: CandidateQuestion[] = [];
  for (const analysis of chance.shuffle(episodes)) {
    candidates.push(...(yield* findCandidates(analysis, chance)));
  }
  const asked: Asked[] = [];
  for (const stage of Object.values(STAGE)) {
    while (asked.length < count) {
      const next = yield* chooseNext(candidates, asked, stage, avoid, chance);
      if (next === null) break;
      asked.push(next);
      yield;
    }
  }
  if (asked.length < count) {
    throw new AssistantError('empty', 'These episodes are too short for a quiz.');
  }
  return asked.map(({ analysis, sentence, question, text, options }) => {
    const texts = chance.shuffle(options.map((option) => option.text));
    return {
      question: episodes.length > 1 ? `In “${analysis.episode.title}”: ${question}` : question,
      options: texts,
      correctAnswerIndex: texts.indexOf(text),
      explanation: statementOf([sentence]),
      episodeId: analysis.episode.id,
    };
  });
}

interface Asked extends CandidateQuestion {
  options: Option[];
}

/** How much work the options of a question take, for pauses. */
const WORK_PER_QUESTION = 5_000;

/** Whether the options differ only in a figure of one sentence. */
const isFigureQuestion = ({ kind }: CandidateQuestion) => kind === 'figure' || kind === 'duration';

/**
 * What is asked first. Sense alone tells the right clause of most, how long something took is mostly said by the way, and
 * half a sentence is seldom clear.
 */
const RANK = { speaker: 0, part: 0, clause: 1, figure: 1, duration: 2, half: 3 };

/** Returns the best question not asked yet, about another topic, of the episode and kind with the fewest so far. */
function* chooseNext(
  candidates: CandidateQuestion[],
  asked: Asked[],
  stage: number,
  avoid: ComparableQuestion[],
  chance: Chance,
): Generator<void, Asked | null> {
  const shown = new Set(asked.flatMap(({ options }) => options.map(({ sentence }) => sentence)));
  const count = (is: (one: Asked) => boolean) => asked.filter(is).length;
  const orderOf = (one: CandidateQuestion) => [
    shown.has(one.sentence) ? 1 : 0,
    one.isGood ? 0 : 1,
    count(({ analysis, topic }) => analysis === one.analysis && topic === one.topic),
    RANK[one.kind],
    count(({ analysis }) => analysis === one.analysis),
    count(({ kind }) => kind === one.kind),
    -one.priority,
  ];
  const ranked = candidates
    .map((candidate) => ({ candidate, order: orderOf(candidate) }))
    .sort((a, b) => a.order.map((value, at) => value - (b.order[at] ?? 0)).find(Boolean) ?? 0);
  const isTimeToPause = createPauseMeter();
  for (const { candidate } of ranked) {
    if (stage < STAGE.short && shown.has(candidate.sentence)) continue;
    if (asked.some((other) => areTooClose(candidate, other, stage))) continue;
    if (stage < STAGE.repeated && avoid.some((other) => asksSame(candidate, other))) continue;
    if (isTimeToPause(WORK_PER_QUESTION)) yield;
    const options = optionsOf(candidate, shown, stage, chance);
    if (options !== null) return { ...candidate, options };
  }
  return null;
}

/** Whether two questions are in the same words, or about the same sentence or, usually, neighbours. */
function areTooClose(one: CandidateQuestion, other: CandidateQuestion, stage: number): boolean {
  if (one.analysis !== other.analysis) return false;
  const distance = Math.abs(one.sentence.index - other.sentence.index);
  return distance <= (stage < STAGE.short ? 1 : 0) || one.question === other.question;
}

/** Whether a question, which may name its episode, was asked before, in these words or about such a sentence. */
function asksSame({ question, sentence }: CandidateQuestion, other: ComparableQuestion): boolean {
  const isSame = other.question.endsWith(question);
  return isSame || shareEvidence({ question, explanation: sentence.text }, other);
}

/** Three wrong options are drawn from this many, so that the same ones don't come up again and again. */
const MAX_WRONG = 6;

/** What is said so near a sentence, or in its line or the next, may be right as well. */
const MIN_DISTANCE = 12;

const isNear = ({ sentence: { index, line, lastLine } }: Option, right: Sentence) =>
  Math.abs(index - right.index) < MIN_DISTANCE ||
  (lastLine >= right.line - 1 && line <= right.lastLine + 1);

/** Cached, because each sentence is near many others. */
const bareTextOf = cachedBy(({ text }: Sentence) => bareText(text));

const wordsNear = ({ analysis, sentence: { index } }: CandidateQuestion): string =>
  analysis.index.sentences
    .slice(Math.max(0, index - MIN_DISTANCE), index + MIN_DISTANCE)
    .map(bareTextOf)
    .join(' ');

/** Returns the right option and three of the best wrong ones; null if there are too few. */
function optionsOf(
  candidate: CandidateQuestion,
  shown: ReadonlySet<Sentence>,
  stage: number,
  chance: Chance,
): Option[] | null {
  const { sentence, text, bare, about, kind } = candidate;
  if (isFigureQuestion(candidate)) {
    // The wrong ones are the same sentence with other figures, which may be said nearby.
    const near = wordsNear(candidate);
    const wrong = candidate.distractors();
    return wrong.some((other) => near.includes(other.bare)) ? null : [candidate, ...wrong];
  }
  const isShort = stage >= STAGE.short;
  const isPoor = kind === 'half' || (kind === 'clause' && shareTopicWords(about, text));
  if (isPoor && !isShort) return null;
  const words = countWords(text);
  const seen = new Set(isShort ? [sentence] : shown);
  const texts = new Set([bare]);
  // Where sentences may be shown twice, those not shown yet still come first.
  const isShown = (other: Option) => (shown.has(other.sentence) ? 1 : 0);
  const others = candidate.distractors().toSorted((a, b) => isShown(a) - isShown(b));
  const wrong: Option[] = [];
  for (const other of others) {
    if (wrong.length === MAX_WRONG) break;
    const fits = isShort || (!isNear(other, sentence) && areAsLong(countWords(other.text), words));
    if (!fits || texts.has(other.bare) || seen.has(other.sentence)) continue;
    texts.add(other.bare);
    seen.add(other.sentence);
    wrong.push(other);
  }
  const chosen = (isShort ? wrong : chance.shuffle(wrong)).slice(0, 3);
  return chosen.length === 3 ? [candidate, ...chosen] : null;
}

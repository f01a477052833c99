/** Chooses the questions of a quiz and their options. None stands out to somebody who hasn't heard the episode. */
import { cachedBy, cachedByText } from '../../platform/cached-by.ts';
import { createPauseMeter } from '../../platform/pauses.ts';
import { seededChance } from '../../platform/seeded-random.ts';
import { AssistantError, type AssistantQuizQuestion } from '../assistant.ts';
import { bareText, type ComparableQuestion, shareEvidence } from '../duplicate-questions.ts';
import { countWords, topicStems } from '../language/words.ts';
import { sentenceVectorsIn } from '../retrieval/sentence-vectors.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { dotProduct, type WordVectors } from '../retrieval/word-vectors.ts';
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
      const next = yield* chooseNext(candidates, asked, stage, avoid);
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
    const options = optionsOf(candidate, shown, stage);
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

/** Returns the right option and three wrong ones; null if there are too few. */
function optionsOf(
  candidate: CandidateQuestion,
  shown: ReadonlySet<Sentence>,
  stage: number,
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
  const free = others.filter((other) => {
    if (!isShort && (isNear(other, sentence) || !areAsLong(countWords(other.text), words)))
      return false;
    if (texts.has(other.bare) || seen.has(other.sentence)) return false;
    texts.add(other.bare);
    seen.add(other.sentence);
    return true;
  });
  const balanced = chooseDistractors(candidate, markBetterFits(candidate, free));
  const wrong = isShort && balanced.length < 3 ? free.slice(0, 3) : balanced;
  return wrong.length === 3 ? [candidate, ...wrong] : null;
}

/** More than an episode's sentences and clauses. */
const MAX_TEXTS = 5_000;

/** What texts mean, each computed once: every end is compared with all others. */
const meaningsOfTexts = cachedBy((index: TranscriptIndex, vectors: WordVectors) => {
  const { of } = sentenceVectorsIn(index, vectors);
  return cachedByText(
    (text) => ({ meaning: of(topicStems(text).map((stem) => [stem, 1])) }),
    MAX_TEXTS,
  );
});

/** Marks the options closer in meaning to what the question reveals than the right one is. */
function markBetterFits({ analysis, question, text: right }: CandidateQuestion, options: Option[]) {
  const { index, vectors } = analysis;
  const meaningOf = (text: string) => vectors && meaningsOfTexts(index, vectors)(text).meaning;
  const given = meaningOf(question);
  const fitOf = (text: string) => {
    const meaning = given && meaningOf(text);
    return meaning ? dotProduct(given, meaning) : 0;
  };
  const fit = fitOf(right);
  return options.map((option) => ({ ...option, isBetter: fitOf(option.text) > fit }));
}

/** How many wrong options are tried that fit the question better than the right one, and how many that fit it worse. */
const DISTRACTORS_TRIED = 6;

type Compared = Pick<Option, 'text' | 'isBetter'>;

/**
 * Returns three wrong options, of which `better` fit the question better than the right one and about `closer` share more
 * words with the others; none if there are too few.
 */
export function chooseDistractors<T extends Compared>(
  right: Compared & { better: number; closer: number },
  wrong: T[],
): T[] {
  const better = wrong.filter(({ isBetter }) => isBetter).slice(0, DISTRACTORS_TRIED);
  const worse = wrong.filter(({ isBetter }) => !isBetter).slice(0, DISTRACTORS_TRIED);
  const stems = new Map(
    [right, ...better, ...worse].map((one): [Compared, Set<string>] => [
      one,
      new Set(topicStems(one.text)),
    ]),
  );
  const common = (one: Compared, other: Compared) =>
    [...(stems.get(one) ?? [])].filter((stem) => stems.get(other)?.has(stem)).length;
  const offBy = (three: T[]) => {
    const all = [right, ...three];
    const [own = 0, ...others] = all.map((one) =>
      all.reduce((sum, other) => (other === one ? sum : sum + common(one, other)), 0),
    );
    const closer = others.filter((other) => other > own).length;
    const asClose = others.filter((other) => other === own).length;
    return Math.abs(closer + asClose / 2 - right.closer);
  };
  let best: T[] = [];
  for (const some of subsetsOf(better, right.better)) {
    for (const others of subsetsOf(worse, 3 - right.better)) {
      const three = [...some, ...others];
      if (best.length === 0 || offBy(three) < offBy(best)) best = three;
    }
  }
  return best;
}

function subsetsOf<T>(all: T[], size: number): T[][] {
  if (size === 0) return [[]];
  return all.flatMap((one, at) =>
    subsetsOf(all.slice(at + 1), size - 1).map((rest) => [one, ...rest]),
  );
}

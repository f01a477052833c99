/** Chooses the questions of a quiz and their options. None stands out to somebody who hasn't heard the episode. */
import { createPauseMeter } from '../../platform/pauses.ts';
import { seededChance } from '../../platform/seeded-random.ts';
import { AssistantError, type AssistantQuizQuestion } from '../assistant.ts';
import { bareText, type ComparableQuestion, shareEvidence } from '../duplicate-questions.ts';
import { countWords } from '../language/words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { haveCommon, openerOf } from './quiz-endings.ts';
import { areAsLong, chooseDistractors, type Option } from './quiz-options.ts';
import { type CandidateQuestion, findingCandidates } from './quiz-questions.ts';
import { statementOf } from './statements.ts';

interface Stage {
  isLoose: boolean;
  isShort: boolean;
  mayRepeat: boolean;
}
/**
 * What is allowed where questions run short, step by step: first several about one topic, and ends that begin in
 * different ways; then sentences shown twice, and ends that repeat a word of their beginning; last, questions that were
 * asked recently.
 */
const STAGES: Stage[] = [
  { isLoose: false, isShort: false, mayRepeat: false },
  { isLoose: true, isShort: false, mayRepeat: false },
  { isLoose: true, isShort: true, mayRepeat: false },
  { isLoose: true, isShort: true, mayRepeat: true },
];

/**
 * Returns `count` questions, the same for the same seed, in steps.
 *
 * @param avoid recent questions, only repeated if there is nothing else
 * @throws AssistantError 'empty' if the episodes are too short
 */
export function* makingQuiz(
  episodes: EpisodeAnalysis[],
  count: number,
  seed: string,
  avoid: ComparableQuestion[] = [],
): Generator<void, AssistantQuizQuestion[]> {
  const chance = seededChance(`${seed}/${episodes.map(({ episode }) => episode.id).join('/')}`);
  const candidates: CandidateQuestion[] = [];
  for (const analysis of chance.shuffle(episodes)) {
    candidates.push(...(yield* findingCandidates(analysis, chance)));
  }
  const asked: Asked[] = [];
  for (const stage of STAGES) {
    while (asked.length < count) {
      const next = yield* choosingNext(candidates, asked, stage, avoid);
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
const COMPARING = 5_000;

/** Asked only where there is nothing else: sense tells the right option of most ends, and of many opposites. */
const LAST: Partial<Record<CandidateQuestion['kind'], number>> = { opposites: 2, end: 3 };

/** Returns the best question not asked yet, of the episode and kind with the fewest so far. */
function* choosingNext(
  candidates: CandidateQuestion[],
  asked: Asked[],
  stage: Stage,
  avoid: ComparableQuestion[],
): Generator<void, Asked | null> {
  const { isShort, mayRepeat } = stage;
  const shown = new Set(asked.flatMap(({ options }) => options.map(({ sentence }) => sentence)));
  const count = (is: (one: Asked) => boolean) => asked.filter(is).length;
  const orderOf = ({ kind, isClear, analysis, priority }: CandidateQuestion) => [
    LAST[kind] ?? (isClear ? 0 : 1),
    count((one) => one.analysis === analysis),
    count((one) => one.kind === kind),
    -priority,
  ];
  const ranked = candidates
    .map((candidate) => ({ candidate, order: orderOf(candidate) }))
    .sort((a, b) => a.order.map((value, at) => value - (b.order[at] ?? 0)).find(Boolean) ?? 0);
  const isTimeToPause = createPauseMeter();
  for (const { candidate } of ranked) {
    if (!isShort && shown.has(candidate.sentence)) continue;
    if (asked.some((other) => areTooClose(candidate, other, stage))) continue;
    if (!mayRepeat && avoid.some((other) => asksSame(candidate, other))) continue;
    if (isTimeToPause(COMPARING)) yield;
    const options = optionsOf(candidate, shown, stage);
    if (options !== null) return { ...candidate, options };
  }
  return null;
}

/** Whether two questions are about the same, or about neighbouring sentences. */
function areTooClose(
  one: CandidateQuestion,
  other: CandidateQuestion,
  { isShort, isLoose }: Stage,
): boolean {
  if (one.analysis !== other.analysis) return false;
  const distance = Math.abs(one.sentence.index - other.sentence.index);
  if (distance === 0 || one.question === other.question) return true;
  if (isShort) return false;
  return distance === 1 || (!isLoose && one.topic === other.topic);
}

/** Whether a question, which may name its episode, was asked before, in these words or about such a sentence. */
function asksSame({ question, sentence }: CandidateQuestion, other: ComparableQuestion): boolean {
  const isSame = other.question.endsWith(question);
  return isSame || shareEvidence({ question, explanation: sentence.text }, other);
}

/** What is said so near a sentence may be right as well. */
const APART = 12;

/** Returns the right option and three wrong ones; null if there are too few. */
function optionsOf(
  candidate: CandidateQuestion,
  shown: ReadonlySet<Sentence>,
  { isLoose, isShort }: Stage,
): Option[] | null {
  const { analysis, sentence, text, bare, about, kind } = candidate;
  const isEnd = kind === 'end' && !isShort;
  const opener = openerOf(text);
  if (isEnd && (opener === undefined || haveCommon(about, text))) return null;
  const beginsAlike = (other: Option) =>
    isLoose ? openerOf(other.text) !== undefined : openerOf(other.text) === opener;
  const near = bareText(
    analysis.index.sentences
      .slice(Math.max(0, sentence.index - APART), sentence.index + APART)
      .map((one) => one.text)
      .join(' '),
  );
  const isCopy = kind === 'figure' || kind === 'opposites';
  const words = countWords(text);
  const seen = new Set(isShort ? [sentence] : shown);
  const texts = new Set([bare]);
  // Where sentences may be shown twice, those not shown yet still come first.
  const isShown = (other: Option) => (shown.has(other.sentence) ? 1 : 0);
  const others = candidate.distractors().toSorted((a, b) => isShown(a) - isShown(b));
  const free = others.filter((other) => {
    if ((!isShort || isCopy) && near.includes(other.bare)) return false;
    if (!isShort && !areAsLong(countWords(other.text), words)) return false;
    if (isEnd && !beginsAlike(other)) return false;
    // Each sentence once, and each text.
    if (texts.has(other.bare) || (!isCopy && seen.has(other.sentence))) return false;
    texts.add(other.bare);
    seen.add(other.sentence);
    return true;
  });
  const balanced = chooseDistractors(candidate, free);
  const isUneven = isCopy || (isShort && balanced.length < 3);
  const options = [candidate, ...(isUneven ? free.slice(0, 3) : balanced)];
  return options.length === 4 ? options : null;
}

/** Chooses the questions of a quiz and their options. None stands out to somebody who hasn't heard the episode. */
import { cachedBy } from '../../platform/cached-by.ts';
import { createPauseMeter } from '../../platform/pauses.ts';
import { type Chance, seededChance } from '../../platform/seeded-random.ts';
import { type AssistantEpisode, AssistantError, type AssistantQuizQuestion } from '../assistant.ts';
import { type ComparableQuestion, shareEvidence } from '../duplicate-questions.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { WrongOption } from './quiz-options.ts';
import { type Question, RANK } from './quiz-questions.ts';
import { statementOf } from './statements.ts';

/**
 * What is allowed where questions run short, each step with all before it: sentences cut anywhere or shown twice; last,
 * questions that were asked recently.
 */
const STAGE = { usual: 0, short: 1, repeated: 2 };

/** What can be asked about an episode. */
export interface EpisodeQuestions {
  episode: Pick<AssistantEpisode, 'id' | 'title'>;
  questions: Question[];
}

/** A question that one quiz may ask. */
interface Candidate extends Question {
  about: EpisodeQuestions;
}

interface Asked extends Candidate {
  chosen: WrongOption[];
}

/**
 * Returns `count` questions, the same for the same seed, in steps.
 *
 * @param avoid recent questions, only repeated if there is nothing else
 * @throws AssistantError 'empty' if the episodes are too short
 */
export function* makeQuiz(
  episodes: EpisodeQuestions[],
  count: number,
  seed: string,
  avoid: ComparableQuestion[] = [],
): Generator<void, AssistantQuizQuestion[]> {
  const chance = seededChance(`${seed}/${episodes.map(({ episode }) => episode.id).join('/')}`);
  const candidates = chance.shuffle(episodes).flatMap((about) =>
    about.questions.map((one): Candidate => {
      return { ...one, about, priority: one.priority * (0.6 + 0.4 * chance.next()) };
    }),
  );
  const wasAsked = cachedBy((one: Candidate) => avoid.some((other) => asksSame(one, other)));
  const asked: Asked[] = [];
  for (const stage of Object.values(STAGE)) {
    while (asked.length < count) {
      const next = yield* chooseNext(candidates, asked, stage, chance, wasAsked);
      if (next === null) break;
      asked.push(next);
      yield;
    }
  }
  if (asked.length < count) {
    throw new AssistantError('empty', 'These episodes are too short for a quiz.');
  }
  return asked.map(({ about: { episode }, sentence, question, text, chosen }) => {
    const options = chance.shuffle([text, ...chosen.map((option) => option.text)]);
    return {
      question: episodes.length > 1 ? `In “${episode.title}”: ${question}` : question,
      options,
      correctAnswerIndex: options.indexOf(text),
      explanation: statementOf([sentence]),
      episodeId: episode.id,
    };
  });
}

/** How much work it takes to tell whether a question was asked before, for pauses. */
const WORK_PER_QUESTION = 2_000;

/** Returns the best question not asked yet, about another topic, of the episode and kind with the fewest so far. */
function* chooseNext(
  candidates: Candidate[],
  asked: Asked[],
  stage: number,
  chance: Chance,
  wasAsked: (one: Candidate) => boolean,
): Generator<void, Asked | null> {
  const shown = new Set(
    asked.flatMap(({ sentence, chosen }) => [sentence, ...chosen.map((one) => one.sentence)]),
  );
  const count = (is: (one: Asked) => boolean) => asked.filter(is).length;
  const orderOf = (one: Candidate) => [
    shown.has(one.sentence) ? 1 : 0,
    one.isGood ? 0 : 1,
    count(({ about, topic }) => about === one.about && topic === one.topic),
    RANK[one.kind],
    count(({ about }) => about === one.about),
    count(({ kind }) => kind === one.kind),
    -one.priority,
  ];
  const ranked = candidates
    .map((candidate) => ({ candidate, order: orderOf(candidate) }))
    .sort((a, b) => a.order.map((value, at) => value - (b.order[at] ?? 0)).find(Boolean) ?? 0);
  const isTimeToPause = createPauseMeter();
  for (const { candidate } of ranked) {
    if (stage < STAGE.short && (candidate.isPoor || shown.has(candidate.sentence))) continue;
    if (asked.some((other) => areTooClose(candidate, other, stage))) continue;
    if (isTimeToPause(WORK_PER_QUESTION)) yield;
    if (stage < STAGE.repeated && wasAsked(candidate)) continue;
    const chosen = chooseWrong(candidate, shown, stage, chance);
    if (chosen !== null) return { ...candidate, chosen };
  }
  return null;
}

/** Whether two questions are in the same words, or about the same sentence or, usually, neighbours. */
function areTooClose(one: Candidate, other: Candidate, stage: number): boolean {
  if (one.about !== other.about) return false;
  const distance = Math.abs(one.sentence.index - other.sentence.index);
  return distance <= (stage < STAGE.short ? 1 : 0) || one.question === other.question;
}

/** Whether a question, which may name its episode, was asked before, in these words or about such a sentence. */
function asksSame({ question, sentence }: Question, other: ComparableQuestion): boolean {
  const isSame = other.question.endsWith(question);
  return isSame || shareEvidence({ question, explanation: sentence.text }, other);
}

/** Three wrong options are drawn from this many, so that the same ones don't come up again and again. */
const MAX_WRONG = 6;

/** Returns three of the best wrong options; null if there are too few. */
function chooseWrong(
  { wrong }: Question,
  shown: ReadonlySet<Sentence>,
  stage: number,
  chance: Chance,
): WrongOption[] | null {
  const isNew = ({ sentence }: WrongOption) => !shown.has(sentence);
  const chosen =
    stage < STAGE.short
      ? chance.shuffle(wrong.filter((one) => one.fits && isNew(one)).slice(0, MAX_WRONG))
      : // Those not shown yet still come first.
        wrong.toSorted((a, b) => Number(isNew(b)) - Number(isNew(a)));
  return chosen.length < 3 ? null : chosen.slice(0, 3);
}

/** A quiz of new questions and of some that went wrong before, no two alike. */
import { isAlike, withoutAlike } from '../assistant/alike-questions.ts';
import type { KnownQuestion } from './asked-questions.ts';

/**
 * `count` questions in random order. Those to be asked again go first in choosing, as long as there
 * are enough others unlike them.
 */
export function mixQuestions(
  again: KnownQuestion[],
  fresh: KnownQuestion[],
  count: number,
  random: () => number = Math.random,
): KnownQuestion[] {
  for (let taken = again.length; taken > 0; taken--) {
    const first = withoutAlike(again.slice(0, taken));
    const unlike = fresh.filter((one) => !first.some((other) => isAlike(one, other)));
    const chosen = [...first.map((one) => withShuffledOptions(one, random)), ...unlike];
    if (chosen.length >= count) return shuffle(chosen.slice(0, count), random);
  }
  return fresh.slice(0, count);
}

/** Nobody is to know an answer by its place. */
function withShuffledOptions(question: KnownQuestion, random: () => number): KnownQuestion {
  const right = question.options[question.correctAnswerIndex] ?? '';
  const options = shuffle(question.options, random);
  return { ...question, options, correctAnswerIndex: options.indexOf(right) };
}

/** Fisher and Yates. */
function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const shuffled = [...items];
  for (let index = shuffled.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other] as T, shuffled[index] as T];
  }
  return shuffled;
}

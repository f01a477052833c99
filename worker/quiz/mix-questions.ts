/** Mixes new questions with repeats, without duplicates. */

import { shuffle } from '../../schema/wire/shuffle.ts';
import { isDuplicate, withoutDuplicates } from '../assistant/duplicate-questions.ts';
import type { KnownQuestion } from './asked-questions.ts';

/**
 * Returns `count` questions. Repeats are chosen first, in random order with the others, unless that leaves
 * too few distinct others.
 */
export function mixQuestions(
  again: KnownQuestion[],
  fresh: KnownQuestion[],
  count: number,
  random: () => number = Math.random,
): KnownQuestion[] {
  for (let taken = again.length; taken > 0; taken--) {
    const first = withoutDuplicates(again.slice(0, taken));
    const unlike = fresh.filter((one) => !first.some((other) => isDuplicate(one, other)));
    const chosen = [...first.map((one) => withShuffledOptions(one, random)), ...unlike];
    if (chosen.length >= count) return shuffle(chosen.slice(0, count), random);
  }
  return fresh.slice(0, count);
}

/** The position of an answer must not give it away. */
function withShuffledOptions(question: KnownQuestion, random: () => number): KnownQuestion {
  const right = question.options[question.correctAnswerIndex] ?? '';
  const options = shuffle(question.options, random);
  return { ...question, options, correctAnswerIndex: options.indexOf(right) };
}

/** Whether two quiz questions ask the same, so that only one of them is asked. */
import { topicStems } from './retrieval/words.ts';

/** Questions of which the shorter shares more of its words than this ask the same. */
const ALIKE = 0.7;

export interface Alikable {
  question: string;
  /** Quotes the place it rests on: two questions on one sentence give each other away. */
  explanation: string;
}

export function isAlike(one: Alikable, other: Alikable): boolean {
  if (one.question.toLowerCase() === other.question.toLowerCase()) return true;
  return share(one.question, other.question) > ALIKE || restOnSame(one, other);
}

/** The first of each set of questions that ask the same. */
export function withoutAlike<Question extends Alikable>(questions: Question[]): Question[] {
  const kept: Question[] = [];
  for (const question of questions) {
    if (!kept.some((other) => isAlike(question, other))) kept.push(question);
  }
  return kept;
}

/** Whether one sentence settles both. */
export function restOnSame(one: Alikable, other: Alikable): boolean {
  return share(one.explanation, other.explanation) > ALIKE;
}

/** How much of the shorter text the two have in common, in the words that carry a topic. */
function share(one: string, other: string): number {
  const a = new Set(topicStems(one));
  const b = new Set(topicStems(other));
  const fewest = Math.min(a.size, b.size);
  if (fewest < 3) return 0;
  return [...a].filter((stem) => b.has(stem)).length / fewest;
}

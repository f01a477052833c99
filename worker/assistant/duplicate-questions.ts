/** Detects quiz questions that ask the same thing, so that only one is asked. */
import { cachedByText } from '../platform/cached-by.ts';
import { topicStems } from './language/words.ts';

/** Questions are alike if they share more than this share of the shorter one's words. */
const MAX_OVERLAP = 0.7;

export interface ComparableQuestion {
  question: string;
  /** Quotes the sentence it is based on. Two questions about one sentence give each other away. */
  explanation: string;
}

/** Whether two questions ask the same: in their wording, or about the same sentence. */
export function isDuplicate(one: ComparableQuestion, other: ComparableQuestion): boolean {
  if (one.question.toLowerCase() === other.question.toLowerCase()) return true;
  return share(one.question, other.question) > MAX_OVERLAP || shareEvidence(one, other);
}

/** Returns the first of each group of alike questions. */
export function withoutDuplicates<Question extends ComparableQuestion>(
  questions: Question[],
): Question[] {
  const kept: Question[] = [];
  for (const question of questions) {
    if (!kept.some((other) => isDuplicate(question, other))) kept.push(question);
  }
  return kept;
}

const TOKEN = /(?<![\p{L}\p{N}])-?\d+(?:\.\d+)*|[\p{L}\p{M}]+|\p{N}|\p{S}/gu;

/** Whether no two options say the same: '1,100' and '1100' differ only in spelling. */
export function sayDifferentThings(options: string[]): boolean {
  return new Set(options.map(bareText)).size === options.length;
}

/** Returns a text without differences of spelling: the same for '1,100' and '1100', '90 %' and '90 percent'. */
export function bareText(text: string): string {
  const figures = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replaceAll('−', '-')
    .replaceAll('%', ' percent');
  return (figures.match(TOKEN) ?? []).join(' ');
}

/** Whether both questions are based on the same sentence. */
export function shareEvidence(one: ComparableQuestion, other: ComparableQuestion): boolean {
  return share(one.explanation, other.explanation) > MAX_OVERLAP;
}

/** Cached, because each question of a quiz is compared with all that were asked lately. */
const stemsIn = cachedByText((text) => new Set(topicStems(text)), 2_000);

/** The share of the shorter text's topic words that both have. */
function share(one: string, other: string): number {
  const [a, b] = [stemsIn(one), stemsIn(other)];
  const fewest = Math.min(a.size, b.size);
  if (fewest < 3) return 0;
  return [...a].filter((stem) => b.has(stem)).length / fewest;
}

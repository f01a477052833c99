/** Chooses three wrong options among which the right one doesn't stand out. */
import { countWords } from '../retrieval/words.ts';
import type { Chance } from './seeded-random.ts';

interface Other {
  text: string;
  /** Whether it fits the question better than the right option. */
  fits: boolean;
}

const DRAWS = 5;

const areAsLong = (text: string, other: string) =>
  Math.abs(countWords(text) - countWords(other)) <= Math.max(2, countWords(other) * 0.35);

/**
 * Returns three of these, about as long as the right option. Chance decides how many fit better and how many
 * are longer, so neither gives it away. Null if it is among the shortest, longest, best or worst of all.
 */
export function threeLike<One extends Other>(
  right: string,
  others: One[],
  chance: Chance,
): One[] | null {
  const alike = chance.shuffle(others).filter(({ text }) => areAsLong(text, right));
  const isLonger = ({ text }: Other) => text.length > right.length;
  const divided = [alike.filter(({ fits }) => fits), alike.filter(isLonger)];
  if (divided.some(({ length }) => length < 3 || alike.length - length < 3)) return null;
  const kinds = [true, false].flatMap((fits) =>
    [true, false].map((long) => alike.filter((one) => one.fits === fits && isLonger(one) === long)),
  );
  for (let draw = 0; draw < DRAWS; draw++) {
    const [fitting, longer] = [Math.floor(chance.next() * 4), Math.floor(chance.next() * 4)];
    for (const both of chance.shuffle([0, 1, 2, 3])) {
      const counts = [both, fitting - both, longer - both, 3 - fitting - longer + both];
      if (kinds.every((kind, at) => (counts[at] ?? 0) >= 0 && kind.length >= (counts[at] ?? 0))) {
        return kinds.flatMap((kind, at) => kind.slice(0, counts[at]));
      }
    }
  }
  return null;
}

export type ChooseThree = <One extends { text: string }>(
  right: string,
  others: One[],
  chance: Chance,
) => One[] | null;

/**
 * Returns three of these, about as long as the right option; chance decides how many are longer. Null if it
 * is among the shortest or longest of all.
 */
export function threeAroundIt<One extends { text: string }>(
  right: string,
  others: One[],
  chance: Chance,
): One[] | null {
  const alike = chance.shuffle(others).filter(({ text }) => areAsLong(text, right));
  const longer = alike.filter(({ text }) => text.length > right.length);
  const shorter = alike.filter(({ text }) => text.length <= right.length);
  if (longer.length < 2 || shorter.length < 2) return null;
  const counts = [0, 1, 2, 3].filter((n) => n <= longer.length && 3 - n <= shorter.length);
  const [count = 0] = chance.shuffle(counts);
  return [...longer.slice(0, count), ...shorter.slice(0, 3 - count)];
}

/** Returns the three of these that are most nearly as long as the right option. */
export function threeNearest<One extends { text: string }>(
  right: string,
  others: One[],
): One[] | null {
  const distance = ({ text }: One) => Math.abs(text.length - right.length);
  const three = others.toSorted((a, b) => distance(a) - distance(b)).slice(0, 3);
  return three.length === 3 ? three : null;
}

/** What each side of an argument in court says at first: its position. */
import type { Known } from './known.ts';
import { chooseSpread, openingsIn, worthOf } from './what-matters.ts';

/** Whether the sides of an argument in court are known by how they open. */
export const hasSides = ({ kind, index }: Known): boolean =>
  kind === 'argument' && openingsIn(index).length > 0;

/** Returns the opening sentences that matter most, of one side or of both; at least one of each. */
export function positionsOf(
  known: Known,
  count: number,
  side: 'first' | 'last' | 'both' = 'both',
): number[] {
  const all = openingsIn(known.index);
  const openings = side === 'both' ? all : all.slice(side === 'first' ? 0 : -1).slice(0, 1);
  const opening = new Set(openings.flat());
  const worth = worthOf(known).map((value, i) => {
    const sentence = known.index.sentences[i];
    return sentence !== undefined && opening.has(sentence) ? value : 0;
  });
  const sides = new Set([openings[0], openings.at(-1)]);
  const best = [...sides]
    .flatMap((opening = []) => {
      const [first] = opening.toSorted((a, b) => (worth[b.index] ?? 0) - (worth[a.index] ?? 0));
      return first !== undefined && (worth[first.index] ?? 0) > 0 ? [first.index] : [];
    })
    .slice(0, count);
  const rest = chooseSpread(known, worth, count - best.length, new Set(best));
  return [...best, ...rest].sort((a, b) => a - b);
}

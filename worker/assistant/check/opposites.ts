import { stemOf } from '../retrieval/words.ts';

/**
 * Returns for each stem those that say the opposite.
 *
 * @param pairs of words, as 'raise:lower more:less'
 */
export function oppositesIn(pairs: string): ReadonlyMap<string, string[]> {
  const opposites = new Map<string, string[]>();
  const add = (one: string, other: string) =>
    opposites.set(one, [...(opposites.get(one) ?? []), other]);
  for (const pair of pairs.split(/\s+/)) {
    const [one = '', other = ''] = pair.split(':').map(stemOf);
    add(one, other);
    add(other, one);
  }
  return opposites;
}

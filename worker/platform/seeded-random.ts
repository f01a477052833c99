/** Reproducible random numbers: the same seed gives the same sequence. */
import { shuffle } from '../../schema/wire/shuffle.ts';

export interface Chance {
  /** At least 0, less than 1. */
  next(): number;
  shuffle<T>(items: readonly T[]): T[];
}

/** Mulberry32 over an FNV-1a hash of the seed: small and fast. Not for secrets. */
export function seededChance(seed: string): Chance {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return { next, shuffle: (items) => shuffle(items, next) };
}

/** Ordinary runs sample the hostile texts by a seed; `npm run test:hostile` uses them all. */

/** A small seeded generator, so that a failure can be repeated (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns `count` of the items in their order; all of them in `npm run test:hostile`.
 *
 * @param settings from the environment: `HOSTILE=all`, `HOSTILE_SEED=<number>`
 */
export function sample<T>(
  items: readonly T[],
  count: number,
  settings: Record<string, string | undefined> = process.env,
): T[] {
  if (settings.HOSTILE === 'all' || items.length <= count) return [...items];
  const random = seeded(Number(settings.HOSTILE_SEED ?? 1));
  const chosen = new Set(
    items
      .map((_, index) => ({ index, draw: random() }))
      .sort((one, other) => one.draw - other.draw)
      .slice(0, count)
      .map(({ index }) => index),
  );
  return items.filter((_, index) => chosen.has(index));
}

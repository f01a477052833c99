/** Chooses sentences that together say most. */
import type { Known } from './known.ts';
import { weighed } from './what-matters.ts';

/** Two sentences that share more than this say the same thing. */
const ALIKE = 0.5;
/** A word counts this much again in each further sentence. */
const SAID_AGAIN = 0.3;

/**
 * Returns the `count` sentences that together say most, in order and without duplicates. Each counts by its
 * worth and by what the others don't say yet.
 */
export function chooseSpread(
  known: Known,
  worth: number[],
  count: number,
  leaveOut: ReadonlySet<number> = new Set(),
): number[] {
  const { stems } = known.index;
  const weights = weighed(known).stems;
  const left = new Map<string, number>();
  const novelty = (at: number) => {
    let all = 0;
    let unsaid = 0;
    for (const stem of new Set(stems[at])) {
      const weight = weights.get(stem) ?? 0;
      all += weight;
      unsaid += weight * (left.get(stem) ?? 1);
    }
    return all === 0 ? 1 : unsaid / all;
  };
  const ranked = worth
    .map((value, i) => ({ at: i, value }))
    .filter(({ at, value }) => value > 0 && !leaveOut.has(at))
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .slice(0, count * 12 + 40);
  const chosen: number[] = [];
  while (chosen.length < count && ranked.length > 0) {
    let best = 0;
    let most = 0;
    ranked.forEach(({ at, value }, place) => {
      const news = value * novelty(at);
      if (news > most) [best, most] = [place, news];
    });
    const [next] = ranked.splice(best, 1);
    if (next === undefined) break;
    if (chosen.some((other) => areAlike(stems[next.at], stems[other]))) continue;
    chosen.push(next.at);
    for (const stem of new Set(stems[next.at])) left.set(stem, (left.get(stem) ?? 1) * SAID_AGAIN);
  }
  return chosen.sort((a, b) => a - b);
}

/** Whether two sentences share most of the shorter one's words. */
export function areAlike(one: string[] = [], other: string[] = []): boolean {
  const held = new Set(other);
  const own = new Set(one);
  const common = [...own].filter((stem) => held.has(stem)).length;
  return common / Math.max(1, Math.min(own.size, held.size)) > ALIKE;
}

/** Chooses sentences that together say most. */
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { salienceOf } from './salience.ts';

/** Two sentences that share more than this say the same thing. */
const MAX_OVERLAP = 0.5;
/** A word counts this much again in each further sentence. */
const REPEAT_DISCOUNT = 0.3;

/**
 * Returns the `count` sentences that together say most, in order and without duplicates. Each counts by its
 * worth and by what the others don't say yet.
 */
export function chooseDiverse(
  analysis: EpisodeAnalysis,
  scores: number[],
  count: number,
  excluded: ReadonlySet<number> = new Set(),
): number[] {
  const { stems } = analysis.index;
  const weights = salienceOf(analysis).stems;
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
  const ranked = scores
    .map((value, i) => ({ at: i, value }))
    .filter(({ at, value }) => value > 0 && !excluded.has(at))
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
    if (chosen.some((other) => areNearDuplicates(stems[next.at], stems[other]))) continue;
    chosen.push(next.at);
    for (const stem of new Set(stems[next.at]))
      left.set(stem, (left.get(stem) ?? 1) * REPEAT_DISCOUNT);
  }
  return chosen.sort((a, b) => a - b);
}

/** Whether two sentences share most of the shorter one's words. */
export function areNearDuplicates(one: string[] = [], other: string[] = []): boolean {
  const held = new Set(other);
  const own = new Set(one);
  const common = [...own].filter((stem) => held.has(stem)).length;
  return common / Math.max(1, Math.min(own.size, held.size)) > MAX_OVERLAP;
}

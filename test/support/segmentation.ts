/** How far two ways of cutting a text into parts disagree; 0 is the same, less is better. */

/** A boundary stands before each of these units. */
type Boundaries = ReadonlySet<number>;

/** Half the mean length of the reference's parts, as both measures' authors propose. */
export function windowSize(units: number, reference: Boundaries): number {
  return Math.max(1, Math.round(units / (reference.size + 1) / 2));
}

/**
 * Beeferman, Berger and Lafferty 1999: how often two units a window apart are wrongly held to be in
 * one part, or in two.
 */
export function pk(units: number, reference: Boundaries, cut: Boundaries): number {
  return overWindows(units, reference, (from, to) => {
    const [inReference, inCut] = [countWithin(reference, from, to), countWithin(cut, from, to)];
    return inReference > 0 !== inCut > 0;
  });
}

/** Pevzner and Hearst 2002: how often a window holds another number of boundaries. */
export function windowDiff(units: number, reference: Boundaries, cut: Boundaries): number {
  return overWindows(
    units,
    reference,
    (from, to) => countWithin(reference, from, to) !== countWithin(cut, from, to),
  );
}

/** As many parts of the same length. */
export function evenCuts(units: number, parts: number): Set<number> {
  return new Set(
    Array.from({ length: parts - 1 }, (_, index) => Math.round(((index + 1) * units) / parts)),
  );
}

function overWindows(
  units: number,
  reference: Boundaries,
  isWrong: (from: number, to: number) => boolean,
): number {
  const size = windowSize(units, reference);
  const windows = units - size;
  let wrong = 0;
  for (let from = 0; from < windows; from++) if (isWrong(from, from + size)) wrong += 1;
  return windows > 0 ? wrong / windows : 0;
}

/** Boundaries between the unit `from` and the unit `to`. */
function countWithin(boundaries: Boundaries, from: number, to: number): number {
  let count = 0;
  for (let unit = from + 1; unit <= to; unit++) if (boundaries.has(unit)) count += 1;
  return count;
}

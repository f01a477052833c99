/** Measures how much two segmentations of a text disagree: 0 means equal, less is better. */

/** The units that begin a segment. */
type Boundaries = ReadonlySet<number>;

/** Half the mean length of the reference's segments, as the authors of both measures propose. */
export function windowSize(units: number, reference: Boundaries): number {
  return Math.max(1, Math.round(units / (reference.size + 1) / 2));
}

/**
 * Pk (Beeferman, Berger and Lafferty 1999): how often two units a window apart are wrongly taken to be in the
 * same segment, or in different ones.
 */
export function pk(units: number, reference: Boundaries, cut: Boundaries): number {
  return overWindows(units, reference, (from, to) => {
    const [inReference, inCut] = [countWithin(reference, from, to), countWithin(cut, from, to)];
    return inReference > 0 !== inCut > 0;
  });
}

/**
 * WindowDiff (Pevzner and Hearst 2002): how often a window contains another number of boundaries.
 */
export function windowDiff(units: number, reference: Boundaries, cut: Boundaries): number {
  return overWindows(
    units,
    reference,
    (from, to) => countWithin(reference, from, to) !== countWithin(cut, from, to),
  );
}

/** The same number of segments of equal length. */
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

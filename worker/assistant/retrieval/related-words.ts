/** Words that may stand for one another when people ask, from WordNet: 'fine' and 'penalty'. */
import data from './related-words.json' with { type: 'json' };

/** A stem, and how near it is to the one asked about, 0 to 0.8. */
export type Related = [stem: string, share: number];

const NONE: Related[] = [];
let known: { related: Map<string, Related[]>; deeds: Set<string> } | undefined;

/** The stems related to this one; none for words that are rare. */
export function relatedTo(stem: string): Related[] {
  known ??= read();
  return known.related.get(stem) ?? NONE;
}

/** False of what somebody does or what something is like: of no use as the name of a topic. */
export function isThing(stem: string): boolean {
  known ??= read();
  return !known.deeds.has(stem);
}

/**
 * A line is a stem, starred where it is a thing, and for each related one that comes later how far
 * on it is and its tenths.
 */
function read() {
  const entries = data.lines.map((line) => line.split(' '));
  const stems = entries.map(([stem = '']) => stem.replace('*', ''));
  const related = new Map(stems.map((stem): [string, Related[]] => [stem, []]));
  const deeds = new Set(stems.filter((_, at) => entries[at]?.[0]?.endsWith('*') === false));
  entries.forEach(([, ...others], at) => {
    const stem = stems[at] ?? '';
    for (const packed of others) {
      const other = stems[at + Number.parseInt(packed.slice(0, -1), 36)] ?? '';
      const share = Number(packed.slice(-1)) / 10;
      related.get(stem)?.push([other, share]);
      related.get(other)?.push([stem, share]);
    }
  });
  return { related, deeds };
}

/** Words that may stand for one another when people ask, from WordNet: 'fine' and 'penalty'. */
import data from './related-words.json' with { type: 'json' };

/** A stem, and how near it is to the one asked about, 0 to 0.8. */
export type Related = [stem: string, share: number];

const NONE: Related[] = [];
let known: Map<string, Related[]> | undefined;

/** The stems related to this one; none for words that are rare. */
export function relatedTo(stem: string): Related[] {
  known ??= read();
  return known.get(stem) ?? NONE;
}

/** A line is a stem and, for each related one that comes later, how far on it is and its tenths. */
function read(): Map<string, Related[]> {
  const entries = data.lines.map((line) => line.split(' '));
  const related = new Map(entries.map(([stem = '']): [string, Related[]] => [stem, []]));
  const stems = [...related.keys()];
  entries.forEach(([stem = '', ...others], at) => {
    for (const packed of others) {
      const other = stems[at + Number.parseInt(packed.slice(0, -1), 36)] ?? '';
      const share = Number(packed.slice(-1)) / 10;
      related.get(stem)?.push([other, share]);
      related.get(other)?.push([stem, share]);
    }
  });
  return related;
}

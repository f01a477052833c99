/** Removes duplicates and gives each kind of result a place on the first page. */
import type { SearchKind } from '../../schema/wire/search.ts';
import type { FoundPassage } from './find-passages.ts';
import type { Ranked } from './rank.ts';
import { foldedWords } from './words.ts';

/** Shorter sentences don't count as quotations. */
const QUOTED_CHARS = 24;
/** The places reserved for each kind on the first page. */
const OF_EACH = 3;
/** What the others quote. */
const ORIGINALS: readonly SearchKind[] = ['transcript', 'source'];
/** Of two duplicates, the kind that comes first here stays. */
const ORDER: readonly SearchKind[] = [
  'transcript',
  'episode',
  'moment',
  'source',
  'note',
  'insight',
  'chat',
  'text',
];

/** Orders results for the page: without repetitions, and with each kind on the first page. */
export function arrange(ranked: Ranked[], page: number): Ranked[] {
  return withEachKind(withoutQuotations(ranked), page);
}

/** Drops answers that quote a sentence which is itself among the results. */
function withoutQuotations(ranked: Ranked[]): Ranked[] {
  const kept: { found: Ranked; said: string }[] = [];
  const dropped = new Set<Ranked>();
  const inOrder = ranked.toSorted(
    (a, b) => ORDER.indexOf(a.passage.kind) - ORDER.indexOf(b.passage.kind),
  );
  for (const found of inOrder) {
    const said = foldedWords(found.sentence.text);
    const isAgain = kept.some(
      (other) => mayQuote(found.passage, other.found.passage) && isSame(other.said, said),
    );
    const isWeighed = !ORIGINALS.includes(found.passage.kind) && said.length >= QUOTED_CHARS;
    if (isWeighed && isAgain) dropped.add(found);
    else if (said.length >= QUOTED_CHARS) kept.push({ found, said });
  }
  return ranked.filter((found) => !dropped.has(found));
}

/** A conversation about all podcasts may quote any episode. */
const mayQuote = ({ kind, episodeId }: FoundPassage, other: FoundPassage) =>
  episodeId === other.episodeId || (kind === 'chat' && episodeId === null);

const isSame = (one: string, other: string) => one.includes(other) || other.includes(one);

/** Returns the first page by score, with places reserved for kinds that would otherwise be missing. */
function withEachKind(ranked: Ranked[], page: number): Ranked[] {
  const kept = new Set<Ranked>();
  const counts = new Map<SearchKind, number>();
  for (const found of ranked) {
    const count = counts.get(found.passage.kind) ?? 0;
    if (count < OF_EACH) kept.add(found);
    counts.set(found.passage.kind, count + 1);
  }
  for (const found of ranked) {
    if (kept.size >= page) break;
    kept.add(found);
  }
  return [
    ...ranked.filter((found) => kept.has(found)),
    ...ranked.filter((found) => !kept.has(found)),
  ];
}

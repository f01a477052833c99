/** Leaves out what says the same twice, and gives each kind its place on the first page. */
import type { SearchKind } from '../../schema/wire/search.ts';
import type { Ranked } from './rank.ts';
import { wordsIn } from './words.ts';

/** A shorter sentence is no quotation. */
const QUOTED_CHARS = 24;
/** What each kind has on the first page, if it has so many. */
const OF_EACH = 3;
/** Where two say the same, the first of these stays. */
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

export function arrange(ranked: Ranked[], page: number): Ranked[] {
  return withEachKind(withoutQuotations(ranked), page);
}

/** An answer that quotes the sentence that is found, too, says nothing new. */
function withoutQuotations(ranked: Ranked[]): Ranked[] {
  const kept: { found: Ranked; said: string }[] = [];
  const dropped = new Set<Ranked>();
  const inOrder = ranked.toSorted(
    (a, b) => ORDER.indexOf(a.passage.kind) - ORDER.indexOf(b.passage.kind),
  );
  for (const found of inOrder) {
    const said = lettersOf(found.sentence.text);
    const isAgain = kept.some(
      (other) =>
        other.found.passage.episodeId === found.passage.episodeId && isSame(other.said, said),
    );
    const isWeighed = found.passage.kind !== 'transcript' && said.length >= QUOTED_CHARS;
    if (isWeighed && isAgain) dropped.add(found);
    else if (said.length >= QUOTED_CHARS) kept.push({ found, said });
  }
  return ranked.filter((found) => !dropped.has(found));
}

const lettersOf = (text: string) =>
  wordsIn(text)
    .map(({ word }) => word)
    .join(' ');

const isSame = (one: string, other: string) => one.includes(other) || other.includes(one);

/** The first page by score, with some places reserved for kinds that would not make it. */
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

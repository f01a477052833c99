/** Finds quoted words in a transcript, whatever their spelling, spacing and punctuation. */
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import { cachedBy, cachedByText } from '../platform/cached-by.ts';

/** A transcript as one string of letters and digits. */
interface Spoken {
  letters: string;
  /** The start of each word in `letters`, ascending, and the end of the last one. */
  edges: Int32Array;
  /** The start of each line in `letters`, and the end of the last one. */
  lineEdges: Int32Array;
}

export interface FoundWords {
  lineId: number;
  lastLineId: number;
  /** How much of its first line precedes it, 0 to 1. */
  share: number;
  /** Where it starts and ends, in letters and digits from the start of its first line. */
  from: number;
  to: number;
}

/** A word as it is written, or any other character. */
const WRITTEN = /[\p{L}\p{M}\p{N}]+(?:['’.,][\p{L}\p{N}]+)*|\S/gu;
const WORD = /[\p{L}\p{N}]+(?:['’.,][\p{L}\p{N}]+)*|%|&/gu;
/** Fillers, which people leave out when they quote. */
const FILLER = /^(?:u+h*m+|u+h+|e+r+m*|h+m+|m+h*m+|a+h+)$/;
const NUMBERS = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value) => [word, String(value)]),
);

/** Words repeat, and spelling each of them anew would take most of the time. */
const MAX_CACHED_WORDS = 50_000;

/** Returns normalised words: in one case and spelling, without fillers. */
export const spokenWords = (text: string): string[] =>
  (text.normalize('NFKC').toLowerCase().match(WORD) ?? [])
    .map((word) => oneSpelling(word))
    .filter((word) => word !== '');

/**
 * Unifies figures, British and American spelling, and leaves out the accents of Latin letters; '' for a filler.
 */
const oneSpelling = cachedByText((word) => {
  if (word === '%') return 'percent';
  if (word === '&') return 'and';
  const plain = word.replace(/['’.,]/g, '');
  if (FILLER.test(plain)) return '';
  if (plain === 'okay') return 'ok';
  return (
    NUMBERS.get(plain) ??
    withoutAccents(plain)
      .replace(/is(e[ds]?|ing|ations?)$/, 'iz$1')
      .replace(/^(\p{L}{3,})our(s|ed|ing|ite|able)?$/u, '$1or$2')
  );
}, MAX_CACHED_WORDS);

const withoutAccents = (word: string) =>
  ACCENTED.test(word) ? word.normalize('NFD').replace(ACCENTS, '').normalize('NFC') : word;
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/;
const ACCENTS = /(?<=\p{sc=Latin})\p{M}+/gu;

const spokenIn = cachedBy((lines: TranscriptLine[]): Spoken => {
  const parts: string[] = [];
  const edges: number[] = [];
  const lineEdges: number[] = [];
  let length = 0;
  for (const { text } of lines) {
    lineEdges.push(length);
    for (const word of spokenWords(text)) {
      edges.push(length);
      parts.push(word);
      length += word.length;
    }
  }
  edges.push(length);
  lineEdges.push(length);
  return {
    letters: parts.join(''),
    edges: Int32Array.from(edges),
    lineEdges: Int32Array.from(lineEdges),
  };
});

/** Finds the quotation in these lines as consecutive whole words; null if it isn't there. */
export function findSpoken(
  lines: TranscriptLine[],
  lineIds: number[],
  quotation: string,
): FoundWords | null {
  const wanted = spokenWords(quotation).join('');
  if (wanted === '') return null;
  const spoken = spokenIn(lines);
  for (const [first, last] of runsOf(lineIds, lines.length)) {
    const start = spoken.lineEdges[first] ?? 0;
    const run = spoken.letters.slice(start, spoken.lineEdges[last + 1]);
    for (let index = run.indexOf(wanted); index >= 0; index = run.indexOf(wanted, index + 1)) {
      const from = start + index;
      const to = from + wanted.length;
      if (!isEdge(spoken.edges, from) || !isEdge(spoken.edges, to)) continue;
      const lineId = lineAt(spoken.lineEdges, from);
      const begin = spoken.lineEdges[lineId] ?? 0;
      const size = (spoken.lineEdges[lineId + 1] ?? 0) - begin;
      const lastLineId = lineAt(spoken.lineEdges, to - 1);
      const share = size === 0 ? 0 : (from - begin) / size;
      return { lineId, lastLineId, share, from: from - begin, to: to - begin };
    }
  }
  return null;
}

/** Returns words that were found as the transcript writes them, with the punctuation after them. */
export function asWritten(
  lines: TranscriptLine[],
  { lineId, lastLineId, from, to }: FoundWords,
): string | null {
  const texts = lines.slice(lineId, lastLineId + 1).map((line) => line.text);
  const text = texts.join(' ');
  let letters = 0;
  let start = -1;
  for (const { 0: written, index } of text.matchAll(WRITTEN)) {
    const size = spokenWords(written).join('').length;
    if (size > 0 && letters === from) start = index;
    letters += size;
    if (letters > to) return null;
    if (letters < to || start < 0 || size === 0) continue;
    const end = index + written.length;
    const [before = ''] = /[$€£]$/.exec(text.slice(0, start)) ?? [];
    const [after = ''] = /^[.!?…]/.exec(text.slice(end)) ?? [];
    return before + text.slice(start, end) + after;
  }
  return null;
}

/** Groups line ids into runs of neighbours, first and last; drops unknown ones. */
function runsOf(lineIds: number[], count: number): [number, number][] {
  const ids = [...new Set(lineIds)]
    .filter((id) => Number.isInteger(id) && id >= 0 && id < count)
    .sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const id of ids) {
    const last = runs.at(-1);
    if (last && last[1] === id - 1) last[1] = id;
    else runs.push([id, id]);
  }
  return runs;
}

const isEdge = (edges: Int32Array, index: number) => edges[lastUpTo(edges, index)] === index;

/** Returns the line of a letter; skips lines without words. */
const lineAt = (lineEdges: Int32Array, index: number) => lastUpTo(lineEdges, index);

/** Returns the index of the last value that is not above `value`. */
function lastUpTo(values: Int32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Finds which query words a sentence contains, and where. */
import type { Term } from './query.ts';
import { porterStem, type Word, wordsIn } from './words.ts';

export type Range = [start: number, end: number];

export interface SentenceMatch {
  /** The matched terms, by index in the query. */
  terms: Set<number>;
  marks: Range[];
}

interface Asked {
  words: { word: string; stem: string }[];
  isPrefix: boolean;
}

/** Prepares the terms once for all sentences. */
export function sentenceMatcher(terms: Term[]): (text: string) => SentenceMatch {
  const asked: Asked[] = terms.map(({ words, isPrefix }) => ({
    words: words.map((word) => ({ word, stem: porterStem(word) })),
    isPrefix,
  }));
  return (text) => {
    const words = wordsIn(text);
    const stems = words.map(({ word }) => porterStem(word));
    const found = new Set<number>();
    const marks: Range[] = [];
    asked.forEach((term, place) => {
      for (let index = 0; index + term.words.length <= words.length; index++) {
        if (!standsAt(term, words, stems, index)) continue;
        found.add(place);
        for (const { start, end } of words.slice(index, index + term.words.length)) {
          marks.push([start, end]);
        }
      }
    });
    return { terms: found, marks: joinRanges(marks, text) };
  };
}

function standsAt(
  { words, isPrefix }: Asked,
  said: Word[],
  stems: string[],
  index: number,
): boolean {
  return words.every(({ word, stem }, step) => {
    if (stems[index + step] === stem) return true;
    return (
      isPrefix && step === words.length - 1 && said[index + step]?.word.startsWith(word) === true
    );
  });
}

/** Sorted and merged. In scripts without spaces, adjacent words become one mark. */
function joinRanges(ranges: Range[], text: string): Range[] {
  const joined: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = joined.at(-1);
    const isNext = last && (start < last[1] || (start === last[1] && start < text.length));
    if (last && isNext) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** Maximum length of a snippet. */
const SNIPPET_CHARS = 320;
/** How much of it precedes the first mark. */
const LEAD_CHARS = 80;

/** Cuts a long sentence at spaces, around its first mark. */
export function cutSnippet(text: string, marks: Range[]): { snippet: string; marks: Range[] } {
  if (text.length <= SNIPPET_CHARS) return { snippet: text, marks };
  const first = marks[0]?.[0] ?? 0;
  const wantedStart = Math.max(0, Math.min(first - LEAD_CHARS, text.length - SNIPPET_CHARS));
  const space = wantedStart === 0 ? 0 : text.indexOf(' ', wantedStart) + 1;
  const from = space > 0 && space <= first ? space : wholeAt(text, wantedStart);
  const wantedEnd = Math.min(text.length, from + SNIPPET_CHARS);
  const lastSpace = wantedEnd === text.length ? -1 : text.lastIndexOf(' ', wantedEnd);
  const to = lastSpace > first + LEAD_CHARS ? lastSpace : wholeAt(text, wantedEnd);
  const before = from > 0 ? '…' : '';
  const after = to < text.length ? '…' : '';
  return {
    snippet: `${before}${text.slice(from, to)}${after}`,
    marks: marks
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [start - from + before.length, end - from + before.length]),
  };
}

/** Moves back by one if the index would split a character. */
const wholeAt = (text: string, index: number) =>
  /[\uDC00-\uDFFF]/.test(text[index] ?? '') ? index - 1 : index;

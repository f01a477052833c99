/** How far a quotation goes in a transcript. A citation only names where it begins. */
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { fold } from '../../../schema/wire/fold.ts';
import { runsFrom } from './word-runs.ts';

/** Fewer words are in many a sentence. */
const MIN_WORDS = 4;

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the index of the last line that the quotation, which begins in the line `first`, has words of. */
export function quotedEnd(lines: TranscriptLine[], first: number, quotation: string): number {
  const quoted = wordsOf(quotation);
  const said: { word: string; line: number }[] = [];
  for (let line = first; line < lines.length && said.length < 2 * quoted.length; line += 1) {
    for (const word of wordsOf(lines[line]?.text ?? '')) said.push({ word, line });
  }
  const runs = runsFrom(
    said.map(({ word }) => word),
    quoted,
  );
  const starts = said.flatMap(({ line }, from) => (line === first ? [runs[from] ?? 0] : []));
  const longest = starts.reduce((most, run) => Math.max(most, run), 0);
  if (longest < MIN_WORDS) return first;
  return said[starts.indexOf(longest) + longest - 1]?.line ?? first;
}

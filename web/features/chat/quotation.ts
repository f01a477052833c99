/** How far a quotation goes in a transcript. A citation only names where it begins. */
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { fold } from '../../../schema/wire/fold.ts';
import { runsFrom } from './word-runs.ts';

const BLOCKS = 'p, li, blockquote, td';
const CITATIONS = '.citation';

/** Returns the text that a citation belongs to: what stands before it in its paragraph, after the previous one. */
export function quotationBefore(citation: HTMLElement): string {
  const block = citation.closest(BLOCKS);
  if (!block) return '';
  const citations = [...block.querySelectorAll(CITATIONS)];
  const previous = citations[citations.indexOf(citation) - 1];
  const range = document.createRange();
  range.selectNodeContents(block);
  if (previous) range.setStartAfter(previous);
  range.setEndBefore(citation);
  return range.toString();
}

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

/** How far a quotation goes in a transcript. A citation only names where it begins. */
import type { TranscriptLine } from '../../../../schema/wire/episodes.ts';
import { fold } from '../../../../schema/wire/fold.ts';

/** Fewer words occur in too many sentences. */
const MIN_WORDS = 4;
/** No answer has more words before a citation. Of more, the last ones are compared. */
const MAX_WORDS = 400;

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the index of the last line that the quotation, which begins in the line `first`, has words of. */
export function quotedEnd(lines: TranscriptLine[], first: number, quotation: string): number {
  const quoted = wordsOf(quotation).slice(-MAX_WORDS);
  const said: { word: string; line: number }[] = [];
  for (let line = first; line < lines.length && said.length < 2 * quoted.length; line += 1) {
    for (const word of wordsOf(lines[line]?.text ?? '')) said.push({ word, line });
  }
  let longest = { words: MIN_WORDS, end: first };
  // How many words from here on match the quotation from each of its words on.
  let runs: number[] = [];
  for (const [at, { word, line }] of [...said.entries()].reverse()) {
    const after = runs;
    runs = quoted.map((other, place) => (other === word ? (after[place + 1] ?? 0) + 1 : 0));
    const words = line === first ? Math.max(...runs) : 0;
    if (words >= longest.words) longest = { words, end: said[at + words - 1]?.line ?? first };
  }
  return longest.end;
}

/** The chat's line protocol: one statement per line, with its evidence. */

export interface StatementLine {
  text: string;
  numbers: number[];
  /** '' if the line has none. */
  quotation: string;
  isItem: boolean;
}

/** Longer lines aren't ours; the rest is not read. */
const LONGEST_LINE = 2_000;

/**
 * Parses `statement
 *
 * 12, 13
 *
 * "quotation"`, or without a quotation if the numbers are notes. Null for anything else.
 */
export function parseStatementLine(line: string): StatementLine | null {
  const parts = line.slice(0, LONGEST_LINE).split('|');
  const i = parts.findIndex((part, index) => index > 0 && NUMBERS.test(part));
  if (i < 0) return null;
  const stated = parts.slice(0, i).join('|').trim();
  const text = stated.replace(ITEM, '').replace(/\s+/g, ' ').trim();
  const numbers = (parts[i]?.match(/\d{1,6}/g) ?? []).map(Number);
  const quotation = parts
    .slice(i + 1)
    .join('|')
    .trim()
    .replace(/^["“”«„']+|["“”»']+$/g, '');
  return text === '' ? null : { text, numbers, quotation, isItem: ITEM.test(stated) };
}
const ITEM = /^(?:[-*•]|\d{1,2}[.)])\s+/;
const NUMBERS = /^[\s[(#]*\d{1,6}(?:\s*(?:,|and|-|–|;)\s*#?\d{1,6})*[\])\s]*$/;

/** Yields complete, non-empty lines of a reply. Overlong ones are cut. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const piece of pieces) {
    const [rest = '', ...others] = piece.split('\n');
    held = (held + rest).slice(0, LONGEST_LINE);
    for (const next of others) {
      if (held.trim() !== '') yield held.trim();
      held = next.slice(0, LONGEST_LINE);
    }
  }
  if (held.trim() !== '') yield held.trim();
}

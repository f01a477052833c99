/** The line protocol of the chat: one statement a line, with what it rests on. */

export interface StatementLine {
  text: string;
  numbers: number[];
  /** '' where the line gave none. */
  quotation: string;
  isItem: boolean;
}

/** More is no line of ours; what comes beyond is not read. */
const LONGEST_LINE = 2_000;

/**
 * `statement | 12, 13 | "quotation"`, or without a quotation where the numbers are those of notes.
 * Null for anything else.
 */
export function parseStatementLine(line: string): StatementLine | null {
  const parts = line.slice(0, LONGEST_LINE).split('|');
  const at = parts.findIndex((part, index) => index > 0 && NUMBERS.test(part));
  if (at < 0) return null;
  const stated = parts.slice(0, at).join('|').trim();
  const text = stated.replace(ITEM, '').replace(/\s+/g, ' ').trim();
  const numbers = (parts[at]?.match(/\d{1,6}/g) ?? []).map(Number);
  const quotation = parts
    .slice(at + 1)
    .join('|')
    .trim()
    .replace(/^["“”«„']+|["“”»']+$/g, '');
  return text === '' ? null : { text, numbers, quotation, isItem: ITEM.test(stated) };
}
const ITEM = /^(?:[-*•]|\d{1,2}[.)])\s+/;
const NUMBERS = /^[\s[(#]*\d{1,6}(?:\s*(?:,|and|-|–|;)\s*#?\d{1,6})*[\])\s]*$/;

/** The lines of a reply as they come whole, without empty ones; one too long is cut off. */
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

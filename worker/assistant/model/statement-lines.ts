/** The chat's line protocol: one statement per line, with its evidence. */
import { spokenWords } from '../spoken-words.ts';

export interface StatementLine {
  text: string;
  numbers: number[];
  /** '' if the line has none. */
  quotation: string;
  isItem: boolean;
}

/** An answer has no more statements than this. */
export const MAX_STATEMENTS = 12;
/** If more statements fail the check, the model isn't asked for them again. */
export const MAX_MENDED = 8;

/** Longer lines aren't ours; the rest is not read. */
const LONGEST_LINE = 2_000;

/**
 * Parses `statement | 12, 13 | "quotation"`, or without a quotation if the numbers are notes. Null for
 * anything else. Models also write `**Statement** | lines 12-14 | ...`, as a row of a table.
 */
export function parseStatementLine(line: string): StatementLine | null {
  const parts = line
    .slice(0, LONGEST_LINE)
    .replace(/^\s*\|/, '')
    .replaceAll('**', '')
    .split('|');
  const i = parts.findIndex((part, index) => index > 0 && NUMBERS.test(part));
  if (i < 0) return null;
  const stated = parts.slice(0, i).join('|').trim();
  const text = stated.replace(ITEM, '').replace(/\s+/g, ' ').trim();
  const quotation = parts
    .slice(i + 1)
    .join('|')
    .trim()
    .replace(/^["“”«„']+|["“”»']+$/g, '');
  const numbers = numbersIn(parts[i] ?? '');
  return text === '' ? null : { text, numbers, quotation, isItem: ITEM.test(stated) };
}
const ITEM = /^(?:[-*•]|\d{1,2}[.)])\s+/;
const NUMBER = String.raw`(?:(?:lines?|notes?|nos?\.?|l)\s*)?#?\d{1,6}`;
const NUMBERS = new RegExp(
  String.raw`^[\s[("'#]*${NUMBER}(?:\s*(?:,|and|&|-|–|;)\s*${NUMBER})*[\])"'\s]*$`,
  'i',
);
/** A wider range names nothing in particular. */
const WIDEST_RANGE = 12;

function numbersIn(text: string): number[] {
  return [...text.matchAll(/(\d{1,6})(?:\s*[-–]\s*\D{0,6}(\d{1,6}))?/g)].flatMap(
    ([, one, other]) => {
      const [from, to] = [Number(one), Number(other ?? one)];
      if (to < from || to - from > WIDEST_RANGE) return [from, to];
      return Array.from({ length: to - from + 1 }, (_, step) => from + step);
    },
  );
}

/** Whether the model says that the material holds no answer. */
export const saysNothing = (line: string): boolean => /^\W*nothing\W*$/i.test(line);

/** Identifies statements that differ only in case and punctuation. */
export const keyOf = (text: string): string => spokenWords(text).join(' ');

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

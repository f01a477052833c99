/** Cuts a text into paragraphs, and paragraphs into the lines of a transcript. */
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import { foldSpace } from '../platform/plain-text.ts';

/** Above this, neighbours are joined, so that a page of single words stays readable. */
const MAX_PARAGRAPHS = 5_000;
/** Longer paragraphs are several lines, cut between sentences. */
const LINE_CHARS = 1_200;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** The widths at which editors and mails break lines. */
const WRAP_MIN_CHARS = 40;
const WRAP_MAX_CHARS = 100;
/** A line with at least this share of the width was wrapped by an editor. */
const FULL = 0.75;
/** An item of a list, or what somebody says: 'Ada Lovelace: …'. */
const BEGINS = /^(?:(?:[-*•–]|\d{1,3}[.)])\s|\p{Lu}[\p{L}\p{N}.'’ -]{0,40}:\s)/u;

/**
 * Empty lines separate paragraphs. A single line break does, too, unless it comes from an editor that
 * breaks long lines.
 */
export function paragraphsOf(text: string): string[] {
  const paragraphs = text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/\u00ad/g, '')
    .split(/\n[^\S\n]*\n\s*/)
    .flatMap(unwrap)
    .map(foldSpace)
    .filter((paragraph) => paragraph !== '');
  const each = Math.ceil(paragraphs.length / MAX_PARAGRAPHS);
  if (each <= 1) return paragraphs;
  return Array.from({ length: Math.ceil(paragraphs.length / each) }, (_, index) =>
    paragraphs.slice(index * each, (index + 1) * each).join(' '),
  );
}

function unwrap(block: string): string[] {
  const lines = block.split('\n').map((line) => line.trim());
  if (lines.length === 1) return lines;
  const width = lines.reduce((widest, { length }) => Math.max(widest, length), 0);
  const isWrapped = width >= WRAP_MIN_CHARS && width <= WRAP_MAX_CHARS;
  const pieces: string[][] = [];
  let previous: string | null = null;
  for (const line of lines) {
    const goesOn =
      previous !== null &&
      !BEGINS.test(line) &&
      (/^\p{Ll}/u.test(line) || (isWrapped && previous.length >= width * FULL));
    if (goesOn) pieces.at(-1)?.push(line);
    else pieces.push([line]);
    previous = line;
  }
  return pieces.map((piece) => piece.join(' '));
}

/** A transcript's lines, each with the number of its paragraph. */
export function linesOf(paragraphs: readonly string[]): TranscriptLine[] {
  return paragraphs.flatMap((paragraph, index) =>
    cutLong(paragraph).map((text) => ({
      start: null,
      end: null,
      speaker: null,
      text,
      paragraph: index + 1,
    })),
  );
}

function cutLong(paragraph: string): string[] {
  if (paragraph.length <= LINE_CHARS) return [paragraph];
  const lines: string[] = [];
  let open = '';
  for (const { segment } of sentences.segment(paragraph)) {
    if (open !== '' && open.length + segment.length > LINE_CHARS) {
      lines.push(open.trim());
      open = '';
    }
    open += segment;
  }
  return [...lines, open.trim()].filter((line) => line !== '');
}

/** The text again, its paragraphs separated by empty lines. */
export function textOf(lines: readonly TranscriptLine[]): string {
  const paragraphs = Map.groupBy(lines, ({ paragraph }) => paragraph);
  return [...paragraphs.values()]
    .map((ofParagraph) => ofParagraph.map(({ text }) => text).join(' '))
    .join('\n\n');
}

const TITLE_CHARS = 80;

/** The first words of a text, as its title. */
export function firstWords(paragraphs: readonly string[]): string {
  const [first = ''] = paragraphs;
  if (first.length <= TITLE_CHARS) return first;
  const cut = first.slice(0, TITLE_CHARS - 1).toWellFormed();
  const end = cut.lastIndexOf(' ');
  return `${(end > TITLE_CHARS / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** Transcripts in tables: of HTML, of Markdown, and files of separated values. */
import { foldSpace } from '../../platform/plain-text.ts';
import { type Cue, MAX_CUES, MAX_WORDS_LENGTH } from './cues.ts';
import { parseTime, secondsOf, type Time, unitOf } from './times.ts';

type Row = readonly string[];

type Column = 'start' | 'end' | 'speaker' | 'text';
/** What columns are called, in small letters without spaces and signs. */
const NAMES: Record<Column, RegExp> = {
  start: /^(?:start|begin|from|in|time(?:code|stamp|in)?)(?:time|timecode|s|ms|seconds)?$/,
  end: /^(?:end|stop|to|out|timeout)(?:time|timecode|s|ms|seconds)?$/,
  speaker: /^(?:speakers?(?:name|label|id)?|name|who|voice)$/,
  text: /^(?:text|transcript(?:ion|text)?|words|content|dialog(?:ue)?|sentence|utterance|captions?|subtitles?|said)$/,
};
const COLUMNS = Object.keys(NAMES) as Column[];
type Columns = Partial<Record<Column, number>>;

/** The share of rows that fit their columns; the rest are titles and the like. */
const FITTING_SHARE = 0.9;
/** Characters. */
const MAX_SPEAKER_LENGTH = 80;

/**
 * Reads the rows of a table, with or without a first one that names its columns.
 *
 * @returns null if they aren't known to be times or speakers, and words
 */
function readRows(rows: readonly Row[]): Cue[] | null {
  const named = columnsNamed(rows[0] ?? []);
  // Titles are repeated on each page.
  const titles = String(rows[0]);
  const said = named ? rows.filter((row) => String(row) !== titles) : rows;
  const columns = named ?? columnsOf(said);
  if (columns === null || said.length === 0) return null;
  const read = said.slice(0, MAX_CUES).map((row) => {
    const cell = (column: Column) => foldSpace(row[columns[column] ?? -1] ?? '');
    const [start, end] = [timeIn(cell('start')), timeIn(cell('end'))];
    const isFitting = start !== null || columns.start === undefined || cell('start') === '';
    const isNamed = cell('speaker').length <= MAX_SPEAKER_LENGTH;
    return { start, end, speaker: cell('speaker'), text: cell('text'), fits: isFitting && isNamed };
  });
  const fitting = read.filter(({ fits, text }) => fits && text !== '');
  if (fitting.length === 0 || fitting.length < said.length * FITTING_SHARE) return null;
  const unit = unitOf(read);
  return read.map(({ start, end, speaker, text }) => ({
    start: secondsOf(start, unit),
    end: secondsOf(end, unit),
    speaker: speaker.replace(/ ?[:：]$/, '') || null,
    text,
  }));
}

function columnsNamed(row: Row): Columns | null {
  const titles = row.map((cell) => cell.toLowerCase().replace(/\([^()]*\)|[^\p{L}]/gu, ''));
  const columns: Columns = {};
  for (const column of COLUMNS) {
    const index = titles.findIndex((title) => NAMES[column].test(title));
    if (index !== -1) columns[column] = index;
  }
  const isKnown = columns.start !== undefined || columns.speaker !== undefined;
  return columns.text !== undefined && isKnown ? columns : null;
}

/** Without titles: times first, then perhaps their ends and speakers, then words. */
function columnsOf(rows: readonly Row[]): Columns | null {
  const width = rows[0]?.length ?? 0;
  const isTimeIn = (index: number) => rows.every((row) => isClearTime(row[index] ?? ''));
  if (rows.length < 2 || rows.some(({ length }) => length !== width) || !isTimeIn(0)) return null;
  const ends = width > 2 && isTimeIn(1);
  const rest = width - (ends ? 2 : 1);
  if (rest !== 1 && rest !== 2) return null;
  const columns: Columns = { start: 0, text: width - 1 };
  if (ends) columns.end = 1;
  if (rest === 2) columns.speaker = width - 2;
  return columns;
}

/** A clock or a decimal fraction; whole numbers may count anything. */
const isClearTime = (cell: string) => timeIn(cell) !== null && !/^\s*\d+\s*$/.test(cell);

function timeIn(cell: string): Time | null {
  return parseTime(cell.trim().replace(/^[[(]|[\])]$/g, ''));
}

/** The place of a cell, counted over all tables of a page. */
export interface TablePlace {
  row: number;
  column: number;
}
/** Of a table that is a transcript. */
const MAX_COLUMNS = 20;

/** Reads the blocks of a page whose words are mostly in tables; null for any other. What is around them was not said. */
export function readCells(
  blocks: readonly { cell: TablePlace | null; text: string }[],
): Cue[] | null {
  const rows = new Map<number, string[]>();
  let chars = 0;
  for (const { cell, text } of blocks) {
    chars += cell === null ? -text.length : text.length;
    if (cell === null || cell.column < 0 || cell.column >= MAX_COLUMNS) continue;
    const row = rows.get(cell.row) ?? [];
    while (row.length < cell.column) row.push('');
    row[cell.column] = [row[cell.column], text].filter(Boolean).join('\n');
    rows.set(cell.row, row);
  }
  return chars > 0 ? readRows([...rows.values()]) : null;
}

const MARKDOWN_ROW = /^\s*\|.*\|\s*$/;
/** Of the page, before its table. */
const TITLES = /^(?:\s*#{1,6} [^\n]*\n)+/;
const MARKDOWN_RULE = /^[\s|:-]+$/;

/** Reads a text that is a file of separated values or a table of Markdown; null for any other. */
export function readTable(text: string): Cue[] | null {
  const start = text.slice(0, MAX_WORDS_LENGTH).replace(TITLES, '').trimStart();
  const [first = '', second = ''] = start.split('\n', 2);
  if (MARKDOWN_ROW.test(first) && MARKDOWN_RULE.test(second)) return readMarkdown(start.trim());
  for (const separator of ['\t', ';', ',']) {
    if (!first.includes(separator)) continue;
    const isNamed = columnsNamed(first.split(separator)) !== null;
    if (!isNamed && separator !== '\t') continue;
    return readRows(separated(start, separator, separator !== '\t' || first.includes('"')));
  }
  return null;
}

function readMarkdown(text: string): Cue[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (!lines.every((line) => MARKDOWN_ROW.test(line))) return null;
  const rows = lines
    .filter((line) => !MARKDOWN_RULE.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.replaceAll('\\|', '|').replace(/\*\*([^*]+)\*\*/g, '$1')),
    );
  const isUntitled = rows[0]?.every((cell) => cell.trim() === '');
  return readRows(isUntitled ? rows.slice(1) : rows);
}

/**
 * Splits comma-separated values (RFC 4180) and the like into rows. Surplus cells are joined to the last column, because
 * words may contain separators.
 */
function separated(text: string, separator: string, areQuoted: boolean): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = areQuoted
    ? new RegExp(
        `(?:"([^"]*(?:""[^"]*)*)"[^${separator}\\n]*|([^${separator}\\n]*))(${separator}|\\n|$)`,
        'y',
      )
    : new RegExp(`()([^${separator}\\n]*)(${separator}|\\n|$)`, 'y');
  const normal = text.trim().replace(/\r\n?/g, '\n');
  while (cell.lastIndex < normal.length && rows.length <= MAX_CUES) {
    const [, quoted, plain = '', end] = cell.exec(normal) ?? [];
    if (end === undefined) break;
    row.push(quoted?.replaceAll('""', '"') || plain);
    if (end === separator) continue;
    if (row.some((one) => one.trim() !== '')) rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  const last = (rows[0]?.length ?? 1) - 1;
  return rows.map((cells) =>
    cells.length > last + 1 ? [...cells.slice(0, last), cells.slice(last).join(separator)] : cells,
  );
}

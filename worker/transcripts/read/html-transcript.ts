import { Parser } from 'htmlparser2';
import { parseDuration } from '../../feeds/media.ts';
import { decodeHtmlText, foldSpace } from '../../platform/plain-text.ts';
import { parseClock } from '../clock.ts';
import { type Cue, MAX_CUES, MAX_WORDS_LENGTH } from './cues.ts';
import { COLON, NAME_START } from './speakers.ts';
import { readCells, type TablePlace } from './table-transcript.ts';
import { readTextTranscript } from './text-transcript.ts';

const BLOCKS = new Set(
  `address article blockquote body br dd div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li main
  ol p pre section table td th tr ul`.split(/\s+/),
);
/** Page elements around the transcript. */
const SKIPPED = new Set(
  'script style head title template noscript svg nav header footer aside form button select iframe'.split(
    ' ',
  ),
);

/** The parser searches its list of open elements linearly, so their number is limited. */
const MAX_OPEN = 1_000;

/** Characters of a name or a time in an element of its own. */
const MAX_LEAD_LENGTH = 80;
/** Up to five words, such as `Ada Lovelace`, `Speaker 1:` */
const NAME = new RegExp(
  String.raw`^${NAME_START}[\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{M}\p{N}.'’-]+){0,4} ?${COLON}?$`,
  'u',
);

interface Block {
  speaker: string | null;
  start: number | null;
  text: string;
  /** Of a table's cell; null outside of tables. */
  cell: TablePlace | null;
}

/**
 * Reads in steps the podcast namespace's HTML (`<cite>` speaker, `<time>` start, `<p>` words), names and times
 * in adjacent `<span>`s, and pages with names and times inside paragraphs.
 */
export function* readHtmlTranscript(html: string): Generator<void, Cue[]> {
  const { blocks, isMarkedUp } = readBlocks(html);
  yield;
  const words = blocks.filter((block) => block.text.trim() !== '');
  if (!isMarkedUp) {
    const table = readCells(words);
    if (table !== null) return table;
    return yield* readTextTranscript(words.map((block) => block.text).join('\n\n'));
  }
  return words.map(({ speaker, start, text }) => ({ speaker, start, end: null, text }));
}

function readBlocks(html: string): { blocks: Block[]; isMarkedUp: boolean } {
  const reader = new BlockReader();
  let open = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        open += 1;
        reader.open(name);
        // A malicious file, or more than anybody says; what was read so far is kept.
        if (open > MAX_OPEN || reader.isFull) parser.pause();
      },
      onattribute: (name, value) => reader.addAttribute(name, value),
      onclosetag(name) {
        open -= 1;
        reader.close(name);
        if (reader.isFull) parser.pause();
      },
      ontext: (raw) => reader.addText(raw),
    },
    { decodeEntities: false },
  );
  parser.end(html);
  reader.end();
  return reader;
}

/** Collects blocks, each with the speaker and the time that hold for it. */
class BlockReader {
  readonly blocks: Block[] = [];
  /** Whether names or times have elements of their own. */
  isMarkedUp = false;
  #speaker: string | null = null;
  #start: number | null = null;
  #text = '';
  /** Of all blocks' texts. */
  #length = 0;
  /** Open elements whose text is skipped. */
  #skipped = 0;
  #field: 'cite' | 'time' | null = null;
  #fieldText = '';
  /** A `<time>`'s own, for programs. */
  #datetime: string | undefined;
  /** The first spans of a block: name and time, or its first words. */
  #lead: string[] = [];
  /** Where the text of the open span starts; null outside a block's first spans. */
  #spanOffset: number | null = null;
  #cell: Block['cell'] = null;
  /** Rows of all tables so far. */
  #rows = 0;
  /** Whether the block has words that no longer can be name and time. */
  #hasWords = false;

  get isFull(): boolean {
    return this.blocks.length >= MAX_CUES || this.#length > MAX_WORDS_LENGTH;
  }

  open(name: string): void {
    if (SKIPPED.has(name)) this.#skipped += 1;
    else if (name === 'cite' || name === 'time') {
      this.#endBlock();
      this.#field = name;
      this.#datetime = undefined;
    } else if (BLOCKS.has(name)) {
      this.#endBlock();
      this.#moveInTable(name);
    } else if (name === 'span' && !this.#hasWords) this.#spanOffset = this.#text.length;
  }

  /** Of the element that was opened last. */
  addAttribute(name: string, value: string): void {
    if (this.#field === 'time' && name === 'datetime') this.#datetime = value;
  }

  close(name: string): void {
    if (SKIPPED.has(name)) this.#skipped -= 1;
    else if (name === this.#field) this.#endField(name);
    else if (BLOCKS.has(name)) {
      this.#endBlock();
      if (name === 'table') this.#cell = null;
    } else if (name === 'span' && this.#spanOffset !== null) this.#endSpan(this.#spanOffset);
  }

  addText(raw: string): void {
    if (this.#skipped > 0) return;
    const data = decodeHtmlText(raw);
    if (this.#field !== null) {
      this.#fieldText += data;
      return;
    }
    if (this.#spanOffset === null && data.trim() !== '') {
      this.#readLead();
      this.#hasWords = true;
    }
    if (this.#text.length < MAX_WORDS_LENGTH) this.#text += data;
  }

  end(): void {
    this.#endBlock();
  }

  #moveInTable(name: string): void {
    if (name === 'tr') this.#cell = { row: this.#rows++, column: -1 };
    else if (this.#cell !== null && (name === 'td' || name === 'th')) {
      this.#cell = { row: this.#cell.row, column: this.#cell.column + 1 };
    }
  }

  #endBlock(): void {
    this.#readLead();
    this.#spanOffset = null;
    this.#hasWords = false;
    if (this.#text.trim() !== '' && !this.isFull) {
      this.blocks.push({
        speaker: this.#speaker,
        start: this.#start,
        text: this.#text,
        cell: this.#cell,
      });
      this.#start = null;
      this.#length += this.#text.length;
    }
    this.#text = '';
  }

  #endField(field: 'cite' | 'time'): void {
    const value = foldSpace(this.#fieldText);
    if (field === 'time') {
      this.#start = parseClock(value) ?? machineTime(this.#datetime) ?? this.#start;
      this.isMarkedUp ||= this.#start !== null;
    } else if (value !== '') {
      this.#speaker = value.replace(/ ?[:：]$/, '');
      this.isMarkedUp = true;
    }
    this.#field = null;
    this.#fieldText = '';
  }

  #endSpan(offset: number): void {
    const isEmpty = this.#text.slice(offset).trim() === '';
    if (!isEmpty && this.#text.length - offset <= MAX_LEAD_LENGTH && this.#lead.length < 2) {
      this.#lead.push(this.#text);
      this.#text = '';
    } else if (!isEmpty) {
      this.#readLead();
      this.#hasWords = true;
    }
    this.#spanOffset = null;
  }

  /** Takes the block's first spans as its name and time, or puts them back into its text. */
  #readLead(): void {
    const values = this.#lead.map((span) => foldSpace(span));
    const clock = values.find(isClock);
    const name = values.find((value) => NAME.test(value));
    if (values.length === 2 && clock !== undefined && name !== undefined) {
      this.#start = clockIn(clock);
      this.#speaker = name.replace(/ ?[:：]$/, '');
      this.isMarkedUp = true;
    } else {
      const words = this.#lead.map((span, index) => {
        const value = values[index] ?? '';
        // In brackets, because a time with an element of its own was not said.
        return isClock(value) ? ` [${withoutBrackets(value)}] ` : span;
      });
      this.#text = words.join('') + this.#text;
    }
    this.#lead = [];
  }
}

/** Parses a clock or a duration such as `PT1M5S`. A year, which is valid there too, is none. */
function machineTime(datetime = ''): number | null {
  return parseClock(datetime) ?? (/^P/i.test(datetime) ? parseDuration(datetime) : null);
}

/** Parses a clock, in brackets or not, as seconds; null for anything else. */
function clockIn(text: string): number | null {
  return parseClock(withoutBrackets(text));
}

function withoutBrackets(text: string): string {
  return text.replace(/^[[(]|[\])]$/g, '');
}

function isClock(text: string): boolean {
  return clockIn(text) !== null;
}

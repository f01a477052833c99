import { Parser } from 'htmlparser2';
import { parseDuration } from '../feeds/media.ts';
import { decodeHtmlText, foldSpace } from '../platform/plain-text.ts';
import { parseClock } from './clock.ts';
import { type Cue, MAX_CUES, MAX_WORDS_LENGTH } from './cues.ts';
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
const NAME = /^\p{Lu}[\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{M}\p{N}.'’-]+){0,4} ?:?$/u;

interface Block {
  speaker: string | null;
  start: number | null;
  text: string;
}

/**
 * Reads the podcast namespace's HTML (`<cite>` speaker, `<time>` start, `<p>` words), names and times
 * in adjacent `<span>`s, and pages with names and times inside paragraphs.
 */
export function readHtmlTranscript(html: string): Cue[] {
  const { blocks, isMarkedUp } = readBlocks(html);
  const words = blocks.filter((block) => block.text.trim() !== '');
  if (!isMarkedUp) return readTextTranscript(words.map((block) => block.text).join('\n\n'));
  return words.map(({ speaker, start, text }) => ({ speaker, start, end: null, text }));
}

function readBlocks(html: string): { blocks: Block[]; isMarkedUp: boolean } {
  const blocks: Block[] = [];
  let speaker: string | null = null;
  let start: number | null = null;
  let text = '';
  let skipped = 0;
  let open = 0;
  let length = 0;
  let field: 'cite' | 'time' | null = null;
  let fieldText = '';
  /** A `<time>`'s own, for programs. */
  let datetime: string | undefined;
  let isMarkedUp = false;
  /** The first spans of a block: name and time, or its first words. */
  let lead: string[] = [];
  let spanOffset: number | null = null;
  let hasWords = false;

  const readLead = () => {
    const values = lead.map((span) => foldSpace(span));
    const clock = values.find(isClock);
    const name = values.find((value) => NAME.test(value));
    if (values.length === 2 && clock !== undefined && name !== undefined) {
      start = clockIn(clock);
      speaker = name.replace(/ ?:$/, '');
      isMarkedUp = true;
    } else {
      text = lead.map((span) => (isClock(foldSpace(span)) ? ` ${span} ` : span)).join('') + text;
    }
    lead = [];
  };
  const endSpan = (offset: number) => {
    const isEmpty = text.slice(offset).trim() === '';
    if (!isEmpty && text.length - offset <= MAX_LEAD_LENGTH && lead.length < 2) {
      lead.push(text);
      text = '';
    } else if (!isEmpty) {
      readLead();
      hasWords = true;
    }
    spanOffset = null;
  };
  const endBlock = () => {
    readLead();
    spanOffset = null;
    hasWords = false;
    if (text.trim() !== '') {
      blocks.push({ speaker, start, text });
      start = null;
      length += text.length;
      if (blocks.length === MAX_CUES || length > MAX_WORDS_LENGTH) parser.pause();
    }
    text = '';
  };
  const endField = () => {
    const value = foldSpace(fieldText);
    if (field === 'cite' && value !== '') {
      speaker = value.replace(/ ?:$/, '');
      isMarkedUp = true;
    } else if (field === 'time') {
      start = parseClock(value) ?? machineTime(datetime) ?? start;
      isMarkedUp ||= start !== null;
    }
    field = null;
    fieldText = '';
  };

  const parser = new Parser(
    {
      onopentagname(name) {
        open += 1;
        // A malicious file; keep what was read so far.
        if (open > MAX_OPEN) parser.pause();
        if (SKIPPED.has(name)) skipped += 1;
        else if (name === 'cite' || name === 'time') {
          endBlock();
          field = name;
          datetime = undefined;
        } else if (BLOCKS.has(name)) endBlock();
        else if (name === 'span' && !hasWords) spanOffset = text.length;
      },
      onattribute(name, value) {
        if (field === 'time' && name === 'datetime') datetime = value;
      },
      onclosetag(name) {
        open -= 1;
        if (SKIPPED.has(name)) skipped -= 1;
        else if (name === field) endField();
        else if (BLOCKS.has(name)) endBlock();
        else if (name === 'span' && spanOffset !== null) endSpan(spanOffset);
      },
      ontext(raw) {
        if (skipped > 0) return;
        const data = decodeHtmlText(raw);
        if (field !== null) {
          fieldText += data;
          return;
        }
        if (spanOffset === null && data.trim() !== '') {
          readLead();
          hasWords = true;
        }
        if (text.length < MAX_WORDS_LENGTH) text += data;
      },
    },
    { decodeEntities: false },
  );
  parser.end(html);
  endBlock();
  return { blocks, isMarkedUp };
}

/** Parses a clock or a duration such as `PT1M5S`. A year, which is valid there too, is none. */
function machineTime(datetime = ''): number | null {
  return parseClock(datetime) ?? (/^P/i.test(datetime) ? parseDuration(datetime) : null);
}

/** Parses a clock, in brackets or not, as seconds; null for anything else. */
function clockIn(text: string): number | null {
  return parseClock(text.replace(/^[[(]|[\])]$/g, ''));
}

function isClock(text: string): boolean {
  return clockIn(text) !== null;
}

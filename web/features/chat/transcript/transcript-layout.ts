import type { TranscriptLine } from '../../../../schema/wire/episodes.ts';
import { fold } from '../../../../schema/wire/fold.ts';

/** A line and its position in the paragraph's text. */
interface PlacedLine {
  /** Index among all lines of the transcript. */
  index: number;
  text: string;
  /** Offset of its first character in the paragraph's text. */
  offset: number;
}

/** Consecutive lines of one speaker, laid out as one paragraph; or a paragraph of a source. */
export interface Paragraph {
  start: number | null;
  /** Of a source, from 1. */
  number: number | null;
  speaker: string | null;
  /** Whether the speaker differs from the previous paragraph's. */
  isNewSpeaker: boolean;
  text: string;
  lines: PlacedLine[];
}

/** A search match: a range of a paragraph's text. */
export interface Match {
  paragraph: number;
  from: number;
  to: number;
}

const PARAGRAPH_CHARS = 480;

/** Joins caption lines into readable paragraphs. Sources have their own. */
export function layOutTranscript(lines: TranscriptLine[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const [index, { start, speaker, text, paragraph: number = null }] of lines.entries()) {
    const last = paragraphs.at(-1);
    const isSameVoice = last !== undefined && last.speaker === speaker;
    const goesOn =
      number === null
        ? isSameVoice && last.text.length + text.length <= PARAGRAPH_CHARS
        : last?.number === number;
    if (goesOn && last !== undefined) {
      last.lines.push({ index, text, offset: last.text.length + 1 });
      last.text += ` ${text}`;
      continue;
    }
    paragraphs.push({
      start,
      number,
      speaker,
      isNewSpeaker: !isSameVoice,
      text,
      lines: [{ index, text, offset: 0 }],
    });
  }
  return paragraphs;
}

/**
 * Returns the index of the line spoken at `seconds`: the last one that has started. Of a source, the
 * first line of that paragraph. Returns -1 if no line has a time.
 */
export function lineAt(lines: TranscriptLine[], seconds: number): number {
  if (isSource(lines)) {
    const found = lines.findIndex(({ paragraph = 0 }) => paragraph >= seconds);
    // The text may have become shorter since.
    return found === -1 ? lines.length - 1 : found;
  }
  let found = -1;
  for (const [index, { start }] of lines.entries()) {
    if (start === null) continue;
    // Citations are rounded down to whole seconds.
    if (Math.floor(start) > seconds) break;
    found = index;
  }
  if (found >= 0) return found;
  return lines.findIndex(({ start }) => start !== null);
}

/** Whether these are the paragraphs of a source, which have numbers instead of times. */
export const isSource = (lines: TranscriptLine[]) => lines[0]?.paragraph !== undefined;

const SENTENCE_END = /[.?!…][”"')\]]*$/;
const SENTENCE_MAX_LINES = 5;

/**
 * Returns the last line of the sentence that contains line `first`, because captions often break
 * mid-sentence. Of a source, the last line of the paragraph.
 */
export function sentenceEnd(lines: TranscriptLine[], first: number): number {
  if (isSource(lines)) {
    return lines.findLastIndex(({ paragraph }) => paragraph === lines[first]?.paragraph);
  }
  let end = first;
  for (let next = first + 1; next < first + SENTENCE_MAX_LINES; next += 1) {
    const [line, following] = [lines[end], lines[next]];
    if (!line || !following || following.speaker !== line.speaker) break;
    if (SENTENCE_END.test(line.text)) break;
    end = next;
  }
  return end;
}

/** Shorter queries match nearly every line. */
const QUERY_MIN_CHARS = 2;

/** Whether a query is long enough to search for. */
export const isSearchable = (query: string) => query.trim().length >= QUERY_MIN_CHARS;

/** Finds `query`, ignoring case and accents, as the search over all episodes does. */
export function searchTranscript(paragraphs: Paragraph[], query: string): Match[] {
  const wanted = fold(query.trim());
  if (!isSearchable(query) || wanted === '') return [];
  const escaped = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
  const pattern = new RegExp(escaped, 'gu');
  const matches: Match[] = [];
  for (const [paragraph, { text }] of paragraphs.entries()) {
    const found = [...fold(text).matchAll(pattern)];
    // Only paragraphs with a match need to be mapped back to their text.
    const places = found.length > 0 ? placesOf(text) : [];
    for (const { 0: said, index } of found) {
      const from = places[index]?.from ?? text.length;
      matches.push({ paragraph, from, to: places[index + said.length - 1]?.to ?? text.length });
    }
  }
  return matches;
}

/** Where the letters of the folded text come from. One letter may become two, or none if it is a mark. */
function placesOf(text: string): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = [];
  let from = 0;
  for (const letter of text) {
    const to = from + letter.length;
    const place = { from, to };
    const { length } = fold(letter);
    const before = places.at(-1);
    if (length === 0 && before) before.to = to;
    for (let unit = 0; unit < length; unit++) places.push(place);
    from = to;
  }
  return places;
}

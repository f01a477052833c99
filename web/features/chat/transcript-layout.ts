import type { TranscriptLine } from '../../../schema/wire/episodes.ts';

/** A line where it stands in its paragraph's text. */
interface PlacedLine {
  /** Among all lines of the transcript. */
  index: number;
  text: string;
  /** Of its first character in the paragraph's text. */
  offset: number;
}

/** What one voice says without a long break, as it is set on the page. */
export interface Paragraph {
  start: number | null;
  speaker: string | null;
  /** The speaker differs from the paragraph before. */
  isNewSpeaker: boolean;
  text: string;
  lines: PlacedLine[];
}

/** A stretch of a paragraph's text that a search has found. */
export interface Match {
  paragraph: number;
  from: number;
  to: number;
}

const PARAGRAPH_CHARS = 480;

/** Captions come in single lines; a reader wants paragraphs. */
export function layOutTranscript(lines: TranscriptLine[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const [index, { start, speaker, text }] of lines.entries()) {
    const last = paragraphs.at(-1);
    const isSameVoice = last !== undefined && last.speaker === speaker;
    if (isSameVoice && last.text.length + text.length <= PARAGRAPH_CHARS) {
      last.lines.push({ index, text, offset: last.text.length + 1 });
      last.text += ` ${text}`;
      continue;
    }
    paragraphs.push({
      start,
      speaker,
      isNewSpeaker: !isSameVoice,
      text,
      lines: [{ index, text, offset: 0 }],
    });
  }
  return paragraphs;
}

/** The line that is heard at `seconds`: the last that has begun; -1 where none has a time. */
export function lineAt(lines: TranscriptLine[], seconds: number): number {
  let found = -1;
  for (const [index, { start }] of lines.entries()) {
    if (start === null) continue;
    // A citation is the floor of its line's start.
    if (Math.floor(start) > seconds) break;
    found = index;
  }
  if (found >= 0) return found;
  return lines.findIndex(({ start }) => start !== null);
}

const SENTENCE_END = /[.?!…][”"')\]]*$/;
const SENTENCE_MAX_LINES = 5;

/** The last line of the sentence that `first` belongs to: captions break off in the middle. */
export function sentenceEnd(lines: TranscriptLine[], first: number): number {
  let end = first;
  for (let next = first + 1; next < first + SENTENCE_MAX_LINES; next += 1) {
    const [line, following] = [lines[end], lines[next]];
    if (!line || !following || following.speaker !== line.speaker) break;
    if (SENTENCE_END.test(line.text)) break;
    end = next;
  }
  return end;
}

/** Where `query` is said, without regard to case; nothing for less than two characters. */
export function searchTranscript(paragraphs: Paragraph[], query: string): Match[] {
  const wanted = query.trim();
  if (wanted.length < 2) return [];
  const escaped = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
  const pattern = new RegExp(escaped, 'giu');
  const matches: Match[] = [];
  for (const [paragraph, { text }] of paragraphs.entries()) {
    for (const { 0: said, index } of text.matchAll(pattern)) {
      matches.push({ paragraph, from: index, to: index + said.length });
    }
  }
  return matches;
}

/**
 * The contract of all assistants: everything they say about an episode is a statement with evidence.
 * Assistants never write times or speakers; these are looked up here, from the position of the quoted
 * words.
 */
import { formatClock, formatParagraph } from '../../schema/wire/clock.ts';
import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import { namedSpeaker } from './retrieval/sentences.ts';
import { findSpoken, spokenWords } from './spoken-words.ts';

export interface Evidence {
  /** Indexes into the episode's `lines`, ascending, covering at least the quotation. */
  lineIds: number[];
  /** Literal words of one speaker from these lines; spelling and punctuation may differ. */
  quotation: string;
}

export interface Statement {
  /** The assistant's own words as plain text; '' if the quotation itself is the statement. */
  text: string;
  /** Only empty without a transcript; the statement is then based on the description. */
  evidence: Evidence[];
  /** Why it suits this reader, as words that continue it: 'because you lead HR'. */
  because?: string;
}

export interface Topic {
  /** Plain text. */
  title: string;
  /** The sentence with which it starts. */
  evidence: Evidence;
}

/** What a reader takes from an episode. Empty sections are not shown. */
export interface Insight {
  /** A note for the reader on how it was made; plain text. */
  note?: string;
  /** One or two statements that sum up the episode. */
  gist: Statement[];
  takeaways: Statement[];
  /** Advice from the episode that nobody there rejects. */
  actions: Statement[];
  quotations: Evidence[];
  topics: Topic[];
}

/** The parts of a streamed answer, each already checked. */
export type AnswerPart =
  /** `sentence` continues the paragraph, `paragraph` starts one, `item` belongs to a list. */
  | {
      type: 'statement';
      statement: Statement;
      form: 'sentence' | 'paragraph' | 'item';
      /** The episode it is about, if the answer may be from several. */
      episodeId?: string;
    }
  /** Our own words, which claim nothing about the episode; Markdown, appended as is. */
  | { type: 'text'; text: string }
  /** From here on the embedded assistant replaces the model, which gave no answer or broke off. */
  | { type: 'stand-in'; hasBegun: boolean };

export type StatementPart = Extract<AnswerPart, { type: 'statement' }>;

/** The position of quoted words. */
export interface Place {
  /** The line where the quotation starts. */
  lineId: number;
  /** The share of that line before the quotation, 0 to 1. */
  share: number;
  /** Null if the transcript names nobody. */
  speaker: string | null;
  /** From the start of the audio to the first quoted word; null without times. */
  seconds: number | null;
  /** Of a source, from 1; null for anything that was said. */
  paragraph: number | null;
}

/** How a place is cited: its label, and its number in links. Null for a transcript without times. */
export function citationOf({
  seconds,
  paragraph,
}: Pick<Place, 'seconds' | 'paragraph'>): { label: string; at: number } | null {
  if (paragraph !== null) return { label: formatParagraph(paragraph), at: paragraph };
  return seconds === null ? null : { label: formatClock(seconds), at: Math.floor(seconds) };
}

/** In longer lines, the position within the line counts. */
const SHORT_LINE_SECONDS = 8;

/** Returns the position of a quotation; null if the lines don't contain it or two people share it. */
export function placeOf(lines: TranscriptLine[], { lineIds, quotation }: Evidence): Place | null {
  const found = findSpoken(lines, lineIds, quotation);
  const line = found === null ? undefined : lines[found.lineId];
  if (found === null || line === undefined) return null;
  const isShared = lines
    .slice(found.lineId, found.lastLineId + 1)
    // A line without words, such as music, belongs to nobody.
    .some(({ speaker, text }) => speaker !== line.speaker && spokenWords(text).length > 0);
  if (isShared) return null;
  return {
    lineId: found.lineId,
    share: found.share,
    speaker: namedSpeaker(line.speaker),
    seconds: secondsAt(lines, found.lineId, found.share),
    paragraph: line.paragraph ?? null,
  };
}

/** @param share how much of the line precedes the position, 0 to 1 */
function secondsAt(lines: TranscriptLine[], lineId: number, share: number): number | null {
  const line = lines[lineId];
  if (line === undefined || line.start === null) return null;
  const end = line.end ?? lines[lineId + 1]?.start ?? line.start;
  const length = Math.max(0, end - line.start);
  return length <= SHORT_LINE_SECONDS ? line.start : line.start + length * share;
}

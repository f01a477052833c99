/**
 * The contract of all assistants: everything they say of an episode is a statement that carries its
 * evidence. Times and speakers are never written by whoever makes a statement; they are looked up
 * here, from where the quoted words stand.
 */
import type { TranscriptLine } from '../transcripts/transcript.ts';
import { findSpoken, spokenWords } from './spoken-words.ts';

export interface Evidence {
  /** Indexes into the episode's `lines`, ascending: all that the quotation touches, at least. */
  lineIds: number[];
  /** Word for word, from these lines and from one speaker; spelling and punctuation may differ. */
  quotation: string;
}

export interface Statement {
  /** In the assistant's own words, plain text; '' where the quotation itself is the statement. */
  text: string;
  /** Empty only where there is no transcript: what is said then rests on the description. */
  evidence: Evidence[];
  /** Why it was chosen for this reader, as words that go on from it: 'because you lead HR'. */
  because?: string;
}

export interface Topic {
  /** Plain text. */
  title: string;
  /** The line with which it begins. */
  lineId: number;
}

/** What a reader takes from an episode. A section may be empty; it is then not shown. */
export interface Insight {
  /** What the reader should know of how it was made; plain text. */
  note?: string;
  /** One or two statements that say what the episode comes to. */
  gist: Statement[];
  takeaways: Statement[];
  /** Advice that somebody in the episode gives and nobody there rejects. */
  actions: Statement[];
  quotations: Evidence[];
  topics: Topic[];
}

/** An answer comes as a stream of these, each of them checked. */
export type AnswerPart =
  /** `sentence` goes on in the paragraph, `paragraph` begins one, `item` is one of a list. */
  | { type: 'statement'; statement: Statement; form: 'sentence' | 'paragraph' | 'item' }
  /** Words of our own that claim nothing about the episode; Markdown, appended as it stands. */
  | { type: 'text'; text: string }
  /** From here on the embedded kind stands in for the model, which said nothing or broke off. */
  | { type: 'stand-in'; hasBegun: boolean };

/** Where quoted words stand. */
export interface Place {
  /** The line in which the quotation begins. */
  lineId: number;
  /** Null where the transcript names nobody. */
  speaker: string | null;
  /** From the start of the audio to the first quoted word; null in a transcript without times. */
  seconds: number | null;
}

/** A line this short is its own place; in a longer one the words say where. */
const SHORT_LINE_SECONDS = 8;

/** Where the quotation stands; null where those lines do not hold it or two people share it. */
export function placeOf(lines: TranscriptLine[], { lineIds, quotation }: Evidence): Place | null {
  const found = findSpoken(lines, lineIds, quotation);
  const line = found === null ? undefined : lines[found.lineId];
  if (found === null || line === undefined) return null;
  const isShared = lines
    .slice(found.lineId, found.lastLineId + 1)
    // A line without words, of music say, is nobody's.
    .some(({ speaker, text }) => speaker !== line.speaker && spokenWords(text).length > 0);
  if (isShared) return null;
  return {
    lineId: found.lineId,
    speaker: line.speaker,
    seconds: secondsAt(lines, found.lineId, found.share),
  };
}

/** @param share how much of the line was said before, 0 to 1 */
function secondsAt(lines: TranscriptLine[], lineId: number, share: number): number | null {
  const line = lines[lineId];
  if (line === undefined || line.start === null) return null;
  const end = line.end ?? lines[lineId + 1]?.start ?? line.start;
  const length = Math.max(0, end - line.start);
  return length <= SHORT_LINE_SECONDS ? line.start : line.start + length * share;
}

/** An episode's transcript, in order. */

export interface TranscriptLine {
  /** Seconds from the start of the audio; null without times. */
  start: number | null;
  end: number | null;
  speaker: string | null;
  /** Plain text: no markup, collapsed white space, never empty. */
  text: string;
}

/** The source of a transcript: the feed, YouTube's captions, or speech-to-text. */
export type TranscriptSource = 'feed' | 'youtube' | 'speech';

export interface Transcript {
  source: TranscriptSource;
  /** BCP 47; null if unknown. */
  language: string | null;
  lines: TranscriptLine[];
}

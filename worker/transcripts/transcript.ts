/** What was said in an episode, in order. */

export interface TranscriptLine {
  /** Seconds from the start of the audio; null in a transcript without times. */
  start: number | null;
  end: number | null;
  speaker: string | null;
  /** Plain text: no markup, white space folded. Never empty. */
  text: string;
}

/** Where a transcript came from: the feed's own, YouTube's captions, or speech-to-text. */
export type TranscriptSource = 'feed' | 'youtube' | 'speech';

export interface Transcript {
  source: TranscriptSource;
  /** BCP 47, null when unknown. */
  language: string | null;
  lines: TranscriptLine[];
}

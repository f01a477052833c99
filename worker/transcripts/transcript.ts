/** An episode's transcript. */
import type { TranscriptLine } from '../../schema/wire/episodes.ts';

/** The source of a transcript: the feed, YouTube's captions, speech-to-text, or the user's own text. */
export type TranscriptSource = 'feed' | 'youtube' | 'speech' | 'user';

export interface Transcript {
  source: TranscriptSource;
  /** BCP 47; null if unknown. */
  language: string | null;
  lines: TranscriptLine[];
}

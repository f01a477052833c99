/** An episode's transcript. */
import { z } from 'zod';
import type { TranscriptLine } from '../../schema/wire/episodes.ts';

/** The source of a transcript: the feed, YouTube's captions, speech-to-text, or the user's own text. */
type TranscriptSource = 'feed' | 'youtube' | 'speech' | 'user';

export interface Transcript {
  source: TranscriptSource;
  /** BCP 47; null if unknown. */
  language: string | null;
  lines: TranscriptLine[];
}

/** Lines as R2 stores them. */
export const storedLinesSchema: z.ZodType<TranscriptLine[]> = z.array(
  z.object({
    start: z.number().nullable(),
    end: z.number().nullable(),
    speaker: z.string().nullable(),
    text: z.string(),
    paragraph: z.number().int().positive().optional(),
  }),
);

import { z } from 'zod';
import { CONTENT_MAX_CHARS } from '../limits.ts';
import { textSchema } from './text.ts';

export const contentSchema = z.object({ content: textSchema.max(CONTENT_MAX_CHARS) });

export const savedContentSchema = z.object({
  content: z.string(),
  /** ISO 8601; null when nothing was saved yet. */
  updatedAt: z.string().nullable(),
  /** To send back as `If-Match: "7"`; a save based on another one is answered 409. 0 for none. */
  version: z.number(),
});
export type Content = z.infer<typeof savedContentSchema>;

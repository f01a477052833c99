import { z } from 'zod';
import { CONTENT_MAX_CHARS } from '../limits.ts';
import { textSchema } from './text.ts';

export const contentSchema = z.object({ content: textSchema.max(CONTENT_MAX_CHARS) });

/** The specification fixes the body, so the version goes into a header. Null means any version. */
export const contentHeadersSchema = z.object({
  'If-Match': z
    .string()
    .trim()
    .regex(/^(?:\*|"\d{1,15}")$/, 'If-Match must be a version')
    .transform((version) => (version === '*' ? null : Number(version.slice(1, -1))))
    .optional()
    .describe('The `version` that the text is based on: `"7"`. A later one is not overwritten.'),
});

export const savedContentSchema = z.object({
  content: z.string(),
  /** ISO 8601; null if nothing was saved yet. */
  updatedAt: z.string().nullable(),
  /**
   * Sent back as `If-Match: "7"`. A save based on another version gets a 409. 0 if nothing was saved
   * yet.
   */
  version: z.number(),
});
export type Content = z.infer<typeof savedContentSchema>;

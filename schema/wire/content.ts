import { z } from 'zod';
import { CONTENT_MAX_CHARS } from '../limits.ts';
import { textSchema } from './text.ts';

export const contentSchema = z.object({ content: textSchema.max(CONTENT_MAX_CHARS) });

export interface Content {
  content: string;
  /** ISO 8601; null when nothing was saved yet. */
  updatedAt: string | null;
}

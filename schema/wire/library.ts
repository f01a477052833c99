import { z } from 'zod';
import { INSIGHT_MAX_CHARS, NOTES_MAX_CHARS, TAG_MAX_CHARS, TAGS_MAX } from '../limits.ts';
import { failFast, idSchema } from './common.ts';
import { textSchema } from './text.ts';

export type { PodcastGroup, SavedInsight, SavedInsightsPage } from './replies/library.ts';

const insightTextSchema = textSchema
  .max(INSIGHT_MAX_CHARS)
  .refine((text) => text.trim() !== '', 'An insight cannot be empty');

export const saveInsightSchema = z.object({ episodeId: idSchema, insight: insightTextSchema });

/** The specification fixes the body, so the notes that were edited go into a header. Null means any notes. */
export const updateInsightHeadersSchema = z.object({
  'If-Match': z
    .string()
    .trim()
    .regex(/^(?:\*|"[\da-f]{64}")$/, "If-Match must be the notes' SHA-256")
    .transform((hash) => (hash === '*' ? null : hash.slice(1, -1)))
    .optional()
    .describe(
      'The SHA-256 of the notes, in hex: `"…"`. Notes that are no longer these are not replaced.',
    ),
});

/** At least one of the three. */
export const updateInsightSchema = z
  .object({
    userNotes: textSchema.max(NOTES_MAX_CHARS).nullable().optional(),
    insight: insightTextSchema.optional(),
    tags: failFast(z.array(textSchema.trim().min(1).max(TAG_MAX_CHARS)).max(TAGS_MAX))
      .transform((tags) => [...new Set(tags)])
      .optional(),
  })
  .refine((body) => Object.values(body).some((one) => one !== undefined), {
    error: 'Send at least one of userNotes, insight and tags',
    path: ['userNotes'],
  });
export type UpdateInsight = z.output<typeof updateInsightSchema>;

import { z } from 'zod';
import { INSIGHT_MAX_CHARS, NOTES_MAX_CHARS, TAG_MAX_CHARS, TAGS_MAX } from '../limits.ts';
import { idSchema } from './common.ts';
import { textSchema } from './text.ts';

const insightTextSchema = textSchema
  .max(INSIGHT_MAX_CHARS)
  .refine((text) => text.trim() !== '', 'An insight cannot be empty');

export const saveInsightSchema = z.object({ episodeId: idSchema, insight: insightTextSchema });

/** Any of the three; at least one. */
export const updateInsightSchema = z
  .object({
    userNotes: textSchema.max(NOTES_MAX_CHARS).nullable().optional(),
    insight: insightTextSchema.optional(),
    tags: z
      .array(textSchema.trim().min(1).max(TAG_MAX_CHARS))
      .max(TAGS_MAX)
      .transform((tags) => [...new Set(tags)])
      .optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'Send at least one of userNotes, insight and tags',
    path: ['userNotes'],
  });
export type UpdateInsight = z.output<typeof updateInsightSchema>;

export interface SavedInsight {
  id: string;
  episodeId: string;
  episodeTitle: string;
  /** Sanitised HTML; in a list the beginning of a long one. */
  insight: string;
  /** There where `insight` is only the beginning. */
  isExcerpt?: true;
  userNotes: string | null;
  tags: string[];
  /** ISO 8601. */
  generatedAt: string;
  isYoutubeShort: boolean;
}

export interface PodcastGroup {
  podcastId: string;
  podcastTitle: string;
  /** How many are saved of it, on all pages. */
  total: number;
  /** Those of this page: a podcast goes on where the page before ended. */
  insights: SavedInsight[];
}

/** The reply of `GET /api/user/insights`. */
export interface SavedInsightsPage {
  podcastGroups: PodcastGroup[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
}

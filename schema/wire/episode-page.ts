/** An episode's own page. */
import { z } from 'zod';
import { episodeIdParamSchema } from './common.ts';

/** As feeds name them (`itunes:episodeType`). */
export const EPISODE_TYPES = ['full', 'trailer', 'bonus'] as const;
export type EpisodeType = (typeof EPISODE_TYPES)[number];

/** Where chapters came from: the podcast, its show notes, or the assistant. */
export const CHAPTER_SOURCES = ['feed', 'notes', 'assistant'] as const;
export type ChapterSource = (typeof CHAPTER_SOURCES)[number];

export type { Chapter, EpisodePage } from './replies/episodes.ts';

/** A chapter, with the second where it starts. */
export const chapterParamSchema = episodeIdParamSchema.extend({
  start: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,12})?$/, 'Invalid time')
    .transform(Number),
});

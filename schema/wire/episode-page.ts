/** An episode on a page of its own: what its feed says of it beside its title. */

/** As feeds name them (`itunes:episodeType`). */
export const EPISODE_TYPES = ['full', 'trailer', 'bonus'] as const;
export type EpisodeType = (typeof EPISODE_TYPES)[number];

/** Where chapters came from: the podcast, its show notes, or the assistant. */
export const CHAPTER_SOURCES = ['feed', 'notes', 'assistant'] as const;
export type ChapterSource = (typeof CHAPTER_SOURCES)[number];

export type { Chapter, EpisodePage } from './replies/episodes.ts';

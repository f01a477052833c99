/** An episode on a page of its own: what its feed says of it beside its title. */

/** As feeds name them (`itunes:episodeType`). */
export const EPISODE_TYPES = ['full', 'trailer', 'bonus'] as const;
export type EpisodeType = (typeof EPISODE_TYPES)[number];

/** Where chapters came from: the podcast, its show notes, or the assistant. */
export const CHAPTER_SOURCES = ['feed', 'notes', 'assistant'] as const;
export type ChapterSource = (typeof CHAPTER_SOURCES)[number];

export interface Chapter {
  /** Seconds from the start. */
  start: number;
  /** Null where it lasts until the next one. */
  end: number | null;
  /** Plain text; '' for what is no part of the table of contents. */
  title: string;
  /** http(s) */
  url: string | null;
  /** http(s); shown only through us. */
  imageUrl: string | null;
  /** False for what changes along the way and is no chapter to go to. */
  isListed: boolean;
}

/** The reply of `GET /api/podcasts/episodes/{id}`. */
export interface EpisodePage {
  id: string;
  podcastId: string;
  podcastTitle: string;
  title: string;
  /** ISO 8601; null where the feed gives no date. */
  publishedAt: string | null;
  durationSeconds: number | null;
  number: number | null;
  season: number | null;
  type: EpisodeType;
  /** Null where the feed does not say. */
  explicit: boolean | null;
  /** The episode's own web page. */
  link: string | null;
  /** Whether `GET /api/podcasts/episodes/{id}/picture` may have one. */
  hasPicture: boolean;
  /** Sanitised HTML; links absolute. '' where there are none. */
  notes: string;
  chapters: Chapter[];
  /** Null where there are none. */
  chaptersSource: ChapterSource | null;
  audioUrl: string | null;
  youtubeVideoId: string | null;
  isYoutubeShort: boolean;
}

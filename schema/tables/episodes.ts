import { sql } from 'drizzle-orm';
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CHAPTER_SOURCES, type Chapter, EPISODE_TYPES } from '../wire/episode-page.ts';
import { users } from './accounts.ts';
import { podcastIdColumn } from './catalogue.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

/** A transcript that a feed links to. */
export interface TranscriptLink {
  url: string;
  /** Declared media type in lower case, without parameters; '' if none is declared. */
  type: string;
  language: string | null;
  /** 'captions' if the feed says so: timed, and close to the spoken words. */
  rel: string | null;
}

export const episodes = sqliteTable(
  'episodes',
  {
    id: idColumn(),
    podcastId: podcastIdColumn(),
    /** The feed's stable id of the episode. */
    guid: text('guid').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    publishedAt: timeColumn('published_at'),
    durationSeconds: integer('duration_seconds'),
    link: text('link'),
    audioUrl: text('audio_url'),
    imageUrl: text('image_url'),
    youtubeVideoId: text('youtube_video_id'),
    isYoutubeShort: integer('is_youtube_short', { mode: 'boolean' }).notNull(),
    transcriptLinks: text('transcript_links', { mode: 'json' }).$type<TranscriptLink[]>().notNull(),
    number: real('number'),
    season: integer('season'),
    type: text('type', { enum: EPISODE_TYPES }).notNull().default('full'),
    /** Null where the feed does not say. */
    isExplicit: integer('is_explicit', { mode: 'boolean' }),
    /** Where the feed keeps its chapters as JSON. */
    chaptersUrl: text('chapters_url'),
    createdAt: createdAtColumn(),
  },
  (table) => [
    uniqueIndex('episodes_podcast_guid').on(table.podcastId, table.guid),
    index('episodes_podcast_published').on(table.podcastId, table.publishedAt),
  ],
);

/** References the episode of a row. Deleting the episode deletes the row. */
export const episodeIdColumn = () =>
  text('episode_id')
    .notNull()
    .references(() => episodes.id, { onDelete: 'cascade' });

/**
 * The parts that only an episode's own page shows. They have their own table because lists, quizzes and
 * digests read whole episodes and don't need them.
 */
export const episodePages = sqliteTable('episode_pages', {
  episodeId: text('episode_id')
    .primaryKey()
    .references(() => episodes.id, { onDelete: 'cascade' }),
  /** The show notes as sanitised HTML; '' where there are none. */
  notes: text('notes').notNull(),
  /** Chapters from the feed itself (`psc:chapters`). */
  feedChapters: text('feed_chapters', { mode: 'json' }).$type<Chapter[]>().notNull(),
  /** The chapters that are shown; null until somebody opens the episode. */
  chapters: text('chapters', { mode: 'json' }).$type<Chapter[]>(),
  chaptersSource: text('chapters_source', { enum: CHAPTER_SOURCES }),
  /** When they may be looked up again. */
  chaptersRetryAt: timeColumn('chapters_retry_at'),
});

/** The state of an episode's transcript. The text and the lines are in R2. */
export const transcripts = sqliteTable(
  'transcripts',
  {
    episodeId: text('episode_id')
      .primaryKey()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['fetching', 'ready', 'unavailable'] }).notNull(),
    source: text('source', { enum: ['feed', 'youtube', 'speech', 'user'] }),
    language: text('language'),
    /** Percent of the audio transcribed so far; null if no transcription is running. */
    progress: integer('progress'),
    /** Why there is no transcript, in words. Null otherwise, also after a temporary failure. */
    reason: text('reason'),
    /** While fetching: the lease of this attempt. Unavailable: when to try again. */
    retryAt: timeColumn('retry_at'),
    checkedAt: timeColumn('checked_at').notNull(),
  },
  (table) => [index('transcripts_fetching').on(table.retryAt).where(sql`status = 'fetching'`)],
);

export const fetchWindows = sqliteTable('fetch_windows', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  nextFetchAt: timeColumn('next_fetch_at').notNull(),
});

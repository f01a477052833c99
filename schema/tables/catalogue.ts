import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CATEGORIES } from '../limits.ts';
import { users } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

export const podcasts = sqliteTable('podcasts', {
  id: idColumn(),
  title: text('title').notNull(),
  host: text('host').notNull(),
  description: text('description').notNull(),
  category: text('category', { enum: CATEGORIES }).notNull(),
  imageUrl: text('image_url'),
  spotifyUrl: text('spotify_url'),
  youtubeUrl: text('youtube_url'),
  youtubeChannelId: text('youtube_channel_id'),
  /** BCP 47, as its feed says; null where that is not known. */
  language: text('language'),
  /** Where the catalogue first found it: its identity there. */
  feedUrl: text('feed_url').notNull().unique(),
  /** Taken out of the catalogue; its episodes stay for the people who kept something of them. */
  removedAt: timeColumn('removed_at'),
  createdAt: createdAtColumn(),
});

/** How the fetching of a podcast's feed goes; one row for each podcast that was ever fetched. */
export const feeds = sqliteTable(
  'feeds',
  {
    podcastId: text('podcast_id')
      .primaryKey()
      .references(() => podcasts.id, { onDelete: 'cascade' }),
    /** Where the feed is now: after permanent redirects this differs from the podcast's feedUrl. */
    url: text('url').notNull(),
    etag: text('etag'),
    lastModified: text('last_modified'),
    succeededAt: timeColumn('succeeded_at'),
    failedAt: timeColumn('failed_at'),
    /** In words that may be shown; null after a success. */
    lastError: text('last_error'),
    /** Failures in a row. */
    failures: integer('failures').notNull().default(0),
    /** Not before: after failures, or because the host asked for it. */
    retryAt: timeColumn('retry_at'),
    /** The host said 410: it is not asked again. */
    retiredAt: timeColumn('retired_at'),
    /** A refresh is queued: until then nobody queues another. After that its message counts as lost. */
    queuedUntil: timeColumn('queued_until'),
    /** The lease of whoever is reading the feed now; expired where the reader died. */
    readingUntil: timeColumn('reading_until'),
  },
  (table) => [index('feeds_queued').on(table.queuedUntil).where(sql`queued_until IS NOT NULL`)],
);

export const subscriptions = sqliteTable(
  'subscriptions',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    podcastId: text('podcast_id')
      .notNull()
      .references(() => podcasts.id, { onDelete: 'cascade' }),
    createdAt: createdAtColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.podcastId] }),
    index('subscriptions_podcast').on(table.podcastId),
  ],
);

import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { CATEGORIES } from '../limits.ts';
import { userIdColumn, users } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

/** The podcast's fields that its feed may set. */
export const PODCAST_FEED_FIELDS = ['title', 'host', 'description', 'imageUrl'] as const;
export type PodcastFeedField = (typeof PODCAST_FEED_FIELDS)[number];

export const podcasts = sqliteTable(
  'podcasts',
  {
    id: idColumn(),
    title: text('title').notNull(),
    host: text('host').notNull(),
    description: text('description').notNull(),
    category: text('category', { enum: CATEGORIES }).notNull(),
    imageUrl: text('image_url'),
    spotifyUrl: text('spotify_url'),
    youtubeUrl: text('youtube_url'),
    youtubeChannelId: text('youtube_channel_id'),
    /** BCP 47, from the feed; null if unknown. */
    language: text('language'),
    /** The feed's original address, unique among shared podcasts and for each owner. */
    feedUrl: text('feed_url').notNull(),
    /** The fields that follow the feed; the operator set the others. */
    feedFields: text('feed_fields', { mode: 'json' })
      .$type<PodcastFeedField[]>()
      .notNull()
      .default([]),
    /** `sources`: the podcast that holds its owner's own sources. It has no feed. */
    kind: text('kind', { enum: ['feed', 'sources'] })
      .notNull()
      .default('feed'),
    /** Part of the catalogue. Otherwise only the users who added it can see it. */
    isListed: integer('is_listed', { mode: 'boolean' }).notNull().default(true),
    /** Set if the feed is private to one user; null if users may share it. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'cascade' }),
    /** When it was removed from the catalogue. Its episodes stay for users who saved something from them. */
    removedAt: timeColumn('removed_at'),
    createdAt: createdAtColumn(),
  },
  (table) => [
    uniqueIndex('podcasts_feed').on(table.feedUrl).where(sql`owner_id IS NULL`),
    uniqueIndex('podcasts_owner_feed')
      .on(table.ownerId, table.feedUrl)
      .where(sql`owner_id IS NOT NULL`),
    index('podcasts_listed').on(table.id).where(sql`is_listed`),
  ],
);

/** References the podcast of a row. Deleting the podcast deletes the row. */
export const podcastIdColumn = () =>
  text('podcast_id')
    .notNull()
    .references(() => podcasts.id, { onDelete: 'cascade' });

/** The state of a podcast's feed. One row per podcast that was ever fetched. */
export const feeds = sqliteTable(
  'feeds',
  {
    podcastId: text('podcast_id')
      .primaryKey()
      .references(() => podcasts.id, { onDelete: 'cascade' }),
    /** The feed's current address. Permanent redirects make it differ from the podcast's feedUrl. */
    url: text('url').notNull(),
    etag: text('etag'),
    lastModified: text('last_modified'),
    succeededAt: timeColumn('succeeded_at'),
    failedAt: timeColumn('failed_at'),
    /** Safe to show to users; null after a success. */
    lastError: text('last_error'),
    /** Consecutive failures. */
    failures: integer('failures').notNull().default(0),
    /** Not before this time: after a reader's retry failed, or because the host asked for it. */
    retryAt: timeColumn('retry_at'),
    /** The host answered 410, so it is never asked again. */
    retiredAt: timeColumn('retired_at'),
    /**
     * A refresh is queued, and nobody else queues one before this time. After it, the message counts as
     * lost.
     */
    queuedUntil: timeColumn('queued_until'),
    /** The lease of the current reader; expires if the reader dies. */
    readingUntil: timeColumn('reading_until'),
  },
  (table) => [
    index('feeds_url').on(table.url),
    index('feeds_queued').on(table.queuedUntil).where(sql`queued_until IS NOT NULL`),
  ],
);

export const subscriptions = sqliteTable(
  'subscriptions',
  {
    userId: userIdColumn(),
    podcastId: podcastIdColumn(),
    createdAt: createdAtColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.podcastId] }),
    index('subscriptions_podcast').on(table.podcastId),
  ],
);

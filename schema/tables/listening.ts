import { index, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { userIdColumn } from './accounts.ts';
import { createdAtColumn, timeColumn } from './columns.ts';
import { episodeIdColumn } from './episodes.ts';

/** How far a reader has listened to an episode. */
export const positions = sqliteTable(
  'positions',
  {
    userId: userIdColumn(),
    episodeId: episodeIdColumn(),
    seconds: real('seconds').notNull(),
    /** Of the audio as played; null if the player didn't know it. */
    durationSeconds: real('duration_seconds'),
    /** When the reader was there, by their device's clock. */
    at: timeColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.episodeId] }),
    index('positions_user_at').on(table.userId, table.at),
    index('positions_episode').on(table.episodeId),
  ],
);

/** A moment: one or several sentences that a reader saved while listening. */
export const moments = sqliteTable(
  'moments',
  {
    /** Made by the client, so that a repeated request doesn't save it twice. */
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    episodeId: episodeIdColumn(),
    startSeconds: real('start_seconds').notNull(),
    endSeconds: real('end_seconds').notNull(),
    /** What was said, from the transcript; empty if there is none. */
    text: text('text').notNull(),
    speaker: text('speaker'),
    note: text('note').notNull(),
    createdAt: createdAtColumn(),
  },
  (table) => [
    index('moments_user_created').on(table.userId, table.createdAt),
    index('moments_episode').on(table.episodeId),
  ],
);

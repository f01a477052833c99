import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';
import { episodes } from './episodes.ts';

/** What an assistant wrote about an episode; shared by all readers of one profile. */
export const insights = sqliteTable(
  'insights',
  {
    id: idColumn(),
    episodeId: text('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    /** The assistant that was asked. */
    kind: text('kind', { enum: ['workers-ai', 'openai-compatible', 'embedded'] }).notNull(),
    model: text('model').notNull(),
    /** The embedded assistant wrote it because that model could not. */
    isStandIn: integer('is_stand_in', { mode: 'boolean' }).notNull().default(false),
    /** SHA-256 of industry, role and goals; never the profile itself. */
    profileKey: text('profile_key').notNull(),
    /** Markdown. */
    insight: text('insight').notNull(),
    createdAt: createdAtColumn(),
  },
  (table) => [
    uniqueIndex('insights_episode_writer_profile').on(
      table.episodeId,
      table.kind,
      table.model,
      table.profileKey,
      table.isStandIn,
    ),
  ],
);

/** A reader's use of the quota: one row for each episode the reader asked insights of. */
export const generations = sqliteTable(
  'generations',
  {
    id: idColumn(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    episodeId: text('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['queued', 'done', 'failed'] }).notNull(),
    /** False for an insight that was there already and for one that failed: it costs nothing. */
    isCharged: integer('is_charged', { mode: 'boolean' }).notNull(),
    takenAt: timeColumn('taken_at').notNull(),
    insightId: text('insight_id').references(() => insights.id, { onDelete: 'set null' }),
    /** In words that may be shown; null unless failed. */
    error: text('error'),
    /** While queued: the lease of its message or worker. Once it has expired, the work is taken over. */
    leaseUntil: timeColumn('lease_until'),
    /** How often a worker has begun it. */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    uniqueIndex('generations_user_episode').on(table.userId, table.episodeId),
    index('generations_user_taken').on(table.userId, table.takenAt),
    index('generations_episode').on(table.episodeId),
    index('generations_insight').on(table.insightId),
    index('generations_queued').on(table.leaseUntil).where(sql`status = 'queued'`),
  ],
);

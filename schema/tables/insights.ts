import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { userIdColumn } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';
import { episodeIdColumn } from './episodes.ts';

/** An assistant's insight about an episode, shared by all readers with the same profile. */
export const insights = sqliteTable(
  'insights',
  {
    id: idColumn(),
    episodeId: episodeIdColumn(),
    /** The requested assistant. */
    kind: text('kind', { enum: ['workers-ai', 'openai-compatible', 'embedded'] }).notNull(),
    model: text('model').notNull(),
    /** Whether the embedded assistant wrote it because the model failed. */
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

/** A user's use of the quota, one row per episode with requested insights. */
export const generations = sqliteTable(
  'generations',
  {
    id: idColumn(),
    userId: userIdColumn(),
    episodeId: episodeIdColumn(),
    status: text('status', { enum: ['queued', 'done', 'failed'] }).notNull(),
    /** False for insights that existed already or failed, which are free. */
    isCharged: integer('is_charged', { mode: 'boolean' }).notNull(),
    takenAt: timeColumn('taken_at').notNull(),
    /** While queued: of the profile that it is written for. Those with the same one share an insight. */
    profileKey: text('profile_key'),
    insightId: text('insight_id').references(() => insights.id, { onDelete: 'set null' }),
    /** Safe to show to users; null unless failed. */
    error: text('error'),
    /** While queued: the lease of the message or worker. After it expires, another worker takes over. */
    leaseUntil: timeColumn('lease_until'),
    /** How often a worker has started it. */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    uniqueIndex('generations_user_episode').on(table.userId, table.episodeId),
    index('generations_user_taken').on(table.userId, table.takenAt),
    index('generations_episode').on(table.episodeId),
    index('generations_insight').on(table.insightId),
    index('generations_waiting')
      .on(table.episodeId, table.profileKey, table.takenAt, table.id)
      .where(sql`status = 'queued'`),
    index('generations_queued').on(table.leaseUntil).where(sql`status = 'queued'`),
  ],
);

/**
 * Charged generations of sources that their owner has changed or deleted since. They keep counting, so
 * that deleting a source doesn't refill the quota.
 */
export const spentGenerations = sqliteTable(
  'spent_generations',
  {
    /** The generation's id. */
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    takenAt: timeColumn('taken_at').notNull(),
  },
  (table) => [index('spent_generations_user_taken').on(table.userId, table.takenAt)],
);

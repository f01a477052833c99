import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { ExportFormat } from '../wire/exports.ts';
import { userIdColumn } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

/** A user's export. The file is in R2 until it expires. */
export const accountExports = sqliteTable(
  'account_exports',
  {
    id: idColumn(),
    userId: userIdColumn(),
    formats: text('formats', { mode: 'json' }).$type<ExportFormat[]>().notNull(),
    /** Null for all of them. */
    podcastIds: text('podcast_ids', { mode: 'json' }).$type<string[]>(),
    /** What the links in the files start with. */
    origin: text('origin').notNull(),
    status: text('status', { enum: ['queued', 'done', 'failed'] }).notNull(),
    /** Percent. */
    progress: integer('progress').notNull().default(0),
    /** Size of the file; null until it is done. */
    bytes: integer('bytes'),
    /** Safe to show to users; null unless failed. */
    error: text('error'),
    /** How often a worker has started it. */
    attempts: integer('attempts').notNull().default(0),
    /** If this time has passed, its queue message was lost. Null unless queued. */
    queuedUntil: timeColumn('queued_until'),
    createdAt: createdAtColumn(),
    /** The file and this row are deleted after this time. */
    expiresAt: timeColumn('expires_at').notNull(),
  },
  (table) => [
    index('account_exports_user').on(table.userId, table.createdAt),
    index('account_exports_expires_at').on(table.expiresAt),
    index('account_exports_queued').on(table.queuedUntil).where(sql`queued_until IS NOT NULL`),
  ],
);

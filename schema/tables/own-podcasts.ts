import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CATEGORIES } from '../limits.ts';
import { userIdColumn } from './accounts.ts';
import { podcastIdColumn } from './catalogue.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

/** Podcasts that users added themselves, one row per user. */
export const ownPodcasts = sqliteTable(
  'own_podcasts',
  {
    userId: userIdColumn(),
    podcastId: podcastIdColumn(),
    /** Chosen by this user. */
    category: text('category', { enum: CATEGORIES }).notNull(),
    /** When the user removed it. They can still open what they saved from it. */
    removedAt: timeColumn('removed_at'),
    createdAt: createdAtColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.podcastId] }),
    index('own_podcasts_podcast').on(table.podcastId),
  ],
);

/** A user's import of an OPML file. Its podcasts are in `opml_outlines`. */
export const opmlImports = sqliteTable(
  'opml_imports',
  {
    id: idColumn(),
    userId: userIdColumn(),
    /** If this time has passed, the import's queue message was lost. Null when the import is done. */
    queuedUntil: timeColumn('queued_until'),
    createdAt: createdAtColumn(),
  },
  (table) => [
    index('opml_imports_user').on(table.userId, table.createdAt),
    index('opml_imports_queued').on(table.queuedUntil).where(sql`queued_until IS NOT NULL`),
  ],
);

/** One podcast of an OPML file and the result of importing it. */
export const opmlOutlines = sqliteTable(
  'opml_outlines',
  {
    importId: text('import_id')
      .notNull()
      .references(() => opmlImports.id, { onDelete: 'cascade' }),
    /** Position in the file, from 0. */
    position: integer('position').notNull(),
    title: text('title').notNull(),
    address: text('address').notNull(),
    category: text('category', { enum: CATEGORIES }).notNull(),
    status: text('status', { enum: ['waiting', 'added', 'known', 'failed'] }).notNull(),
    /** Why it failed or waits, as shown to the user. */
    reason: text('reason'),
    /** Its host could not answer: when it is tried again. */
    retryAt: timeColumn('retry_at'),
  },
  (table) => [primaryKey({ columns: [table.importId, table.position] })],
);

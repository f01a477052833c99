import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DocumentList } from '../wire/account-document.ts';
import { userIdColumn } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

/** A user's import of an account. Its parts are in R2 until they are imported. */
export const accountImports = sqliteTable(
  'account_imports',
  {
    id: idColumn(),
    userId: userIdColumn(),
    status: text('status', { enum: ['uploading', 'queued', 'done', 'failed'] }).notNull(),
    /** Parts of the document, and how many of them have arrived and been imported. */
    parts: integer('parts').notNull(),
    received: integer('received').notNull(),
    imported: integer('imported').notNull().default(0),
    /** Rows that came in so far, by list. */
    added: text('added', { mode: 'json' }).$type<Partial<Record<DocumentList, number>>>().notNull(),
    /** Rows that were left out so far. */
    left: integer('left_out').notNull().default(0),
    /** Safe to show to users; null unless failed. */
    error: text('error'),
    /** How often a worker has started the next part. */
    attempts: integer('attempts').notNull().default(0),
    /** If this time has passed, its queue message was lost. Null unless queued. */
    queuedUntil: timeColumn('queued_until'),
    createdAt: createdAtColumn(),
    /** This row, and what is left of the file, are deleted after this time. */
    expiresAt: timeColumn('expires_at').notNull(),
  },
  (table) => [
    index('account_imports_user').on(table.userId, table.createdAt),
    index('account_imports_expires_at').on(table.expiresAt),
    index('account_imports_queued').on(table.queuedUntil).where(sql`queued_until IS NOT NULL`),
  ],
);

import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { idColumn, timeColumn } from './columns.ts';

/** Queue messages that failed for good, as the dead-letter consumers found them. */
export const failedJobs = sqliteTable('failed_jobs', {
  id: idColumn(),
  queue: text('queue').notNull(),
  body: text('body', { mode: 'json' }).$type<unknown>().notNull(),
  failedAt: timeColumn('failed_at').notNull(),
  /** When an operator asked for another try; null until then. */
  retryRequestedAt: timeColumn('retry_requested_at'),
});

/** Work that one worker does at a time, by its key; expired where the worker died. */
export const leases = sqliteTable('leases', {
  key: text('key').primaryKey(),
  /** Whoever holds it: a random UUID for each attempt. */
  holder: text('holder').notNull(),
  expiresAt: timeColumn('expires_at').notNull(),
});

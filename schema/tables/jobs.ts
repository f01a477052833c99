import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { idColumn, timeColumn } from './columns.ts';

/** Queue messages that failed for good, as the dead-letter consumers found them. */
export const failedJobs = sqliteTable('failed_jobs', {
  id: idColumn(),
  queue: text('queue').notNull(),
  body: text('body', { mode: 'json' }).$type<unknown>().notNull(),
  failedAt: timeColumn('failed_at').notNull(),
});

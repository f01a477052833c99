import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { idColumn, timeColumn } from './columns.ts';

/** Queue messages that failed for good, written by the dead-letter consumers. */
export const failedJobs = sqliteTable('failed_jobs', {
  id: idColumn(),
  queue: text('queue').notNull(),
  body: text('body', { mode: 'json' }).$type<unknown>().notNull(),
  failedAt: timeColumn('failed_at').notNull(),
  /**
   * When an operator requested a retry; null until then. Whoever sends the job sets it to a later time, in
   * case they die.
   */
  retryRequestedAt: timeColumn('retry_requested_at'),
});

/** Locks for work that only one worker may do at a time. They expire if the worker dies. */
export const leases = sqliteTable('leases', {
  key: text('key').primaryKey(),
  /** A random UUID per attempt. */
  holder: text('holder').notNull(),
  expiresAt: timeColumn('expires_at').notNull(),
  /** How many holders in a row have died. */
  deaths: integer('deaths').notNull().default(0),
});

/** Work that recurs, whose trigger may fail to fire. */
export const recurringWork = sqliteTable('recurring_work', {
  name: text('name').primaryKey(),
  /** From then on, whoever looks for lost work starts it. */
  overdueAt: timeColumn('overdue_at').notNull(),
});

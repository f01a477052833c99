import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { SEARCH_SOURCES } from '../wire/jobs.ts';

/**
 * Changes that the search index hasn't seen yet. Triggers write them in the same transaction as the
 * change. Ids are never reused, so exactly the rows are deleted that the index has seen.
 */
export const searchChanges = sqliteTable('search_changes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind', { enum: SEARCH_SOURCES }).notNull(),
  sourceId: text('source_id').notNull(),
  /** When it was last sent to the queue, or began to be; null if it wasn't. */
  takenAt: integer('taken_at', { mode: 'timestamp_ms' }),
});

import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Changes that the search index hasn't seen yet. Triggers write them in the same transaction as the
 * change. Ids are never reused, so a reader can delete exactly the rows it has queued.
 */
export const searchChanges = sqliteTable('search_changes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind', {
    enum: ['transcript', 'episode', 'insight', 'chat', 'text', 'moment'],
  }).notNull(),
  sourceId: text('source_id').notNull(),
  /** When somebody began to send it to the queue; null if nobody has. */
  takenAt: integer('taken_at', { mode: 'timestamp_ms' }),
});

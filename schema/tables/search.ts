import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What changed and the search index does not know yet; triggers write it, in the transaction of the
 * change itself. Ids are never used twice, so that whoever has told the queue deletes what it read.
 */
export const searchChanges = sqliteTable('search_changes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  kind: text('kind', { enum: ['transcript', 'episode', 'insight', 'chat', 'text'] }).notNull(),
  sourceId: text('source_id').notNull(),
});

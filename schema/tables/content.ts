import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { timeColumn } from './columns.ts';

/** What a person wrote in the content editor: one text each. */
export const contents = sqliteTable('contents', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  content: text('content').notNull(),
  /** Grows by one with each save, so that a save can name the one it was made from. */
  version: integer('version').notNull().default(1),
  updatedAt: timeColumn('updated_at').notNull(),
});

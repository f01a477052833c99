import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { timeColumn } from './columns.ts';

/** The text in the content editor, one per user. */
export const contents = sqliteTable('contents', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  content: text('content').notNull(),
  /** Increases with every save, so that a save can name the version it is based on. */
  version: integer('version').notNull().default(1),
  updatedAt: timeColumn('updated_at').notNull(),
});

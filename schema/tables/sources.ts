import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { SOURCE_KINDS } from '../kinds.ts';
import { userIdColumn } from './accounts.ts';
import { createdAtColumn, timeColumn } from './columns.ts';
import { episodes } from './episodes.ts';

/**
 * What users add themselves: texts, web pages, files, screenshots. Each is an episode of the owner's
 * podcast of kind `sources`, and its paragraphs are the episode's transcript.
 */
export const sources = sqliteTable(
  'sources',
  {
    episodeId: text('episode_id')
      .primaryKey()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    userId: userIdColumn(),
    kind: text('kind', { enum: SOURCE_KINDS }).notNull(),
    author: text('author'),
    /** Of its text, in UTF-16 units. */
    characters: integer('characters').notNull(),
    paragraphs: integer('paragraphs').notNull(),
    /** SHA-256 of the paragraphs, in hex: a text that is added again is the same source. */
    textHash: text('text_hash').notNull(),
    createdAt: createdAtColumn(),
    updatedAt: timeColumn('updated_at').notNull(),
  },
  (table) => [
    index('sources_user_created').on(table.userId, table.createdAt),
    index('sources_user_text').on(table.userId, table.textHash),
  ],
);

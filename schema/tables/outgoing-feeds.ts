import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { FEED_KINDS } from '../kinds.ts';
import { userIdColumn } from './accounts.ts';
import { createdAtColumn } from './columns.ts';

/** The secret addresses of readers' own RSS feeds. */
export const outgoingFeeds = sqliteTable(
  'outgoing_feeds',
  {
    userId: userIdColumn(),
    kind: text('kind', { enum: FEED_KINDS }).notNull(),
    /** SHA-256 of the address's token in hex, so that a leaked table opens no feed. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: createdAtColumn(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

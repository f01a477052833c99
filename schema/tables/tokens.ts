import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

/** Personal access tokens: what a person's own programs show instead of a cookie. */
export const accessTokens = sqliteTable(
  'access_tokens',
  {
    id: idColumn(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the token, hex: a leaked table opens nothing. */
    tokenHash: text('token_hash').notNull().unique(),
    scopes: text('scopes', { mode: 'json' }).$type<('read' | 'write')[]>().notNull(),
    /** Null for one that lasts until it is revoked. */
    expiresAt: timeColumn('expires_at'),
    /** To the hour, so that reading stays a read; null for one that was never used. */
    lastUsedAt: timeColumn('last_used_at'),
    createdAt: createdAtColumn(),
  },
  (table) => [index('access_tokens_user').on(table.userId)],
);

import { sql } from 'drizzle-orm';
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { userIdColumn } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

/** Personal access tokens, with which users' own programs authenticate. */
export const accessTokens = sqliteTable(
  'access_tokens',
  {
    id: idColumn(),
    userId: userIdColumn(),
    name: text('name').notNull(),
    /** SHA-256 of the token in hex, so that a leaked table grants no access. */
    tokenHash: text('token_hash').notNull().unique(),
    scopes: text('scopes', { mode: 'json' }).$type<('read' | 'write')[]>().notNull(),
    /** Null if it doesn't expire. */
    expiresAt: timeColumn('expires_at'),
    /** Rounded to the hour, to avoid a write on every request; null if never used. */
    lastUsedAt: timeColumn('last_used_at'),
    createdAt: createdAtColumn(),
  },
  (table) => [
    index('access_tokens_user').on(table.userId),
    index('access_tokens_expires').on(table.expiresAt).where(sql`expires_at IS NOT NULL`),
  ],
);

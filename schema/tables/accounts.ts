import { sql } from 'drizzle-orm';
import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

export const users = sqliteTable('users', {
  id: idColumn(),
  /** As the person wrote it. */
  username: text('username').notNull(),
  /** Lower-cased: names are unique without regard to case. */
  usernameKey: text('username_key').notNull().unique(),
  /** `scrypt$N$r$p$salt$hash`; null for people who sign in with another service only. */
  passwordHash: text('password_hash'),
  email: text('email'),
  linkedinUrl: text('linkedin_url'),
  industry: text('industry'),
  role: text('role'),
  goals: text('goals'),
  createdAt: createdAtColumn(),
});

export const oauthAccounts = sqliteTable(
  'oauth_accounts',
  {
    provider: text('provider', { enum: ['google', 'github', 'linkedin'] }).notNull(),
    providerUserId: text('provider_user_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAtColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerUserId] }),
    index('oauth_accounts_user').on(table.userId),
  ],
);

export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, hex: a leaked table signs nobody in. */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When the person proved who they are; does not slide. Unknown counts as long ago. */
    signedInAt: timeColumn('signed_in_at').notNull().default(sql`0`),
    expiresAt: timeColumn('expires_at').notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

export const users = sqliteTable('users', {
  id: idColumn(),
  /** As the user typed it. */
  username: text('username').notNull(),
  /** Normalised (NFKC) and case-folded, since usernames are case-insensitive. */
  usernameKey: text('username_key').notNull().unique(),
  /**
   * `scrypt-rounds$N$r$rounds$salt$hash`, in older rows `scrypt$N$r$p$salt$hash`; null for accounts that
   * only log in with another service.
   */
  passwordHash: text('password_hash'),
  email: text('email'),
  linkedinUrl: text('linkedin_url'),
  industry: text('industry'),
  role: text('role'),
  goals: text('goals'),
  createdAt: createdAtColumn(),
});

/** References the owner of a row. Deleting the account deletes the row. */
export const userIdColumn = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const oauthAccounts = sqliteTable(
  'oauth_accounts',
  {
    provider: text('provider', { enum: ['google', 'github', 'linkedin'] }).notNull(),
    providerUserId: text('provider_user_id').notNull(),
    userId: userIdColumn(),
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
    /** SHA-256 of the cookie's token in hex, so that a leaked table logs nobody in. */
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    /** When the user last proved their identity. Doesn't slide. 0 if unknown. */
    signedInAt: timeColumn('signed_in_at').notNull().default(sql`0`),
    expiresAt: timeColumn('expires_at').notNull(),
    /** Rounded to the hour, to avoid a write on every request; 0 for sessions older than this column. */
    lastUsedAt: timeColumn('last_used_at').notNull().default(sql`0`),
    /** The truncated `User-Agent` at login; empty if there was none. */
    userAgent: text('user_agent').notNull().default(''),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

/**
 * Devices and networks that a user has logged in from. Their attempts are counted separately, so that
 * an attacker elsewhere can't slow the user down.
 */
export const knownPlaces = sqliteTable(
  'known_places',
  {
    userId: userIdColumn(),
    /** SHA-256 of a device cookie's token or of a network, in hex. */
    placeHash: text('place_hash').notNull(),
    usedAt: timeColumn('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.placeHash] }),
    index('known_places_used_at').on(table.usedAt),
  ],
);

/** Failed login attempts by username and origin. */
export const loginAttempts = sqliteTable(
  'login_attempts',
  {
    /** SHA-256 of the name and, for a known place, the place. */
    key: text('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    /** No attempt is accepted before this. */
    nextAt: timeColumn('next_at').notNull(),
    attemptedAt: timeColumn('attempted_at').notNull(),
  },
  (table) => [index('login_attempts_attempted_at').on(table.attemptedAt)],
);

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
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
    /** To the hour, so that reading stays a read; 0 for sessions from before this was recorded. */
    lastUsedAt: timeColumn('last_used_at').notNull().default(sql`0`),
    /** The `User-Agent` it was started with, cut short; empty where there was none. */
    userAgent: text('user_agent').notNull().default(''),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

/**
 * Devices and networks that a person has logged in from. Their attempts are counted apart, so that
 * nobody can slow them down from elsewhere.
 */
export const knownPlaces = sqliteTable(
  'known_places',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of a device cookie's token or of a network, hex. */
    placeHash: text('place_hash').notNull(),
    usedAt: timeColumn('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.placeHash] }),
    index('known_places_used_at').on(table.usedAt),
  ],
);

/** Attempts to log in that have not succeeded, by name and by where they came from. */
export const loginAttempts = sqliteTable(
  'login_attempts',
  {
    /** SHA-256 of the name and, for a known place, of the place. */
    key: text('key').primaryKey(),
    attempts: integer('attempts').notNull(),
    /** No further attempt before this. */
    nextAt: timeColumn('next_at').notNull(),
    attemptedAt: timeColumn('attempted_at').notNull(),
  },
  (table) => [index('login_attempts_attempted_at').on(table.attemptedAt)],
);

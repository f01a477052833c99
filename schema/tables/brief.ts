import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { userIdColumn, users } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';

/** Subscriptions to the brief, the weekly digest by mail. */
export const briefSubscriptions = sqliteTable(
  'brief_subscriptions',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    /** Of the product, for the links in mails: `https://dripcast.example`. */
    origin: text('origin').notNull(),
    /** From Monday, 1, to Sunday, 7. */
    weekday: integer('weekday').notNull(),
    /** From 0 to 23, in the time zone. */
    hour: integer('hour').notNull(),
    /** An IANA name. */
    timeZone: text('time_zone').notNull(),
    nextAt: timeColumn('next_at').notNull(),
    /** The ISO week of the next brief in the time zone, such as `2026-W48`. */
    nextWeek: text('next_week').notNull(),
    /** Null until the address is confirmed. */
    confirmedAt: timeColumn('confirmed_at'),
    /** Why no more briefs are sent; null while they are. */
    stopped: text('stopped', { enum: ['unsubscribed', 'bounced', 'complained'] }),
    /** Part of each mail. It only allows unsubscribing. */
    unsubscribeToken: text('unsubscribe_token').notNull().unique(),
    createdAt: createdAtColumn(),
  },
  (table) => [
    index('brief_subscriptions_next').on(table.nextAt),
    index('brief_subscriptions_email').on(sql`lower(${table.email})`),
  ],
);

/** Mails that ask the reader to confirm an address. */
export const briefConfirmations = sqliteTable(
  'brief_confirmations',
  {
    id: idColumn(),
    userId: userIdColumn(),
    email: text('email').notNull(),
    /** SHA-256 of the link's token, hex. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: createdAtColumn(),
  },
  (table) => [
    index('brief_confirmations_user').on(table.userId, table.createdAt),
    index('brief_confirmations_address').on(sql`lower(${table.email})`, table.createdAt),
  ],
);

/**
 * The outbox: one row per person and week, so that no week's brief is sent twice. `waiting` becomes
 * `sending` just before the mail is handed over; if the worker dies there, the row becomes `unsure`.
 * `cancelled`: the reader stopped the brief before it was sent.
 */
export const briefs = sqliteTable(
  'briefs',
  {
    userId: userIdColumn(),
    week: text('week').notNull(),
    state: text('state', {
      enum: ['waiting', 'sending', 'sent', 'nothing-new', 'cancelled', 'failed', 'unsure'],
    }).notNull(),
    /** Of the digest that it contains; made beforehand, so that a second try finds the first's. */
    digestId: text('digest_id').notNull(),
    dueAt: timeColumn('due_at').notNull(),
    /** When its message was last sent to the queue. */
    queuedAt: timeColumn('queued_at'),
    leaseUntil: timeColumn('lease_until'),
    attempts: integer('attempts').notNull().default(0),
    /** When the state last changed. */
    changedAt: timeColumn('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.week] }),
    index('briefs_state').on(table.state, table.queuedAt),
    index('briefs_changed').on(table.changedAt),
  ],
);

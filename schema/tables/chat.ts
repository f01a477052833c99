import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { createdAtColumn, idColumn } from './columns.ts';
import { episodes } from './episodes.ts';

/** A conversation as lists and history read it; the Durable Object of the same id is its truth. */
export const chatSessions = sqliteTable(
  'chat_sessions',
  {
    id: idColumn(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    episodeId: text('episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    remainingFollowUps: integer('remaining_follow_ups').notNull(),
    createdAt: createdAtColumn(),
  },
  (table) => [
    index('chat_sessions_user_created').on(table.userId, table.createdAt),
    index('chat_sessions_user_episode').on(table.userId, table.episodeId),
    index('chat_sessions_episode').on(table.episodeId),
  ],
);

/** A question and its whole answer. */
export const chatFollowUps = sqliteTable(
  'chat_follow_ups',
  {
    id: idColumn(),
    sessionId: text('session_id')
      .notNull()
      .references(() => chatSessions.id, { onDelete: 'cascade' }),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    createdAt: createdAtColumn(),
  },
  (table) => [index('chat_follow_ups_session_created').on(table.sessionId, table.createdAt)],
);

/**
 * Where a log-in may have sockets open, so that they can be closed when it ends. There is no foreign
 * key to the log-in: its row goes first, and then its sockets are looked up here.
 */
export const chatSockets = sqliteTable(
  'chat_sockets',
  {
    chatSessionId: text('chat_session_id')
      .notNull()
      .references(() => chatSessions.id, { onDelete: 'cascade' }),
    /** The id of the row in `sessions`. */
    loginId: text('login_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.chatSessionId, table.loginId] }),
    index('chat_sockets_user').on(table.userId),
  ],
);

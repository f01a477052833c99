import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { userIdColumn } from './accounts.ts';
import { createdAtColumn, idColumn } from './columns.ts';
import { episodes } from './episodes.ts';

/** A conversation for lists and the history. The Durable Object of the same id is authoritative. */
export const chatSessions = sqliteTable(
  'chat_sessions',
  {
    id: idColumn(),
    userId: userIdColumn(),
    /** Null for a conversation about all of one's podcasts. */
    episodeId: text('episode_id').references(() => episodes.id, { onDelete: 'cascade' }),
    remainingFollowUps: integer('remaining_follow_ups').notNull(),
    createdAt: createdAtColumn(),
  },
  (table) => [
    index('chat_sessions_user_created').on(table.userId, table.createdAt),
    index('chat_sessions_user_episode').on(table.userId, table.episodeId),
    index('chat_sessions_episode').on(table.episodeId),
  ],
);

/** A question and its complete answer. */
export const chatFollowUps = sqliteTable(
  'chat_follow_ups',
  {
    /** Chosen by the client, so it is unique only within its conversation. */
    id: text('id')
      .notNull()
      .$defaultFn(() => crypto.randomUUID()),
    sessionId: text('session_id')
      .notNull()
      .references(() => chatSessions.id, { onDelete: 'cascade' }),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    createdAt: createdAtColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    index('chat_follow_ups_session_created').on(table.sessionId, table.createdAt),
  ],
);

/**
 * The sessions with open sockets, so that the sockets can be closed when the session ends. Has no
 * foreign key to `sessions`, because that row is deleted before its sockets are looked up here.
 */
export const chatSockets = sqliteTable(
  'chat_sockets',
  {
    chatSessionId: text('chat_session_id')
      .notNull()
      .references(() => chatSessions.id, { onDelete: 'cascade' }),
    /** An id in `sessions`. */
    loginId: text('login_id').notNull(),
    userId: userIdColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.chatSessionId, table.loginId] }),
    index('chat_sockets_user').on(table.userId),
  ],
);

/**
 * Conversations whose row is gone, and whose Durable Object may still be there. A trigger writes them in the
 * transaction that deletes the row.
 */
export const deletedConversations = sqliteTable('deleted_conversations', {
  id: text('id').primaryKey(),
});

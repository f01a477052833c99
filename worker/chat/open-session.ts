import { subHours } from 'date-fns';
import { desc, sql } from 'drizzle-orm';
import { CONVERSATIONS_MAX, FOLLOW_UPS_PER_SESSION } from '../../schema/limits.ts';
import { chatFollowUps, chatSessions, chatSockets } from '../../schema/tables/chat.ts';
import { createDatabase } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { deleteConversations } from './delete-conversations.ts';

const TOO_MANY_CONVERSATIONS =
  `You have ${CONVERSATIONS_MAX.toLocaleString('en')} conversations, which is the maximum. ` +
  'Delete some in your library, under Chat History, then try again.';

/** For clients without a socket: far longer than a first answer takes to be written. */
const IN_USE_HOURS = 1;

const HAS_NO_QUESTION = sql`NOT EXISTS (
  SELECT 1 FROM ${chatFollowUps} WHERE ${chatFollowUps.sessionId} = ${chatSessions.id}
)`;
const IS_CLOSED = sql`NOT EXISTS (
  SELECT 1 FROM ${chatSockets} WHERE ${chatSockets.chatSessionId} = ${chatSessions.id}
)`;

/**
 * Returns the conversation to open about an episode, or about all of the user's podcasts (null): the
 * newest without questions, or a new one. All statements run in one transaction, so a double click
 * opens only one.
 *
 * At the limit, the oldest conversation without questions makes room, because no list shows it. One that
 * is open, or was opened within the hour, stays: its first answer may still be being written, and D1
 * stores a question only with its answer.
 *
 * @throws AppError `conflict` if the user has too many conversations
 */
export async function openSession(env: Env, userId: string, episodeId: string | null) {
  const db = createDatabase(env.DB);
  const now = new Date();
  const isUnused = sql`
    ${chatSessions.userId} = ${userId} AND ${chatSessions.episodeId} IS ${episodeId}
    AND ${chatSessions.remainingFollowUps} = ${FOLLOW_UPS_PER_SESSION} AND ${HAS_NO_QUESTION}`;
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${chatSessions} WHERE ${isUnused})`;
  const count = sql`(SELECT count(*) FROM ${chatSessions} WHERE ${chatSessions.userId} = ${userId})`;
  const row = insertColumns(chatSessions, {
    id: crypto.randomUUID(),
    userId,
    episodeId,
    remainingFollowUps: FOLLOW_UPS_PER_SESSION,
    createdAt: now.getTime(),
  });
  const [displaced, , rows] = await db.batch([
    db
      .delete(chatSessions)
      .where(
        sql`${chatSessions.id} IN (
          SELECT ${chatSessions.id} FROM ${chatSessions}
          WHERE ${chatSessions.userId} = ${userId} AND ${isNew} AND ${HAS_NO_QUESTION}
            AND ${IS_CLOSED} AND ${chatSessions.createdAt} < ${subHours(now, IN_USE_HOURS).getTime()}
          ORDER BY ${chatSessions.createdAt}
          LIMIT max(0, ${count} - ${CONVERSATIONS_MAX - 1}))`,
      )
      .returning({ id: chatSessions.id }),
    // A select, because D1's batch takes no raw statements.
    db.insert(chatSessions).select(sql`
      SELECT ${row} WHERE ${isNew} AND ${count} < ${CONVERSATIONS_MAX}`),
    // It begins now, even if it was first opened long ago.
    db
      .update(chatSessions)
      .set({ createdAt: now })
      .where(
        sql`${chatSessions.id} = (
          SELECT ${chatSessions.id} FROM ${chatSessions} WHERE ${isUnused}
          ORDER BY ${desc(chatSessions.createdAt)} LIMIT 1)`,
      )
      .returning({ id: chatSessions.id, remainingFollowUps: chatSessions.remainingFollowUps }),
  ]);
  await deleteConversations(
    { db, sessions: env.CHAT_SESSIONS },
    displaced.map(({ id }) => id),
  );
  const [session] = rows;
  if (!session) throw new AppError('conflict', TOO_MANY_CONVERSATIONS);
  return session;
}

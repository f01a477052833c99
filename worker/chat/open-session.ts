import { desc, sql } from 'drizzle-orm';
import { CONVERSATIONS_MAX, FOLLOW_UPS_PER_SESSION } from '../../schema/limits.ts';
import { chatFollowUps, chatSessions } from '../../schema/tables/chat.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { insertColumns } from '../platform/insert-columns.ts';

const TOO_MANY_CONVERSATIONS =
  `You have ${CONVERSATIONS_MAX.toLocaleString('en')} conversations, which is the maximum. ` +
  'Delete some in your library, under Chat History, then try again.';

/**
 * Returns the conversation to open about an episode, or about all of the user's podcasts (null): the
 * newest without questions, or a new one. Both statements run in one transaction, so a double click
 * opens only one.
 *
 * @throws AppError `conflict` if the user has too many conversations
 */
export async function openSession(db: Database, userId: string, episodeId: string | null) {
  const isUnused = sql`
    ${chatSessions.userId} = ${userId} AND ${chatSessions.episodeId} IS ${episodeId}
    AND ${chatSessions.remainingFollowUps} = ${FOLLOW_UPS_PER_SESSION}
    AND NOT EXISTS (
      SELECT 1 FROM ${chatFollowUps} WHERE ${chatFollowUps.sessionId} = ${chatSessions.id}
    )`;
  const row = insertColumns(chatSessions, {
    id: crypto.randomUUID(),
    userId,
    episodeId,
    remainingFollowUps: FOLLOW_UPS_PER_SESSION,
    createdAt: Date.now(),
  });
  const [, rows] = await db.batch([
    // A select, because D1's batch takes no raw statements.
    db.insert(chatSessions).select(sql`
      SELECT ${row}
      WHERE NOT EXISTS (SELECT 1 FROM ${chatSessions} WHERE ${isUnused})
        AND (SELECT count(*) FROM ${chatSessions} WHERE ${chatSessions.userId} = ${userId})
          < ${CONVERSATIONS_MAX}`),
    db
      .select({ id: chatSessions.id, remainingFollowUps: chatSessions.remainingFollowUps })
      .from(chatSessions)
      .where(isUnused)
      .orderBy(desc(chatSessions.createdAt))
      .limit(1),
  ]);
  const [session] = rows;
  if (!session) throw new AppError('conflict', TOO_MANY_CONVERSATIONS);
  return session;
}

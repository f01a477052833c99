/** Which conversations a session may have open sockets to, so that they close when it ends. */
import { and, eq, sql } from 'drizzle-orm';
import { sessions as logins } from '../../schema/tables/accounts.ts';
import { chatSessions, chatSockets } from '../../schema/tables/chat.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { isAbout } from './store.ts';

/**
 * Records that a session opens a socket to a conversation, and returns what the handshake needs. One
 * batch, so that whoever ends the session afterwards finds the record.
 *
 * @param episodeId the conversation must be about it; null for all of the user's podcasts, undefined for
 * any
 * @returns the conversation's user (null if there is none), and when the session expires (null if it
 * has ended)
 */
export async function insertSocket(
  db: Database,
  chatSessionId: string,
  loginId: string,
  episodeId?: string | null,
): Promise<{ ownerId: string | null; loginExpiresAt: Date | null }> {
  const isWanted = and(
    eq(chatSessions.id, chatSessionId),
    episodeId === undefined ? undefined : isAbout(episodeId),
  );
  const [, owners, found] = await db.batch([
    db
      .insert(chatSockets)
      .select(sql`
        SELECT ${insertColumns(chatSockets, {
          chatSessionId: sql`${chatSessions.id}`,
          loginId: sql`${logins.id}`,
          userId: sql`${logins.userId}`,
        })}
        FROM ${chatSessions} JOIN ${logins} ON ${logins.userId} = ${chatSessions.userId}
        WHERE ${isWanted} AND ${logins.id} = ${loginId}
          AND ${logins.expiresAt} > ${Date.now()}`)
      .onConflictDoNothing(),
    db.select({ userId: chatSessions.userId }).from(chatSessions).where(isWanted),
    db.select({ expiresAt: logins.expiresAt }).from(logins).where(eq(logins.id, loginId)),
  ]);
  const expiresAt = found[0]?.expiresAt ?? null;
  const isOver = expiresAt === null || expiresAt <= new Date();
  return { ownerId: owners[0]?.userId ?? null, loginExpiresAt: isOver ? null : expiresAt };
}

/** When a session expires; null if it has ended. */
export async function findLoginExpiry(db: Database, loginId: string): Promise<Date | null> {
  const rows = await db
    .select({ expiresAt: logins.expiresAt })
    .from(logins)
    .where(eq(logins.id, loginId));
  const expiresAt = rows[0]?.expiresAt;
  return expiresAt && expiresAt > new Date() ? expiresAt : null;
}

/** Returns where these sessions may have open sockets. */
export async function listSockets(db: Database, userId: string, loginIds: string[]) {
  return db
    .select({ chatSessionId: chatSockets.chatSessionId, loginId: chatSockets.loginId })
    .from(chatSockets)
    .where(and(eq(chatSockets.userId, userId), isAmong(chatSockets.loginId, loginIds)));
}

/** Deletes the records of these sessions. */
export async function deleteSockets(db: Database, userId: string, loginIds: string[]) {
  await db
    .delete(chatSockets)
    .where(and(eq(chatSockets.userId, userId), isAmong(chatSockets.loginId, loginIds)));
}

/** Call when a session's last socket to a conversation has closed. */
export async function deleteSocket(
  db: Database,
  userId: string,
  chatSessionId: string,
  loginId: string,
) {
  await db
    .delete(chatSockets)
    .where(
      and(
        eq(chatSockets.userId, userId),
        eq(chatSockets.chatSessionId, chatSessionId),
        eq(chatSockets.loginId, loginId),
      ),
    );
}

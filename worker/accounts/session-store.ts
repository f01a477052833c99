import { and, desc, eq, lte, ne, notInArray, sql } from 'drizzle-orm';
import { sessions, users } from '../../schema/tables/accounts.ts';
import { cachedBy } from '../platform/cached-by.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';

/** Starting another one ends the least recently used. */
const MAX_SESSIONS = 50;
const USER_AGENT_MAX_CHARS = 400;

/** Built once, because nearly every request needs it. */
const sessionById = cachedBy((db: Database) =>
  db
    .select({
      expiresAt: sessions.expiresAt,
      signedInAt: sessions.signedInAt,
      lastUsedAt: sessions.lastUsedAt,
      user: users,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
);

/** Returns a session with its user, expired or not; null if there is none. */
export async function findSession(db: Database, id: string) {
  const [session] = await sessionById(db).all({ id });
  return session ?? null;
}

/** Returns a user's active sessions, most recently used first. */
export async function listSessions(db: Database, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      signedInAt: sessions.signedInAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.expiresAt} > ${now.getTime()}`))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.signedInAt), sessions.id);
}

/**
 * Inserts a session.
 *
 * @param passwordHash what the password was checked against, if it was. A login that waited to be checked
 *   must not outlive a change of the password meanwhile.
 * @returns the ids of the sessions that it ended; null if the password has changed since
 */
export async function insertSession(
  db: Database,
  session: { id: string; userId: string; expiresAt: Date; userAgent: string },
  passwordHash?: string | null,
): Promise<string[] | null> {
  const now = Date.now();
  const { id, userId, expiresAt, userAgent } = session;
  const row = insertColumns(sessions, {
    id,
    userId,
    expiresAt: expiresAt.getTime(),
    userAgent: userAgent.slice(0, USER_AGENT_MAX_CHARS),
    signedInAt: now,
    lastUsedAt: now,
  });
  const isUnchanged =
    passwordHash === undefined ? sql`true` : sql`${users.passwordHash} IS ${passwordHash}`;
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.signedInAt))
    .limit(MAX_SESSIONS);
  const [inserted, ended] = await db.batch([
    db
      .insert(sessions)
      .select(sql`SELECT ${row} FROM ${users} WHERE ${users.id} = ${userId} AND ${isUnchanged}`)
      .returning({ id: sessions.id }),
    db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), notInArray(sessions.id, newest)))
      .returning({ id: sessions.id }),
  ]);
  return inserted.length > 0 ? ended.map((session) => session.id) : null;
}

/** Records that a session is in use and, if it changed, when it expires. Returns false if it has ended. */
export async function updateSession(
  db: Database,
  id: string,
  use: { lastUsedAt: Date; expiresAt?: Date },
): Promise<boolean> {
  const updated = db.update(sessions).set(use).where(eq(sessions.id, id));
  return (await updated.returning({ id: sessions.id })).length > 0;
}

/** Returns whose session it was; null if there was none. */
export async function deleteSession(db: Database, id: string): Promise<string | null> {
  const rows = await db
    .delete(sessions)
    .where(eq(sessions.id, id))
    .returning({ userId: sessions.userId });
  return rows[0]?.userId ?? null;
}

/** Ends one of the user's sessions. Returns false if they have no such session. */
export async function deleteOwnSession(db: Database, userId: string, id: string) {
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/**
 * A condition: the session has not ended. For what a change of the password revokes: a request that it overtakes
 * must not store it anew.
 */
export const sessionExists = (id: string) =>
  sql`EXISTS (SELECT 1 FROM sessions AS own WHERE own.id = ${id})`;

/**
 * Returns the statements that change a user's password from one of their sessions, which gets a new id
 * while the others end. Nothing changes if that session has ended meanwhile: then another change was
 * quicker.
 */
export const replacePassword = (
  db: Database,
  userId: string,
  passwordHash: string,
  session: { id: string; newId: string; expiresAt: Date },
) => {
  const { id, newId, expiresAt } = session;
  const isTheirs = eq(sessions.userId, userId);
  return [
    db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), sessionExists(id))),
    db
      .update(sessions)
      .set({ id: newId, expiresAt })
      .where(and(isTheirs, eq(sessions.id, id)))
      .returning({ id: sessions.id }),
    db
      .delete(sessions)
      .where(and(isTheirs, ne(sessions.id, newId), sessionExists(newId)))
      .returning({ id: sessions.id }),
  ] as const;
};

/** Ends all sessions of a user. Returns their ids. */
export const deleteSessionsOf = (db: Database, userId: string) =>
  db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });

/** Cleanup, run weekly. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
}

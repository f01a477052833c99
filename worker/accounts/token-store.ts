import { subDays } from 'date-fns';
import { and, desc, eq, lte, sql } from 'drizzle-orm';
import { TOKENS_MAX } from '../../schema/limits.ts';
import { users } from '../../schema/tables/accounts.ts';
import { accessTokens } from '../../schema/tables/tokens.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { sessionExists } from './session-store.ts';

export type TokenRow = typeof accessTokens.$inferSelect;

/** Returns a token with its user, expired or not; null if there is none. */
export async function findToken(db: Database, tokenHash: string) {
  const rows = await db
    .select({
      id: accessTokens.id,
      scopes: accessTokens.scopes,
      expiresAt: accessTokens.expiresAt,
      lastUsedAt: accessTokens.lastUsedAt,
      user: users,
    })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(eq(accessTokens.tokenHash, tokenHash));
  return rows[0] ?? null;
}

/** Returns a user's tokens, newest first. */
export async function listTokens(db: Database, userId: string): Promise<TokenRow[]> {
  return db
    .select()
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(desc(accessTokens.createdAt), accessTokens.id);
}

/**
 * Adds a token, or replaces the one with this id: nobody has seen it if its creation is sent again. Null if the user
 * has as many as they may, or if the session has ended: the statement itself looks, so concurrent requests can't exceed
 * the limit, nor outlive a change of the password.
 */
export async function insertToken(
  db: Database,
  sessionId: string,
  token: Pick<TokenRow, 'id' | 'userId' | 'name' | 'tokenHash' | 'scopes' | 'expiresAt'>,
): Promise<string | null> {
  const { id, userId, name, tokenHash, scopes, expiresAt } = token;
  const row = insertColumns(accessTokens, {
    ...token,
    scopes: JSON.stringify(scopes),
    expiresAt: expiresAt?.getTime() ?? null,
    lastUsedAt: null,
    createdAt: Date.now(),
  });
  const rows = await db
    .insert(accessTokens)
    .select(sql`SELECT ${row} WHERE (
      SELECT count(*) FROM access_tokens AS kept
      WHERE kept.user_id = ${userId} AND kept.id <> ${id}) < ${TOKENS_MAX}
      AND ${sessionExists(sessionId)}`)
    .onConflictDoUpdate({
      target: accessTokens.id,
      set: { name, tokenHash, scopes, expiresAt, lastUsedAt: null },
    })
    .returning({ id: accessTokens.id });
  return rows[0]?.id ?? null;
}

/** Records that a token is in use. */
export async function updateTokenUse(db: Database, id: string, lastUsedAt: Date): Promise<void> {
  await db.update(accessTokens).set({ lastUsedAt }).where(eq(accessTokens.id, id));
}

/** Revokes one of the user's tokens. Returns false if they have no such token. */
export async function deleteToken(db: Database, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(accessTokens)
    .where(and(eq(accessTokens.userId, userId), eq(accessTokens.id, id)))
    .returning({ id: accessTokens.id });
  return rows.length > 0;
}

/** Revokes all of a user's tokens. @returns a statement for a batch */
export const deleteTokens = (db: Database, userId: string) =>
  db.delete(accessTokens).where(eq(accessTokens.userId, userId));

const KEPT_EXPIRED_DAYS = 30;

/** Cleanup, run weekly. Expired tokens stay listed for a month, to explain why they fail. */
export async function deleteExpiredTokens(db: Database, now: Date): Promise<void> {
  const before = subDays(now, KEPT_EXPIRED_DAYS);
  await db.delete(accessTokens).where(lte(accessTokens.expiresAt, before));
}

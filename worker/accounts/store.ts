import { and, eq, inArray, lte, ne, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { oauthAccounts, sessions, users } from '../../schema/tables/accounts.ts';
import { chatSessions } from '../../schema/tables/chat.ts';
import { generations, insights } from '../../schema/tables/insights.ts';
import type { OAuthProvider, User } from '../../schema/wire/accounts.ts';
import type { Database } from '../platform/database.ts';

export type UserRow = typeof users.$inferSelect;

/** What may leave the Worker of a person. */
export function publicUser(row: UserRow): User {
  const { id, username, passwordHash, email, linkedinUrl, industry, role, goals } = row;
  const hasPassword = passwordHash !== null;
  return { id, username, hasPassword, email, linkedinUrl, industry, role, goals };
}

export async function findUserByName(db: Database, username: string): Promise<UserRow | null> {
  const rows = await db
    .select()
    .from(users)
    .where(eq(users.usernameKey, usernameKey(username)));
  return rows[0] ?? null;
}

/** Null where the name is taken: the unique index decides, so two at once cannot both have it. */
export async function insertUser(
  db: Database,
  user: {
    username: string;
    passwordHash: string | null;
    email: string | null;
    linkedinUrl: string | null;
  },
): Promise<UserRow | null> {
  const rows = await db
    .insert(users)
    .values({ ...user, usernameKey: usernameKey(user.username) })
    .onConflictDoNothing({ target: users.usernameKey })
    .returning();
  return rows[0] ?? null;
}

export async function updateProfile(
  db: Database,
  userId: string,
  profile: Partial<Omit<User, 'id' | 'username' | 'hasPassword'>>,
): Promise<UserRow | null> {
  const rows = await db
    .update(users)
    // An update needs something to set, even where nothing was sent.
    .set({ ...profile, id: userId })
    .where(eq(users.id, userId))
    .returning();
  return rows[0] ?? null;
}

export async function findOAuthUser(
  db: Database,
  provider: OAuthProvider,
  providerUserId: string,
): Promise<UserRow | null> {
  const rows = await db
    .select({ user: users })
    .from(oauthAccounts)
    .innerJoin(users, eq(users.id, oauthAccounts.userId))
    .where(
      and(eq(oauthAccounts.provider, provider), eq(oauthAccounts.providerUserId, providerUserId)),
    );
  return rows[0]?.user ?? null;
}

/** Account and link together, or neither. Null where the name is taken. */
export async function insertOAuthUser(
  db: Database,
  user: { username: string; email: string | null },
  provider: OAuthProvider,
  providerUserId: string,
): Promise<string | null> {
  const taken = await findUserByName(db, user.username);
  if (taken) return null;
  const userId = crypto.randomUUID();
  await db.batch([
    db.insert(users).values({ ...user, id: userId, usernameKey: usernameKey(user.username) }),
    db.insert(oauthAccounts).values({ userId, provider, providerUserId }),
  ]);
  return userId;
}

export async function findSession(db: Database, id: string) {
  const rows = await db
    .select({ expiresAt: sessions.expiresAt, signedInAt: sessions.signedInAt, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, id));
  return rows[0] ?? null;
}

export async function insertSession(db: Database, userId: string, id: string, expiresAt: Date) {
  await db.insert(sessions).values({ id, userId, signedInAt: new Date(), expiresAt });
}

export async function extendSession(db: Database, id: string, expiresAt: Date) {
  await db.update(sessions).set({ expiresAt }).where(eq(sessions.id, id));
}

export async function deleteSession(db: Database, id: string) {
  await db.delete(sessions).where(eq(sessions.id, id));
}

/** Housekeeping of the weekly run. */
export async function deleteExpiredSessions(db: Database, now: Date) {
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
}

/**
 * Deletes a person; their rows go by cascade, in one transaction with the insights that were
 * written for their profile and that nobody else has.
 *
 * @param nobodysKey the profile key of insights that were written for no one in particular
 * @returns the ids of the conversations they had
 */
export async function deleteUser(
  db: Database,
  userId: string,
  nobodysKey: string,
): Promise<string[]> {
  const others = alias(generations, 'others');
  const theirs = db
    .select({ id: generations.insightId })
    .from(generations)
    .where(eq(generations.userId, userId));
  const anothers = db
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.insightId, insights.id), ne(others.userId, userId)));
  const [conversations] = await db.batch([
    db.select({ id: chatSessions.id }).from(chatSessions).where(eq(chatSessions.userId, userId)),
    db
      .delete(insights)
      .where(
        and(inArray(insights.id, theirs), ne(insights.profileKey, nobodysKey), notExists(anothers)),
      ),
    db.delete(users).where(eq(users.id, userId)),
  ]);
  return conversations.map(({ id }) => id);
}

/** What a name is known by: names are unique without regard to case and width, in every script. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

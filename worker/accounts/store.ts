import { and, eq } from 'drizzle-orm';
import { oauthAccounts, users } from '../../schema/tables/accounts.ts';
import type { OAuthProvider, User } from '../../schema/wire/accounts.ts';
import type { Database } from '../platform/database.ts';

export type UserRow = typeof users.$inferSelect;

/** The fields of a user that may leave the Worker. */
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

/** Returns null if the username is taken. The unique index decides, which also settles races. */
/** Returns a user by id, without their password; null if there is none. */
export async function findUser(db: Database, id: string): Promise<User | null> {
  const rows = await db.select().from(users).where(eq(users.id, id));
  return rows[0] ? publicUser(rows[0]) : null;
}

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
    // An update must set something, even if no field was sent.
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

/** Creates the account and its link together or not at all. Returns null if the username is taken. */
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

export async function updatePasswordHash(db: Database, userId: string, passwordHash: string) {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId));
}

/** Deletes a user and, by cascade, the rows that belong to them alone. */
export async function deleteUser(db: Database, userId: string): Promise<void> {
  await db.delete(users).where(eq(users.id, userId));
}

/** Normalises a username for comparison: case and width don't matter, in any script. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}

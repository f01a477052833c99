import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { oauthAccounts, users } from '../../schema/tables/accounts.ts';
import type { OAuthProvider, User } from '../../schema/wire/accounts.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';

export type UserRow = typeof users.$inferSelect;

/** The fields of a user that may leave the Worker. */
export function publicUser(row: UserRow): User {
  const { id, username, passwordHash, email, linkedinUrl, industry, role, goals } = row;
  const hasPassword = passwordHash !== null;
  return { id, username, hasPassword, email, linkedinUrl, industry, role, goals };
}

/** Returns the user with this name, in any case; null if there is none. */
export async function findUserByName(db: Database, username: string): Promise<UserRow | null> {
  // Accounts named 'Straße' and 'STRASSE' could once both be created; each is found by its own key.
  const former = formerKeys(username);
  const rows = await db
    .select()
    .from(users)
    .where(inArray(users.usernameKey, [...former, usernameKey(username)]))
    .orderBy(...former.map((key) => desc(eq(users.usernameKey, key))))
    .limit(1);
  return rows[0] ?? null;
}

/** Returns a user by id, without their password; null if there is none. */
export async function findUser(db: Database, id: string): Promise<User | null> {
  const rows = await db.select().from(users).where(eq(users.id, id));
  return rows[0] ? publicUser(rows[0]) : null;
}

/** Returns null if the username is taken. The unique index settles races. */
export async function insertUser(
  db: Database,
  user: {
    username: string;
    passwordHash: string | null;
    email: string | null;
    linkedinUrl: string | null;
  },
): Promise<UserRow | null> {
  // The index doesn't know that an account has this name under its former key.
  if (await findUserByName(db, user.username)) return null;
  const rows = await db
    .insert(users)
    .values({ ...user, usernameKey: usernameKey(user.username) })
    .onConflictDoNothing({ target: users.usernameKey })
    .returning();
  return rows[0] ?? null;
}

/** Changes the given fields only. Returns null if the user is gone. */
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

/** Returns the user who logs in with this account of a provider; null if there is none. */
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

/**
 * Creates the account and its link together or not at all, unless a concurrent request has linked an
 * account already.
 *
 * @returns the id of the linked account; null if the username is taken
 */
export async function insertOAuthUser(
  db: Database,
  user: { username: string; email: string | null },
  provider: OAuthProvider,
  providerUserId: string,
): Promise<string | null> {
  if (await findUserByName(db, user.username)) return null;
  const userId = crypto.randomUUID();
  const createdAt = Date.now();
  const isLink = and(
    eq(oauthAccounts.provider, provider),
    eq(oauthAccounts.providerUserId, providerUserId),
  );
  const account = insertColumns(users, {
    ...user,
    id: userId,
    usernameKey: usernameKey(user.username),
    passwordHash: null,
    linkedinUrl: null,
    industry: null,
    role: null,
    goals: null,
    createdAt,
  });
  const link = insertColumns(oauthAccounts, { provider, providerUserId, userId, createdAt });
  const [, , linked] = await db.batch([
    db
      .insert(users)
      .select(
        sql`SELECT ${account} WHERE NOT EXISTS (SELECT 1 FROM ${oauthAccounts} WHERE ${isLink})`,
      )
      .onConflictDoNothing({ target: users.usernameKey }),
    db
      .insert(oauthAccounts)
      .select(
        sql`SELECT ${link} WHERE EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId})`,
      ),
    db.select({ userId: oauthAccounts.userId }).from(oauthAccounts).where(isLink),
  ]);
  return linked[0]?.userId ?? null;
}

/** Deletes a user and, by cascade, the rows that belong to them alone. */
export function deleteUser(db: Database, userId: string) {
  return db.delete(users).where(eq(users.id, userId));
}

/** Folds the case and width of a username, by way of upper case, which ß and ss share. */
export const usernameKey = (username: string): string =>
  // Normalises before ᾳ becomes ΑΙ, so that marks stay with the Α.
  withoutCase(username.normalize('NFKD'));

const withoutCase = (text: string) =>
  text.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/** The keys that earlier versions would have stored this name under, oldest first. */
function formerKeys(username: string): string[] {
  const composed = username.normalize('NFKC');
  return [composed.toLowerCase(), withoutCase(composed)];
}

/** The known places of users, and failed login attempts. */
import { subDays } from 'date-fns';
import { and, desc, eq, lt, notInArray, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { knownPlaces, loginAttempts } from '../../schema/tables/accounts.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';

/** Attempts without a delay, so that typing errors have no cost. */
export const FREE_ATTEMPTS = 10;
const FIRST_DELAY_MS = 1_000;
/** The delay doubles at most this often: from one second to about eight minutes. */
const MAX_DOUBLINGS = 9;
const FORGOTTEN_AFTER_DAYS = 1;

const PLACES_PER_PERSON = 30;
const PLACE_FORGOTTEN_AFTER_DAYS = 365;

/** Returns the first of these places that the user has logged in from before, or null. */
export async function findKnownPlace(
  db: Database,
  userId: string,
  placeHashes: string[],
): Promise<string | null> {
  const rows = await db
    .select({ placeHash: knownPlaces.placeHash })
    .from(knownPlaces)
    .where(and(eq(knownPlaces.userId, userId), isAmong(knownPlaces.placeHash, placeHashes)));
  const known = rows.map(({ placeHash }) => placeHash);
  return placeHashes.find((hash) => known.includes(hash)) ?? null;
}

/**
 * After a login: remembers its places and clears its failed attempts. Never throws: without that, later attempts
 * may only have to wait.
 *
 * @param attemptKey null for a login without a password
 */
export async function recordSuccess(
  db: Database,
  userId: string,
  placeHashes: string[],
  attemptKey: string | null,
): Promise<void> {
  const usedAt = new Date();
  const newest = db
    .select({ placeHash: knownPlaces.placeHash })
    .from(knownPlaces)
    .where(eq(knownPlaces.userId, userId))
    .orderBy(desc(knownPlaces.usedAt), knownPlaces.placeHash)
    .limit(PLACES_PER_PERSON);
  const places = placeHashes.map((placeHash) =>
    db
      .insert(knownPlaces)
      .values({ userId, placeHash, usedAt })
      .onConflictDoUpdate({
        target: [knownPlaces.userId, knownPlaces.placeHash],
        set: { usedAt },
      }),
  );
  const older = db
    .delete(knownPlaces)
    .where(and(eq(knownPlaces.userId, userId), notInArray(knownPlaces.placeHash, newest)));
  const attempts =
    attemptKey === null ? [] : [db.delete(loginAttempts).where(eq(loginAttempts.key, attemptKey))];
  // The older places last, because only the new ones make them too many.
  const statements: [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] = [older];
  statements.unshift(...attempts, ...places);
  try {
    await db.batch(statements);
  } catch (error) {
    log.warn('login_not_noted', { error: describeError(error) });
  }
}

/** Clears the failed attempts of a key. */
export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.key, key));
}

/** Changing the password makes every place unknown again. @returns a statement for a batch */
export const deleteKnownPlaces = (db: Database, userId: string) =>
  db.delete(knownPlaces).where(eq(knownPlaces.userId, userId));

/**
 * Counts an attempt before checking its password, in one statement, so that concurrent attempts can't
 * all pass. Attempts that come too early are not counted.
 *
 * @returns how long to wait, in milliseconds; 0 if the attempt may proceed
 */
export async function takeAttempt(db: Database, key: string, now: Date): Promise<number> {
  const time = now.getTime();
  const { attempts, nextAt, attemptedAt } = loginAttempts;
  const isFresh = sql`${attemptedAt} >= ${subDays(now, FORGOTTEN_AFTER_DAYS).getTime()}`;
  const count = sql<number>`CASE WHEN ${isFresh} THEN ${attempts} + 1 ELSE 1 END`;
  const doublings = sql`min(${attempts} - ${FREE_ATTEMPTS}, ${MAX_DOUBLINGS})`;
  const taken = await db
    .insert(loginAttempts)
    .values({ key, attempts: 1, nextAt: now, attemptedAt: now })
    .onConflictDoUpdate({
      target: loginAttempts.key,
      set: {
        attempts: count,
        nextAt: sql`${time} + CASE WHEN ${isFresh} AND ${attempts} >= ${FREE_ATTEMPTS}
          THEN ${FIRST_DELAY_MS} << ${doublings} ELSE 0 END`,
        attemptedAt: now,
      },
      setWhere: sql`${nextAt} <= ${time}`,
    })
    .returning({ attempts });
  if (taken.length > 0) return 0;
  const [row] = await db
    .select({ nextAt: loginAttempts.nextAt })
    .from(loginAttempts)
    .where(eq(loginAttempts.key, key));
  return Math.max(1, (row?.nextAt.getTime() ?? 0) - time);
}

/** Cleanup, run weekly. */
export async function deleteOldAttempts(db: Database, now: Date): Promise<void> {
  await db.batch([
    db
      .delete(loginAttempts)
      .where(lt(loginAttempts.attemptedAt, subDays(now, FORGOTTEN_AFTER_DAYS))),
    db.delete(knownPlaces).where(lt(knownPlaces.usedAt, subDays(now, PLACE_FORGOTTEN_AFTER_DAYS))),
  ]);
}

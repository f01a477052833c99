import type { Login, Register } from '../../schema/wire/accounts.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { rateLimited } from '../platform/requests/rate-limit.ts';
import { sha256Hex } from '../platform/sha256.ts';
import type { LoginPlaces } from './login-places.ts';
import { findKnownPlace, recordSuccess, takeAttempt } from './login-store.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { WRONG_LOGIN } from './sessions.ts';
import { findUserByName, insertUser, type UserRow, usernameKey } from './store.ts';

/**
 * Checks a username and password. An unknown username takes as long as a wrong password.
 *
 * Failed attempts count per username, wherever they come from, with growing delays. Attempts from the
 * user's known devices and networks count separately, so that nobody can lock them out there.
 *
 * @throws AppError 401 if they don't match, 429 with `Retry-After` if it is too early
 */
export async function checkLogin(db: Database, login: Login, places: LoginPlaces) {
  const user = await findUserByName(db, login.username);
  const knownPlace = await findKnownPlace(db, user?.id ?? '', places.hashes);
  const attemptKey = await sha256Hex(`${usernameKey(login.username)} ${knownPlace ?? ''}`);
  const waitMs = await takeAttempt(db, attemptKey, new Date());
  if (waitMs > 0) throw tooEarly(waitMs);
  const matches = await verifyPassword(login.password, user?.passwordHash ?? null);
  if (!user || !matches) throw new AppError('unauthorized', WRONG_LOGIN);
  await recordSuccess(db, user.id, places.hashes, attemptKey);
  return user;
}

/** Creates an account; 409 if the username is taken in any case. */
export async function register(
  db: Database,
  account: Register,
  places: LoginPlaces,
): Promise<UserRow> {
  const { password, ...profile } = account;
  const user = await insertUser(db, { ...profile, passwordHash: await hashPassword(password) });
  if (!user) throw new AppError('conflict', 'Username already exists');
  await recordSuccess(db, user.id, places.hashes, null);
  return user;
}

/** @param waitMs until the next attempt counts */
export function tooEarly(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1_000);
  const howLong =
    seconds >= 120
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return rateLimited(`Too many attempts. Please wait ${howLong} and try again.`, seconds);
}

import type { Login, Register } from '../../schema/wire/accounts.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { sha256Hex } from '../platform/sha256.ts';
import type { LoginPlaces } from './login-places.ts';
import { findKnownPlace, keepSuccess, takeAttempt } from './login-store.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { findUserByName, insertUser, type UserRow, usernameKey } from './store.ts';

/**
 * The person of this name and password. An unknown name costs as long as a wrong password.
 *
 * Attempts count by name, wherever they come from, and further ones have to wait longer and longer.
 * Those from a known device or network of the person count apart: nobody can lock them out there.
 *
 * @throws AppError 401 where they do not fit, 429 with `Retry-After` where it is too early
 */
export async function signIn(db: Database, login: Login, places: LoginPlaces): Promise<UserRow> {
  const user = await findUserByName(db, login.username);
  const knownPlace = await findKnownPlace(db, user?.id ?? '', places.hashes);
  const attemptKey = await sha256Hex(`${usernameKey(login.username)} ${knownPlace ?? ''}`);
  const waitMs = await takeAttempt(db, attemptKey, new Date());
  if (waitMs > 0) throw tooEarly(Math.ceil(waitMs / 1_000));
  const matches = await verifyPassword(login.password, user?.passwordHash ?? null);
  if (!user || !matches) throw new AppError('unauthorized', 'Invalid username or password');
  await keepSuccess(db, user.id, places.hashes, attemptKey);
  return user;
}

/** Makes an account; 409 where the name is taken, in whatever case. */
export async function register(
  db: Database,
  account: Register,
  places: LoginPlaces,
): Promise<UserRow> {
  const { password, ...profile } = account;
  const user = await insertUser(db, { ...profile, passwordHash: await hashPassword(password) });
  if (!user) throw new AppError('conflict', 'Username already exists');
  await keepSuccess(db, user.id, places.hashes, null);
  return user;
}

function tooEarly(seconds: number): AppError {
  const howLong =
    seconds >= 120
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const message = `Too many attempts. Please wait ${howLong} and try again.`;
  return new AppError('too_many_requests', message, {
    headers: { 'Retry-After': String(seconds) },
  });
}

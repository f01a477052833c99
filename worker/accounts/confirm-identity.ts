import { differenceInMinutes } from 'date-fns';
import { FRESH_SIGN_IN_MINUTES } from '../../schema/limits.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { verifyPassword } from './passwords.ts';
import { sessionOf } from './sessions.ts';

const PASSWORD_FIELD = { details: { field: 'password' } };

/**
 * For what cannot be undone: a session left open, or a stolen cookie, must not be enough. Asks for
 * the password, or for a sign-in of a moment ago where another service vouches for the person.
 *
 * @throws AppError 400 without the password, 403 where it is wrong or the sign-in is too old
 */
export async function confirmIdentity(
  db: Database,
  headers: Headers,
  password: string | undefined,
): Promise<void> {
  const session = await sessionOf(db, headers);
  if (!session) throw new AppError('forbidden', 'Please sign in again first');
  const { passwordHash } = session.user;
  if (passwordHash === null) {
    if (differenceInMinutes(new Date(), session.signedInAt) < FRESH_SIGN_IN_MINUTES) return;
    const message = `Please log out, sign in again and come back within ${FRESH_SIGN_IN_MINUTES} minutes`;
    throw new AppError('forbidden', message);
  }
  if (!password) throw new AppError('bad_request', 'Please enter your password', PASSWORD_FIELD);
  if (!(await verifyPassword(password, passwordHash))) {
    throw new AppError('forbidden', 'The password is not right', PASSWORD_FIELD);
  }
}

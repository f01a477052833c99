import { differenceInMinutes } from 'date-fns';
import { FRESH_LOGIN_MINUTES } from '../../schema/limits.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { limit, TOO_MANY_TRIES } from '../platform/requests/rate-limit.ts';
import type { CookieSource } from './cookies.ts';
import { tooEarly } from './login.ts';
import { forgetAttempts, takeAttempt } from './login-store.ts';
import { verifyPassword } from './passwords.ts';
import { sessionIdOf, sessionOf } from './sessions.ts';

/**
 * Confirms who the user is before irreversible actions, so that an open session or a stolen cookie
 * isn't enough. Requires the password or, for accounts that use another service, a recent login.
 * Wrong passwords count per session, with growing delays: whoever stole one can't lock out its owner.
 *
 * @param given.field the body's field with the password, named in the error
 * @throws AppError 400 without the password, 403 if it is wrong or the login is too old, 429 if it is too early
 */
export async function confirmIdentity(
  deps: { db: Database; limiter: RateLimit },
  request: CookieSource,
  given: { password: string | undefined; field: string },
): Promise<void> {
  const session = await sessionOf(deps.db, request);
  if (!session) throw new AppError('forbidden', 'Please log in again first');
  const { id, passwordHash } = session.user;
  if (passwordHash === null) {
    if (differenceInMinutes(new Date(), session.signedInAt) < FRESH_LOGIN_MINUTES) return;
    const message = `Please log out, log in again and come back within ${FRESH_LOGIN_MINUTES} minutes`;
    throw new AppError('forbidden', message);
  }
  const details = { field: given.field };
  if (!given.password) throw new AppError('bad_request', 'Please enter your password', { details });
  await limit(deps.limiter, `confirm ${id}`, TOO_MANY_TRIES);
  const attemptKey = `confirm ${await sessionIdOf(request)}`;
  const waitMs = await takeAttempt(deps.db, attemptKey, new Date());
  if (waitMs > 0) throw tooEarly(waitMs);
  if (!(await verifyPassword(given.password, passwordHash))) {
    throw new AppError('forbidden', 'Wrong password', { details });
  }
  await forgetAttempts(deps.db, attemptKey);
}

import type { ProfileUpdate, User } from '../../schema/wire/accounts.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { confirmIdentity } from './confirm-identity.ts';
import type { CookieSource } from './cookies.ts';
import { publicUser, updateProfile } from './store.ts';

/**
 * Updates the fields that were sent. Changing or removing the email requires proof of identity, since
 * it is how the user is reached. Adding a first one doesn't.
 */
export async function changeProfile(
  deps: { db: Database; limiter: RateLimit },
  request: CookieSource,
  user: User,
  { currentPassword, ...profile }: ProfileUpdate,
): Promise<User> {
  const isReplaced = profile.email !== undefined && profile.email !== user.email;
  if (user.email !== null && isReplaced) {
    await confirmIdentity(deps, request, { password: currentPassword, field: 'currentPassword' });
  }
  const row = await updateProfile(deps.db, user.id, profile);
  if (!row) throw new AppError('not_found', 'Not found');
  return publicUser(row);
}

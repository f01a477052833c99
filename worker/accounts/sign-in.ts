import type { Login, Register } from '../../schema/wire/accounts.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { findUserByName, insertUser, type UserRow } from './store.ts';

/** The person of this name and password. An unknown name costs as long as a wrong password. */
export async function signIn(db: Database, login: Login): Promise<UserRow> {
  const user = await findUserByName(db, login.username);
  const matches = await verifyPassword(login.password, user?.passwordHash ?? null);
  if (!user || !matches) throw new AppError('unauthorized', 'Invalid username or password');
  return user;
}

/** Makes an account; 409 where the name is taken, in whatever case. */
export async function register(db: Database, account: Register): Promise<UserRow> {
  const { password, ...profile } = account;
  const user = await insertUser(db, {
    ...profile,
    passwordHash: await hashPassword(password),
  });
  if (!user) throw new AppError('conflict', 'Username already exists');
  return user;
}

import { createDatabase } from '../platform/database.ts';
import { deleteUser } from './store.ts';

/** Deletes the user and, by cascade, the rows that belong to them alone. Must run last. */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  await deleteUser(createDatabase(env.DB), userId);
}

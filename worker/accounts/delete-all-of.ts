import { createDatabase } from '../platform/database.ts';
import { deleteUser } from './store.ts';

/** Deletes the person, and by cascade every row that is theirs alone. To be called last. */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  await deleteUser(createDatabase(env.DB), userId);
}

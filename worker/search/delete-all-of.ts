import { searchDatabases } from './databases.ts';
import { removeDocumentsOf } from './index-store.ts';

/** Removes a user from the index. Must run before their rows are deleted. */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  await Promise.all(searchDatabases(env).map((db) => removeDocumentsOf(db, userId)));
}

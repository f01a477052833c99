import { searchDatabases } from './databases.ts';
import { removeDocumentsOf } from './index-store.ts';

/** Takes everything of a person out of the index, before the rows go that it was made of. */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  await Promise.all(searchDatabases(env).map((db) => removeDocumentsOf(db, userId)));
}

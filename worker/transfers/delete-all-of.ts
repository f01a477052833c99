import { deleteBelow } from '../platform/delete-objects.ts';

/** Deletes the files of a person's exports and imports; their rows go by cascade. */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  for (const folder of ['exports', 'imports']) {
    await deleteBelow(env.TRANSCRIPTS, `${folder}/${userId}/`);
  }
}

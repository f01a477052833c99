import { deleteUser } from '../accounts/store.ts';
import { deleteChapterPictures, deleteCovers } from '../catalogue/kept-covers.ts';
import { createDatabase } from '../platform/database.ts';
import { deleteTranscripts } from '../transcripts/store.ts';
import { listPrivate, type PrivateRow } from './store.ts';

/**
 * Deletes the user, by cascade all rows that belong to them alone, and the R2 objects of their private
 * podcasts and sources. Must run last.
 */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  const db = createDatabase(env.DB);
  const known = await listPrivate(db, userId);
  // The objects first: if the rest fails, no private text remains without a row.
  await deleteObjects(env, known);
  const [left] = await db.batch([listPrivate(db, userId), deleteUser(db, userId)]);
  const deleted = new Set(known.map(({ episodeId }) => episodeId));
  // Added in the meantime.
  await deleteObjects(
    env,
    left.filter(({ episodeId }) => !deleted.has(episodeId)),
  );
}

async function deleteObjects(env: Env, rows: PrivateRow[]): Promise<void> {
  const podcastIds = [...new Set(rows.map(({ podcastId }) => podcastId))];
  const episodeIds = rows.flatMap(({ episodeId }) => episodeId ?? []);
  await deleteTranscripts(env.TRANSCRIPTS, episodeIds);
  await deleteCovers(env.TRANSCRIPTS, [...podcastIds, ...episodeIds.map((id) => `episodes/${id}`)]);
  for (const id of podcastIds) await deleteChapterPictures(env.TRANSCRIPTS, id);
}

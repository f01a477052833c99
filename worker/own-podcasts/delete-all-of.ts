import type { BatchItem } from 'drizzle-orm/batch';
import { deleteUser } from '../accounts/store.ts';
import { deleteChapterPictures, deleteCovers, episodePictureId } from '../catalogue/cover-store.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { deleteNotes, deleteTranscripts } from '../transcripts/store.ts';
import { listPrivate, type PrivateRow } from './store.ts';

/** Makes a statement that deletes what another room finds by the user's rows. */
type Deleting = (db: Database, userId: string) => BatchItem<'sqlite'>;

/**
 * Deletes the user, by cascade all rows that belong to them alone, and the R2 objects of their private
 * podcasts and sources. Must run last.
 *
 * @param deletings run in the transaction that deletes the user, so that nothing is written in between
 */
export async function deleteAllOf(
  env: Env,
  userId: string,
  deletings: readonly Deleting[] = [],
): Promise<void> {
  const db = createDatabase(env.DB);
  // The objects first: if the rest fails, no private text remains without a row.
  await deleteObjects(env, await listPrivate(db, userId));
  const [known] = await db.batch([
    listPrivate(db, userId),
    ...deletings.map((deleting) => deleting(db, userId)),
    deleteUser(db, userId),
  ]);
  // Again, for what was stored in the meantime. Whoever stores one later finds its row gone and deletes it.
  await deleteObjects(env, known);
}

async function deleteObjects(env: Env, rows: PrivateRow[]): Promise<void> {
  const podcastIds = [...new Set(rows.map(({ podcastId }) => podcastId))];
  const episodeIds = rows.flatMap(({ episodeId }) => episodeId ?? []);
  await deleteTranscripts(env.TRANSCRIPTS, episodeIds);
  // Notes are only taken on transcripts, and a person may have thousands of episodes.
  const read = rows.flatMap(({ episodeId, hasTranscript }) =>
    hasTranscript ? (episodeId ?? []) : [],
  );
  await deleteNotes(env.TRANSCRIPTS, read);
  await deleteCovers(env.TRANSCRIPTS, [...podcastIds, ...episodeIds.map(episodePictureId)]);
  for (const id of podcastIds) await deleteChapterPictures(env.TRANSCRIPTS, id);
}

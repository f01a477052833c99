import { deleteChapterPictures, deleteCovers } from '../catalogue/kept-covers.ts';
import { createDatabase } from '../platform/database.ts';
import { deleteTranscripts } from '../transcripts/store.ts';
import { listPrivate } from './store.ts';

/** Deletes the R2 objects of the user's private podcasts. Their rows are deleted by cascade. */
export async function deleteAllOf(env: Env, userId: string): Promise<void> {
  const { podcastIds, episodeIds } = await listPrivate(createDatabase(env.DB), userId);
  await deleteTranscripts(env.TRANSCRIPTS, episodeIds);
  await deleteCovers(env.TRANSCRIPTS, [...podcastIds, ...episodeIds.map((id) => `episodes/${id}`)]);
  for (const id of podcastIds) await deleteChapterPictures(env.TRANSCRIPTS, id);
}

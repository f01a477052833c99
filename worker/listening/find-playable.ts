import { findEpisode } from '../episodes/store.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';

/**
 * Finds an episode that this user may open. Their own sources are read instead of played, so they have
 * neither positions nor moments.
 *
 * @throws AppError not_found, or unprocessable for a source
 */
export async function findPlayable(db: Database, userId: string, episodeId: string) {
  const episode = await findEpisode(db, userId, episodeId);
  if (!episode) throw new AppError('not_found', 'Episode not found');
  if (episode.source) throw new AppError('unprocessable', 'A source has no audio');
  return episode;
}

import { createDatabase } from '../platform/database.ts';
import { fetchOutsideFor } from '../platform/outbound-settings.ts';
import { settingsOf } from '../platform/settings.ts';
import type { RefreshDeps } from './refresh.ts';

/**
 * What a refresh needs of the bindings; one for each run.
 *
 * @param patienceMs where nobody is waiting for it: so long it waits for its turn at a host
 */
export function refreshDeps(env: Env, patienceMs: number | null = null): RefreshDeps {
  const settings = settingsOf(env);
  return {
    db: createDatabase(env.DB),
    fetchOutside: fetchOutsideFor(env, patienceMs),
    episodesPerPodcast: settings.EPISODES_PER_PODCAST,
    youtubeFeedsUrl: settings.YOUTUBE_FEEDS_URL,
  };
}

import { createDatabase } from '../platform/database.ts';
import { fetchOutsideFor } from '../platform/outbound-settings.ts';
import { settingsOf } from '../platform/settings.ts';
import type { RefreshDeps } from './refresh.ts';

/** What a refresh needs of the bindings; one for each run. */
export function refreshDeps(env: Env): RefreshDeps {
  const settings = settingsOf(env);
  return {
    db: createDatabase(env.DB),
    fetchOutside: fetchOutsideFor(env),
    episodesPerPodcast: settings.EPISODES_PER_PODCAST,
    youtubeFeedsUrl: settings.YOUTUBE_FEEDS_URL,
  };
}

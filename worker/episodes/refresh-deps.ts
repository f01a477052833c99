import { createDatabase } from '../platform/database.ts';
import { fetchOutsideFor } from '../platform/outbound-settings.ts';
import { settingsOf } from '../platform/settings.ts';
import type { RefreshDeps } from './refresh.ts';

/** What a refresh needs of the bindings. */
export function refreshDeps(env: Env): RefreshDeps {
  const settings = settingsOf(env);
  return {
    db: createDatabase(env.DB),
    fetchOutside: fetchOutsideFor(settings),
    episodesPerPodcast: settings.EPISODES_PER_PODCAST,
  };
}

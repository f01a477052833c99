import { createDatabase } from '../platform/database.ts';
import { fetchOutsideFor } from '../platform/outbound-settings.ts';
import { settingsOf } from '../platform/settings.ts';
import { politely } from './polite-fetch.ts';
import type { RefreshDeps } from './refresh.ts';

/** What a refresh needs of the bindings; one for each run, which is as long as manners count. */
export function refreshDeps(env: Env): RefreshDeps {
  const settings = settingsOf(env);
  return {
    db: createDatabase(env.DB),
    fetchOutside: politely(fetchOutsideFor(settings)),
    episodesPerPodcast: settings.EPISODES_PER_PODCAST,
    youtubeFeedsUrl: settings.YOUTUBE_FEEDS_URL,
  };
}

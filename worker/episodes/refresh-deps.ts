import { createDatabase } from '../platform/database.ts';
import { fetchOutsideFor } from '../platform/outbound/fetch-outside-for.ts';
import { settingsOf } from '../platform/settings.ts';
import type { RefreshDeps } from './refresh.ts';

/**
 * Builds a refresh's dependencies from the bindings; once per run.
 *
 * @param maxWaitMs for background work: how long to wait for a host
 */
export function refreshDeps(env: Env, maxWaitMs: number | null = null): RefreshDeps {
  const settings = settingsOf(env);
  return {
    db: createDatabase(env.DB),
    fetchOutside: fetchOutsideFor(env, { maxWaitMs }),
    episodesPerPodcast: settings.EPISODES_PER_PODCAST,
    youtubeFeedsUrl: settings.YOUTUBE_FEEDS_URL,
  };
}

import { createDatabase } from '../platform/database.ts';
import { fetchOutsideFor } from '../platform/fetch-outside.ts';
import { settingsOf } from '../platform/settings.ts';
import type { AddDeps } from './add-podcast.ts';

/** Builds what adding a podcast needs from the bindings; once per invocation. */
export function addDeps(env: Env): AddDeps {
  const { YOUTUBE_FEEDS_URL, APPLE_LOOKUP_URL } = settingsOf(env);
  return {
    db: createDatabase(env.DB),
    refreshes: env.REFRESH_QUEUE,
    fetchOutside: fetchOutsideFor(env),
    youtubeFeedsUrl: YOUTUBE_FEEDS_URL,
    appleLookupUrl: APPLE_LOOKUP_URL,
  };
}

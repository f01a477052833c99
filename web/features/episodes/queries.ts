import { queryOptions } from '@tanstack/react-query';
import { CACHE_STATUS_POLL_MS, RECENT_EPISODES_STALE_MS } from '../../../schema/limits.ts';
import type { EpisodesByPodcast } from '../../../schema/wire/episodes.ts';
import { api, readReply } from '../../api/client.ts';

/** What is known of the subscribed podcasts' newest episodes: podcast title → its episodes. */
export const recentEpisodesQuery = queryOptions({
  queryKey: ['episodes', 'recent'],
  queryFn: ({ signal }) =>
    readReply(api.podcasts['recent-episodes'].$get({}, { init: { signal } }), isEpisodes),
  staleTime: RECENT_EPISODES_STALE_MS,
});

/** When the next fetch may be asked for. */
export const cacheStatusQuery = queryOptions({
  queryKey: ['episodes', 'cache-status'],
  queryFn: ({ signal }) =>
    readReply(api.podcasts['cache-status'].$get({}, { init: { signal } }), ({ feeds }) =>
      Array.isArray(feeds),
    ),
  refetchInterval: CACHE_STATUS_POLL_MS,
});

/** How many insights the reader may still ask for. */
export const remainingGenerationsQuery = queryOptions({
  queryKey: ['episodes', 'remaining-generations'],
  queryFn: ({ signal }) =>
    readReply(api.user['remaining-generations'].$get({}, { init: { signal } })),
});

/** Whether a reply is what the card can show. */
export function isEpisodes(reply: EpisodesByPodcast): boolean {
  return typeof reply === 'object' && Object.values(reply).every(Array.isArray);
}

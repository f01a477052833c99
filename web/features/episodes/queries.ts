import { queryOptions } from '@tanstack/react-query';
import { CACHE_STATUS_POLL_MS, RECENT_EPISODES_STALE_MS } from '../../../schema/limits.ts';
import type { CacheStatus, EpisodesByPodcast } from '../../../schema/wire/episodes.ts';
import { api, readReply } from '../../api/client.ts';

/** The known episodes of the subscribed podcasts: podcast title → episodes. */
export const recentEpisodesQuery = queryOptions({
  queryKey: ['episodes', 'recent'],
  queryFn: ({ signal }) =>
    readReply(api.podcasts['recent-episodes'].$get({}, { init: { signal } }), isEpisodes),
  staleTime: RECENT_EPISODES_STALE_MS,
});

/** When the next fetch is allowed. */
export const cacheStatusQuery = queryOptions({
  queryKey: ['episodes', 'cache-status'],
  queryFn: ({ signal }) =>
    readReply(api.podcasts['cache-status'].$get({}, { init: { signal } }), ({ feeds }) =>
      Array.isArray(feeds),
    ),
  refetchInterval: CACHE_STATUS_POLL_MS,
});

/** Why feeds of subscribed podcasts could not be read, by podcast. */
export const feedTroubles = ({ feeds }: CacheStatus): ReadonlyMap<string, string> =>
  new Map(
    feeds
      .filter(({ status }) => status === 'failed')
      .map(({ podcastId, error }) => [podcastId, error ?? "The feed couldn't be read."]),
  );

/** Whether a reply has the shape that the card needs. */
export function isEpisodes(reply: EpisodesByPodcast): boolean {
  return typeof reply === 'object' && Object.values(reply).every(Array.isArray);
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EpisodesByPodcast, FeedStatus } from '../../../schema/wire/episodes.ts';
import { cacheStatusQuery, recentEpisodesQuery } from './queries.ts';

/** A podcast the reader subscribes to. */
export interface FollowedPodcast {
  podcastId: string;
  title: string;
}

const POLL_MS = 3_000;
/** Longer than a feed is waited for (30 s) and the queue takes to come to it. */
const PATIENCE_MS = 60_000;

/**
 * The recent episodes, and the followed podcasts of which none are known. A new subscription has
 * its feed read in the background and nobody tells the page when that is done, so the list is
 * asked for again while episodes may be on their way.
 */
export function useRecentEpisodes(
  followed: readonly FollowedPodcast[],
  feeds: readonly FeedStatus[],
) {
  const queryClient = useQueryClient();
  /** What was waited for in vain. */
  const [missedKey, setMissedKey] = useState('');
  const isAwaited = (key: string) => key !== '' && key !== missedKey;
  const failed = new Set(
    feeds.filter(({ status }) => status === 'failed').map(({ podcastId }) => podcastId),
  );
  const awaited = (known: EpisodesByPodcast | undefined) =>
    keyOf(withoutEpisodes(followed, known).filter(({ podcastId }) => !failed.has(podcastId)));
  const recent = useQuery({
    ...recentEpisodesQuery,
    refetchInterval: ({ state: { data } }) => (isAwaited(awaited(data)) ? POLL_MS : false),
  });
  const empty = withoutEpisodes(followed, recent.data);
  const key = awaited(recent.data);
  useEffect(() => {
    if (key === '') return;
    const timer = setTimeout(() => setMissedKey(key), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const isAwaiting = isAwaited(key);
  // Whether a feed that is waited for has failed meanwhile, the cache status says.
  useEffect(() => {
    if (!isAwaiting) return;
    const timer = setInterval(
      () => void queryClient.invalidateQueries({ queryKey: cacheStatusQuery.queryKey }),
      POLL_MS,
    );
    return () => clearInterval(timer);
  }, [isAwaiting, queryClient]);
  return { recent, empty, isAwaiting };
}

function withoutEpisodes(
  followed: readonly FollowedPodcast[],
  known: EpisodesByPodcast | undefined,
): FollowedPodcast[] {
  if (known === undefined) return [];
  const ids = new Set(Object.values(known).flatMap((all) => all.map(({ podcastId }) => podcastId)));
  return followed.filter(({ podcastId }) => !ids.has(podcastId));
}

function keyOf(podcasts: FollowedPodcast[]): string {
  return podcasts.map(({ podcastId }) => podcastId).join();
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EpisodesByPodcast, FeedStatus } from '../../../schema/wire/episodes.ts';
import { cacheStatusQuery, recentEpisodesQuery } from './queries.ts';

/** A podcast that the reader subscribes to. */
export interface SubscribedPodcast {
  podcastId: string;
  title: string;
}

const POLL_MS = 3_000;
/** Longer than the timeout of a feed (30 s) plus the queue's delay. */
const PATIENCE_MS = 60_000;

/**
 * The recent episodes, and the subscribed podcasts without any. A new subscription's feed is read in
 * the background and nothing tells the page when that is done, so this polls while episodes may still
 * arrive.
 */
export function useRecentEpisodes(
  subscriptions: readonly SubscribedPodcast[],
  feeds: readonly FeedStatus[],
) {
  const queryClient = useQueryClient();
  /** The podcasts whose episodes never arrived. */
  const [missedKey, setMissedKey] = useState('');
  const isAwaited = (key: string) => key !== '' && key !== missedKey;
  const failed = new Set(
    feeds.filter(({ status }) => status === 'failed').map(({ podcastId }) => podcastId),
  );
  const awaited = (known: EpisodesByPodcast | undefined) =>
    keyOf(withoutEpisodes(subscriptions, known).filter(({ podcastId }) => !failed.has(podcastId)));
  const recent = useQuery({
    ...recentEpisodesQuery,
    refetchInterval: ({ state: { data } }) => (isAwaited(awaited(data)) ? POLL_MS : false),
  });
  const empty = withoutEpisodes(subscriptions, recent.data);
  const key = awaited(recent.data);
  useEffect(() => {
    if (key === '') return;
    const timer = setTimeout(() => setMissedKey(key), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const isAwaiting = isAwaited(key);
  // The cache status tells whether an awaited feed has failed.
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
  subscriptions: readonly SubscribedPodcast[],
  known: EpisodesByPodcast | undefined,
): SubscribedPodcast[] {
  if (known === undefined) return [];
  const ids = new Set(Object.values(known).flatMap((all) => all.map(({ podcastId }) => podcastId)));
  return subscriptions.filter(({ podcastId }) => !ids.has(podcastId));
}

function keyOf(podcasts: SubscribedPodcast[]): string {
  return podcasts.map(({ podcastId }) => podcastId).join();
}

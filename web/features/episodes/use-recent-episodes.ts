import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { EpisodesByPodcast } from '../../../schema/wire/episodes.ts';
import { recentEpisodesQuery } from './queries.ts';

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
export function useRecentEpisodes(followed: readonly FollowedPodcast[]) {
  /** What was waited for in vain. */
  const [missedKey, setMissedKey] = useState('');
  const isAwaited = (key: string) => key !== '' && key !== missedKey;
  const recent = useQuery({
    ...recentEpisodesQuery,
    refetchInterval: ({ state: { data } }) =>
      isAwaited(keyOf(withoutEpisodes(followed, data))) ? POLL_MS : false,
  });
  const empty = withoutEpisodes(followed, recent.data);
  const key = keyOf(empty);
  useEffect(() => {
    if (key === '') return;
    const timer = setTimeout(() => setMissedKey(key), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return { recent, empty, isAwaiting: isAwaited(key) };
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

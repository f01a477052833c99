import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CacheStatus, EpisodesByPodcast, FeedStatus } from '../../../schema/wire/episodes.ts';
import { cacheStatusQuery, recentEpisodesQuery } from './queries.ts';

/** A podcast that the reader subscribes to. */
export interface SubscribedPodcast {
  podcastId: string;
  title: string;
}

const POLL_MS = 3_000;
/** Longer than the timeout of a feed (30 s) plus the queue's delay. */
const MAX_WAIT_MS = 60_000;

/**
 * The recent episodes, and the subscribed podcasts without any. A new subscription's feed is read in
 * the background and nothing tells the page when that is done, so this polls while episodes may still
 * arrive: until the feed has been read, and the episodes have been asked for after that.
 */
export function useRecentEpisodes(
  subscriptions: readonly SubscribedPodcast[],
  feeds: readonly FeedStatus[],
) {
  const queryClient = useQueryClient();
  const recent = useQuery(recentEpisodesQuery);
  /** The podcasts whose feeds had been read when the episodes were asked for. */
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  /** The podcasts whose episodes never arrived. */
  const [missedKey, setMissedKey] = useState('');
  const statuses = new Map(feeds.map(({ podcastId, status }) => [podcastId, status]));
  const empty = withoutEpisodes(subscriptions, recent.data);
  const mayStillArrive = ({ podcastId }: SubscribedPodcast) => {
    const status = statuses.get(podcastId);
    return status !== 'failed' && (status === 'fetching' || !read.has(podcastId));
  };
  const key = empty
    .filter(mayStillArrive)
    .map(({ podcastId }) => podcastId)
    .join();
  const isAwaiting = key !== '' && key !== missedKey;
  useEffect(() => {
    if (key === '') return;
    const timer = setTimeout(() => setMissedKey(key), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [key]);

  const check = useEffectEvent(async () => {
    const { feeds: unread } = await fetchAgain<CacheStatus>(queryClient, cacheStatusQuery.queryKey);
    await fetchAgain<EpisodesByPodcast>(queryClient, recentEpisodesQuery.queryKey);
    const waiting = new Set(unread.map(({ podcastId }) => podcastId));
    const ids = subscriptions.map(({ podcastId }) => podcastId);
    setRead(new Set(ids.filter((id) => !waiting.has(id))));
  });
  useEffect(() => {
    if (!isAwaiting || key === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const poll = async () => {
      // The queries themselves say what failed; the next check may succeed.
      await check().catch(() => {});
      if (!isOver) timer = setTimeout(poll, POLL_MS);
    };
    void poll();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isAwaiting, key]);
  const awaited = new Set(isAwaiting ? key.split(',') : []);
  return { recent, empty, awaited };
}

/** Fetches again even if an older request is still on its way. */
async function fetchAgain<Data>(queryClient: QueryClient, queryKey: QueryKey): Promise<Data> {
  await queryClient.refetchQueries({ queryKey, exact: true }, { throwOnError: true });
  const known = queryClient.getQueryData<Data>(queryKey);
  if (known === undefined) throw new Error('Nothing was fetched');
  return known;
}

function withoutEpisodes(
  subscriptions: readonly SubscribedPodcast[],
  known: EpisodesByPodcast | undefined,
): SubscribedPodcast[] {
  if (known === undefined) return [];
  const ids = new Set(Object.values(known).flatMap((all) => all.map(({ podcastId }) => podcastId)));
  return subscriptions.filter(({ podcastId }) => !ids.has(podcastId));
}

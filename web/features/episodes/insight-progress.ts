/** The episodes whose insights are being generated, as far as this page knows. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Episode, EpisodesByPodcast } from '../../../schema/wire/episodes.ts';
import { api, readReply } from '../../api/client.ts';
import { reload } from '../../api/reload.ts';
import { remainingGenerationsQuery } from '../../api/remaining-generations.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { recentEpisodesQuery } from './queries.ts';

/** `asked` until the server confirms; `none` if there can be no insight. */
type Progress = 'asked' | 'queued' | 'done' | 'failed' | 'none';

const POLL_MS = 2_000;

let channel: BroadcastChannel | undefined;
/** Tells the other tabs which episode has an insight now. Opened late: an open channel keeps the build's process running. */
const otherTabs = () => {
  channel ??= new BroadcastChannel('dripcast.insights');
  return channel;
};

const progressKey = (episodeId: string) => ['episodes', 'insight-progress', episodeId];

/**
 * Records the state of an episode's insight, and announces the end of an awaited one.
 *
 * @param reason what to say about a failure
 */
export function noteInsight(
  queryClient: QueryClient,
  episodeId: string,
  progress: Progress,
  reason = 'Failed to generate insights',
) {
  const before = queryClient.getQueryData<Progress>(progressKey(episodeId));
  queryClient.setQueryData<Progress>(progressKey(episodeId), progress);
  if (progress === 'done') updateEpisode(queryClient, episodeId, { hasInsights: true });
  const wasAwaited = before === 'asked' || before === 'queued';
  if (wasAwaited && progress === 'done') {
    otherTabs().postMessage(episodeId);
    toastSuccess('Insights generated successfully');
  } else if (wasAwaited && progress === 'failed') {
    toastError(reason);
  }
}

export function refreshRemainingGenerations(queryClient: QueryClient) {
  return reload(queryClient, remainingGenerationsQuery.queryKey);
}

/** Shows the insights that other tabs generate, and how many are left. */
export function useInsightsOfOtherTabs() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const note = ({ data: episodeId }: MessageEvent<string>) => {
      updateEpisode(queryClient, episodeId, { hasInsights: true });
      void refreshRemainingGenerations(queryClient);
    };
    otherTabs().addEventListener('message', note);
    return () => otherTabs().removeEventListener('message', note);
  }, [queryClient]);
}

/** Whether an insight is being generated. Polls if no chat is open to report it. */
export function useIsGenerating(episodeId: string): boolean {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: progressKey(episodeId),
    queryFn: async ({ signal }): Promise<Progress> => {
      const { data: insight } = await readReply(
        api.podcasts.episodes[':episodeId'].insights.$get(
          { param: { episodeId } },
          { init: { signal } },
        ),
      );
      noteInsight(queryClient, episodeId, insight.status);
      if (insight.status !== 'queued') void refreshRemainingGenerations(queryClient);
      return insight.status;
    },
    enabled: (query) => query.state.data === 'queued',
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  });
  return data === 'asked' || data === 'queued';
}

/** Updates one episode in the cached list. */
export function updateEpisode(
  queryClient: QueryClient,
  episodeId: string,
  change: Partial<Episode>,
) {
  queryClient.setQueryData(recentEpisodesQuery.queryKey, (known: EpisodesByPodcast | undefined) => {
    if (!known) return known;
    return Object.fromEntries(
      Object.entries(known).map(([podcast, episodes]) => [
        podcast,
        episodes.map((episode) => (episode.id === episodeId ? { ...episode, ...change } : episode)),
      ]),
    );
  });
}

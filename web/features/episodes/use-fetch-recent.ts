import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, readReply } from '../../api/client.ts';
import { putReply } from '../../api/put-reply.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { toast, toastError, toastSuccess } from '../../ui/toasts.ts';
import { cacheStatusQuery, isEpisodes, recentEpisodesQuery } from './queries.ts';

const SUBSCRIBE_FIRST = 'Subscribe to a podcast first to fetch its recent episodes.';

/** Fetches the newest episodes of all subscribed podcasts. */
export function useFetchRecent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      readReply(api.podcasts['fetch-recent'].$post(), ({ episodes }) => isEpisodes(episodes)),
    onSuccess: async ({ episodes, status, message, nextFetchWindow, feeds }) => {
      await putReply(queryClient, recentEpisodesQuery, episodes);
      await putReply(queryClient, cacheStatusQuery, { nextFetchWindow, feeds });
      if (status === 'none') {
        // Nothing was fetched, so this is not a success.
        toast({ title: 'No Subscriptions Yet', description: message || SUBSCRIBE_FIRST });
        return;
      }
      toastSuccess(message || 'Recent episodes fetched successfully');
    },
    onError: async (error) => {
      const next = error instanceof ApiError ? error.details.nextFetchWindow : null;
      if (typeof next === 'string') {
        const feeds = queryClient.getQueryData(cacheStatusQuery.queryKey)?.feeds ?? [];
        await putReply(queryClient, cacheStatusQuery, { nextFetchWindow: next, feeds });
      }
      toastError(refusalMessage(error, 'Failed to fetch recent episodes'));
      // Only the reply may have been lost, or another device was faster: what was fetched is there.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: recentEpisodesQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: cacheStatusQuery.queryKey }),
      ]);
    },
  });
}

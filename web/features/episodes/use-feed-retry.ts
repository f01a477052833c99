import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, errorMessage, readReply } from '../../api/client.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { cacheStatusQuery, recentEpisodesQuery } from './queries.ts';

/** Retries one failed feed, also inside the fetch window. */
export function useFeedRetry(podcastId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => readReply(api.podcasts[':id'].refresh.$post({ param: { id: podcastId } })),
    onSuccess: ({ status, message }) => {
      // A feed that is still loading says so in its row.
      if (status === 'fetched') toastSuccess(message);
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to fetch recent episodes')),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: recentEpisodesQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: cacheStatusQuery.queryKey }),
      ]),
  });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, readReply } from '../../api/client.ts';
import { toast } from '../../ui/toasts.ts';
import { cacheStatusQuery, recentEpisodesQuery } from './queries.ts';

/** Asks every subscribed podcast for its newest episodes. */
export function useFetchRecent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => readReply(api.podcasts['fetch-recent'].$post()),
    onSuccess: ({ episodes, message, nextFetchWindow }) => {
      queryClient.setQueryData(recentEpisodesQuery.queryKey, episodes);
      queryClient.setQueryData(cacheStatusQuery.queryKey, { nextFetchWindow });
      toast({
        title: 'Success',
        description: message || 'Recent episodes fetched successfully',
      });
    },
    onError: (error) => {
      const next = error instanceof ApiError ? error.details.nextFetchWindow : null;
      if (typeof next === 'string') {
        queryClient.setQueryData(cacheStatusQuery.queryKey, { nextFetchWindow: next });
      }
      toast({
        title: 'Error',
        description: 'Failed to fetch recent episodes',
        variant: 'destructive',
      });
    },
  });
}

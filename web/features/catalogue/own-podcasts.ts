import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddPodcast } from '../../../schema/wire/own-podcasts.ts';
import { api, readReply } from '../../api/client.ts';
import { refreshSubscriptions } from './subscriptions.ts';

/** The podcasts that the reader added. */
export const ownPodcastsQuery = queryOptions({
  queryKey: ['user', 'podcasts'],
  queryFn: ({ signal }) =>
    readReply(api.user.podcasts.$get(undefined, { init: { signal } }), ({ podcasts }) =>
      Array.isArray(podcasts),
    ),
});

function refreshOwn(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: ownPodcastsQuery.queryKey });
  return refreshSubscriptions(queryClient);
}

export function usePreview() {
  return useMutation({
    mutationFn: (address: string) =>
      readReply(api.user.podcasts.preview.$post({ json: { address } }), ({ episodes }) =>
        Array.isArray(episodes),
      ),
  });
}

export function useAddPodcast() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: AddPodcast) => readReply(api.user.podcasts.$post({ json })),
    onSuccess: () => refreshOwn(queryClient),
  });
}

export function useRemovePodcast() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => readReply(api.user.podcasts[':id'].$delete({ param: { id } })),
    // Also where it failed: it may have been removed on another device.
    onSettled: () => refreshOwn(queryClient),
  });
}

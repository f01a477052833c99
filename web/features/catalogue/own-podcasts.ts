import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddPodcast } from '../../../schema/wire/own-podcasts.ts';
import { api, errorMessage, readReply } from '../../api/client.ts';
import { reload } from '../../api/reload.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
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
  void reload(queryClient, ownPodcastsQuery.queryKey);
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

/** Adds a podcast, and says so even if the reader has closed the dialog meanwhile. */
export function useAddPodcast(title: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: AddPodcast) => readReply(api.user.podcasts.$post({ json })),
    onSuccess: async () => {
      await refreshOwn(queryClient);
      toastSuccess(`${title} has been added to your podcasts`);
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to add this podcast')),
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

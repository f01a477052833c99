import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FeedKind } from '../../../schema/wire/outgoing-feeds.ts';
import { api, readReply } from '../../api/client.ts';
import { reload } from '../../api/reload.ts';

/** The reader's RSS feeds, without their addresses. */
export const feedsQuery = queryOptions({
  queryKey: ['outgoing-feeds'],
  queryFn: async ({ signal }) => {
    const request = api.user.feeds.$get({}, { init: { signal } });
    return (await readReply(request, ({ feeds }) => Array.isArray(feeds))).feeds;
  },
});

/** Creates a feed's address, which replaces the one before. */
export function useCreateFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (kind: FeedKind) =>
      readReply(
        api.user.feeds[':kind'].$post({ param: { kind } }),
        ({ address }) => typeof address === 'string',
      ),
    onSettled: () => reload(queryClient, feedsQuery.queryKey),
  });
}

export function useRevokeFeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (kind: FeedKind) => readReply(api.user.feeds[':kind'].$delete({ param: { kind } })),
    onSettled: () => reload(queryClient, feedsQuery.queryKey),
  });
}

import { queryOptions } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';

/** The podcasts a quiz can be about: the reader's subscriptions. */
export const quizPodcastsQuery = queryOptions({
  queryKey: ['quiz', 'podcasts'],
  queryFn: ({ signal }) =>
    readReply(api.user.subscriptions.$get({}, { init: { signal } }), Array.isArray),
  // Subscriptions may have changed since.
  staleTime: 0,
});

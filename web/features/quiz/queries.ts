import { queryOptions } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';

/** The podcasts a quiz can be about: the reader's own. */
export const quizPodcastsQuery = queryOptions({
  queryKey: ['quiz', 'podcasts'],
  queryFn: ({ signal }) =>
    readReply(api.user.subscriptions.$get({}, { init: { signal } }), Array.isArray),
  // What is subscribed to may have changed on the way here.
  staleTime: 0,
});

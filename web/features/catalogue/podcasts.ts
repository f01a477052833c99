import { queryOptions } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';

/** The whole catalogue. It is the same for everyone. */
export const podcastsQuery = queryOptions({
  queryKey: ['podcasts'],
  queryFn: ({ signal }) =>
    readReply(api.podcasts.$get(undefined, { init: { signal } }), Array.isArray),
});

import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';

/** The reader's moments, newest first. */
export const momentsQuery = infiniteQueryOptions({
  queryKey: ['moments'],
  queryFn: ({ pageParam, signal }) =>
    readReply(
      api.user.moments.$get(
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { init: { signal } },
      ),
      ({ moments }) => Array.isArray(moments),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

import { queryOptions } from '@tanstack/react-query';
import { api, readReply } from './client.ts';

/** How many insights the reader can still generate. None left may be over when a reader looks at an old page again. */
export const remainingGenerationsQuery = queryOptions({
  queryKey: ['episodes', 'remaining-generations'],
  queryFn: ({ signal }) =>
    readReply(api.user['remaining-generations'].$get({}, { init: { signal } })),
  refetchOnWindowFocus: ({ state }) => state.data?.remaining === 0 && 'always',
});

import { queryOptions } from '@tanstack/react-query';
import { api, readReply } from './client.ts';

/** How many insights the reader can still generate. */
export const remainingGenerationsQuery = queryOptions({
  queryKey: ['episodes', 'remaining-generations'],
  queryFn: ({ signal }) =>
    readReply(api.user['remaining-generations'].$get({}, { init: { signal } })),
});

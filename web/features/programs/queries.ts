import { queryOptions } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';

/** The description of the API. It only changes with a new version of the app. */
export const apiQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: ({ signal }) =>
    readReply(
      api['openapi.json'].$get({}, { init: { signal } }),
      ({ paths }) => typeof paths === 'object' && paths !== null,
    ),
  staleTime: Number.POSITIVE_INFINITY,
});

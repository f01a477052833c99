import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedPosition } from '../../../schema/wire/listening.ts';
import { api, readReply } from '../../api/client.ts';

/** How far the reader has listened, most recent episodes first. */
export const positionsQuery = queryOptions({
  queryKey: ['positions'],
  queryFn: ({ signal }) =>
    readReply(api.user.positions.$get({}, { init: { signal } }), ({ positions }) =>
      Array.isArray(positions),
    ),
});

/** The same by episode; empty until known. */
export function usePositions(): ReadonlyMap<string, ListedPosition> {
  const { data } = useQuery(positionsQuery);
  return useMemo(() => new Map(data?.positions.map((one) => [one.episodeId, one])), [data]);
}

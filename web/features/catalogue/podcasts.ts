import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** The whole catalogue, the same for everyone. */
export const podcastsQuery = queryOptions({
  queryKey: ['podcasts'],
  queryFn: async ({ signal }) => {
    const response = await api.podcasts.$get(undefined, { init: { signal } });
    if (!response.ok) throw new Error('Failed to fetch podcasts');
    return response.json();
  },
});

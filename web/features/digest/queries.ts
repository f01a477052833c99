import { queryOptions } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';

/** The reader's latest digest; null before the first. */
export const latestDigestQuery = queryOptions({
  queryKey: ['digest', 'latest'],
  queryFn: async ({ signal }) => {
    const { digest } = await readReply(api.digest.$get({}, { init: { signal } }));
    return digest;
  },
});

import { queryOptions } from '@tanstack/react-query';
import type { Digest } from '../../../schema/wire/digest.ts';
import { api, readReply } from '../../api/client.ts';

/** The reader's latest digest; null before the first one. */
export const latestDigestQuery = queryOptions({
  queryKey: ['digest', 'latest'],
  queryFn: async ({ signal }) => {
    const request = api.digest.$get({}, { init: { signal } });
    const { digest } = await readReply(
      request,
      (reply) => reply.digest === null || isDigest(reply.digest),
    );
    return digest;
  },
});

/** Whether a reply is a complete digest. */
export function isDigest(reply: Digest): boolean {
  return typeof reply.digest === 'string' && Array.isArray(reply.episodes);
}

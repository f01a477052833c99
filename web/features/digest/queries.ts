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

/** All of the reader's digests, newest first, without their texts. */
export const digestsQuery = queryOptions({
  queryKey: ['digest', 'kept'],
  queryFn: async ({ signal }) => {
    const request = api.digest.kept.$get({}, { init: { signal } });
    return (await readReply(request, ({ digests }) => Array.isArray(digests))).digests;
  },
});

/** One of the reader's digests. */
export const digestQuery = (id: string) =>
  queryOptions({
    queryKey: ['digest', 'kept', id],
    queryFn: ({ signal }) =>
      readReply(api.digest.kept[':id'].$get({ param: { id } }, { init: { signal } }), isDigest),
    staleTime: Number.POSITIVE_INFINITY,
  });

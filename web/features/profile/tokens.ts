import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TokenScope } from '../../../schema/wire/tokens.ts';
import { api, readReply } from '../../api/client.ts';
import { reload } from '../../api/reload.ts';
import { withWriteId } from '../../api/write-ids.ts';

/** Always refetched, because programs use the tokens meanwhile. */
export const tokensQuery = queryOptions({
  queryKey: ['user', 'tokens'],
  queryFn: ({ signal }) => readReply(api.user.tokens.$get(undefined, { init: { signal } })),
  staleTime: 0,
});

export function useCreateToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: { name: string; scopes: TokenScope[]; expiresAt: string | null }) =>
      withWriteId(`token ${json.name}`, (id) =>
        readReply(
          api.user.tokens.$post({ json: { id, ...json } }),
          ({ token }) => typeof token === 'string' && token !== '',
        ),
      ),
    // Also after a failure: it may have been created.
    onSettled: () => reload(queryClient, tokensQuery.queryKey),
  });
}

export function useRevokeToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => readReply(api.user.tokens[':id'].$delete({ param: { id } })),
    // Also after a failure: it may have been revoked elsewhere.
    onSettled: () => reload(queryClient, tokensQuery.queryKey),
  });
}

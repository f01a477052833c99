import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';

/** Where one is logged in. Asked for anew each time: other devices change it. */
export const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: ({ signal }) => readReply(api.user.sessions.$get(undefined, { init: { signal } })),
  staleTime: 0,
});

/** Ends one session, or all where the id is null. `isOwn`: this browser's is among them. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string | null; isOwn: boolean }) =>
      readReply(
        id === null
          ? api.user.sessions.$delete()
          : api.user.sessions[':id'].$delete({ param: { id } }),
      ),
    // Also where it failed: the one that was to end may be gone already. Logged out, there is
    // nothing to ask any more.
    onSettled: (_reply, error, { isOwn }) =>
      isOwn && error === null
        ? undefined
        : queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: { currentPassword?: string; password: string }) =>
      readReply(api.user.password.$put({ json })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

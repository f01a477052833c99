import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';
import { removeCopies } from '../../api/device-copies.ts';
import { sendDeletions } from '../../api/pending-deletions.ts';
import { reload } from '../../api/reload.ts';

/** The reader's active sessions. Always refetched, since other devices change them. */
export const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: ({ signal }) => readReply(api.user.sessions.$get(undefined, { init: { signal } })),
  staleTime: 0,
});

/** Ends one session, or all if the id is null. `isOwn`: this browser's session is among them. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string | null; isOwn: boolean }) =>
      readReply(
        id === null
          ? api.user.sessions.$delete()
          : api.user.sessions[':id'].$delete({ param: { id } }),
      ),
    // Afterwards, pending deletions could no longer be sent.
    onMutate: ({ isOwn }) => (isOwn ? sendDeletions() : undefined),
    onSuccess: (_reply, { isOwn }) => {
      if (isOwn) removeCopies();
    },
    // Refetches even after a failure: the session may already be gone. Skipped once logged out.
    onSettled: (_reply, error, { isOwn }) =>
      isOwn && error === null ? undefined : reload(queryClient, sessionsQuery.queryKey),
  });
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: { currentPassword?: string; password: string }) =>
      readReply(api.user.password.$put({ json })),
    // All of it: sessions, access tokens, feed addresses and an unconfirmed brief end with the old password.
    onSuccess: () => reload(queryClient, []),
  });
}

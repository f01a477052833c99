import { type Query, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Login, Register, User } from '../../../schema/wire/accounts.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { removeCopies } from '../../api/device-copies.ts';
import { holdReads, releaseReads } from '../../api/held-reads.ts';
import { leaveDeletions, sendDeletions } from '../../api/pending-deletions.ts';
import { noteReader } from '../../api/reader.ts';
import { forgetWish } from '../../ui/playback.ts';
import { dropActions } from '../../ui/toasts.ts';
import { isUser, noteLeaving, userQuery } from './user.ts';

/** Queries whose data doesn't depend on the user. */
const PUBLIC_KEYS = new Set(['user', 'podcasts', 'providers']);

const PERSONAL = {
  predicate: ({ queryKey }: Query) => queryKey.length > 1 || !PUBLIC_KEYS.has(String(queryKey[0])),
};

/** Sets the current user and clears everyone else's data. Nobody can undo what another reader did. */
function changeUser(queryClient: QueryClient, user: User | null) {
  noteLeaving(user === null);
  noteReader(user?.id ?? null);
  dropActions();
  leaveDeletions();
  queryClient.removeQueries(PERSONAL);
  queryClient.setQueryData(userQuery.queryKey, user);
}

export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (login: Login) =>
      readReply(api.login.$post({ json: login }), ({ user }) => isUser(user)),
    onSuccess: ({ user }) => changeUser(queryClient, user),
  });
}

/**
 * Registers. If a try got no answer, the account may be there: when the next one finds its name taken, logs in to
 * it, which only its owner can.
 */
export function useRegister() {
  const unanswered = useRef<string | null>(null);
  return useMutation({
    mutationFn: async (registration: Register) => {
      const { username, password } = registration;
      const login = { username, password };
      const account = JSON.stringify(login);
      try {
        await readReply(api.register.$post({ json: registration }));
      } catch (error) {
        const status = error instanceof ApiError ? error.status : 0;
        if (status < 400 || status >= 500) unanswered.current = account;
        if (status !== 409 || unanswered.current !== account) throw error;
        await readReply(api.login.$post({ json: login })).catch(() => {
          throw error;
        });
      }
    },
  });
}

export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => readReply(api.logout.$post()),
    onMutate: async () => {
      await sendDeletions();
      holdReads();
      // Requests still in flight when the session ends would come back as 401.
      await queryClient.cancelQueries(PERSONAL);
    },
    onError: () => {
      releaseReads();
      return queryClient.invalidateQueries(PERSONAL);
    },
    onSuccess: () => {
      changeUser(queryClient, null);
      releaseReads();
      removeCopies();
      // Otherwise a player that is still loading would open for nobody.
      forgetWish();
    },
  });
}

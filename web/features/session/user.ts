import { queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '../../../schema/wire/accounts.ts';
import { api, ReaderError } from '../../api/client.ts';

/** Set and cleared by the server beside the session, which scripts cannot see. */
const HINT = 'dripcast_signed_in=';

/**
 * Whether this browser holds a session, as far as a script can tell. Visitors are spared a call
 * whose answer is known, and the error line that browsers log for its 401.
 */
export function wasSignedIn(): boolean {
  return typeof document !== 'undefined' && document.cookie.includes(`${HINT}1`);
}

const FAILED = 'Failed to fetch user';

async function fetchUser(): Promise<User | null> {
  if (!wasSignedIn()) return null;
  const response = await api.user.$get().catch(() => {
    throw new ReaderError(FAILED);
  });
  // The reply's type knows only success; the guard answers 401.
  const status: number = response.status;
  if (status === 401) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${HINT}; path=/; max-age=0`;
    await response.body?.cancel();
    return null;
  }
  if (!response.ok) throw new ReaderError(FAILED);
  return response.json().catch(() => {
    throw new ReaderError(FAILED);
  });
}

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: fetchUser,
  retry: false,
  // The notice has the way to try again: each part of a screen would otherwise ask once more.
  retryOnMount: false,
});

/**
 * The signed-in reader. `user` is undefined while unknown and null when signed out; a failed call
 * leaves it undefined with `error` set.
 */
export function useUser() {
  const { data, error, isPending, isFetching, refetch } = useQuery(userQuery);
  return { user: data, error, isPending, isFetching, refetch };
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '../../../schema/wire/accounts.ts';
import { api, ReaderError } from '../../api/client.ts';

/** The server sets and clears this cookie along with the session cookie, which scripts can't read. */
const HINT = 'dripcast_signed_in=';

/**
 * Whether this browser has a session, as far as scripts can tell. Saves anonymous visitors a request,
 * and the 401 that browsers would log as an error.
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
  // The type only covers success; the guard answers 401.
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
  // The notice has a retry button. Otherwise every part of a screen would retry on its own.
  retryOnMount: false,
});

/**
 * The current user: undefined while loading, null if signed out. After a failed call, undefined with
 * `error` set.
 */
export function useUser() {
  const { data, error, isPending, isFetching, refetch } = useQuery(userQuery);
  return { user: data, error, isPending, isFetching, refetch };
}

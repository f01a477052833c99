import { queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '../../../schema/wire/accounts.ts';

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

/** Without the API client: the landing page needs this call alone, and no other code waits for it. */
async function fetchUser(): Promise<User | null> {
  if (!wasSignedIn()) return null;
  const response = await fetch('/api/user', { credentials: 'include' }).catch(() => {
    throw new Error(FAILED);
  });
  if (response.status === 401) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${HINT}; path=/; max-age=0`;
    await response.body?.cancel();
    return null;
  }
  if (!response.ok) throw new Error(FAILED);
  return response.json().catch(() => {
    throw new Error(FAILED);
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

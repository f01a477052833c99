import { queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '../../../schema/wire/accounts.ts';
import { api } from '../../api/client.ts';

const HINT_KEY = 'dripcast.signed-in';

/** Whether this browser was signed in last time: decides only what is drawn until we know. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(HINT_KEY) === '1';
  } catch {
    return false;
  }
}

export function rememberSignedIn(isSignedIn: boolean) {
  try {
    if (isSignedIn) localStorage.setItem(HINT_KEY, '1');
    else localStorage.removeItem(HINT_KEY);
  } catch {
    // Without storage the header draws itself a moment later.
  }
}

async function fetchUser(): Promise<User | null> {
  const response = await api.user.$get();
  // The reply's type knows only success; the guard answers 401.
  const status: number = response.status;
  if (status === 401) {
    rememberSignedIn(false);
    return null;
  }
  if (!response.ok) throw new Error('Failed to fetch user');
  rememberSignedIn(true);
  return response.json();
}

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: fetchUser,
  retry: false,
});

/**
 * The signed-in reader. `user` is undefined while unknown and null when signed out; a failed call
 * leaves it undefined with `error` set.
 */
export function useUser() {
  const { data, error, isPending, refetch } = useQuery(userQuery);
  return { user: data, error, isPending, refetch };
}

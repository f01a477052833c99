import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../schema/wire/accounts.ts';
import { noteSession } from '../../api/reader.ts';
import { sendWithRenewedCookie } from '../../api/renewed-cookie.ts';

/**
 * The server sets and clears this cookie along with the session cookie, which scripts can't read. Off
 * localhost its name begins with `__Host-`.
 */
const HINT = 'dripcast_signed_in=';

/**
 * Whether this browser has a session, as far as scripts can tell. Saves anonymous visitors a request,
 * and the 401 that browsers would log as an error.
 */
export function wasLoggedIn(): boolean {
  return typeof document !== 'undefined' && document.cookie.includes(`${HINT}1`);
}

/** Whether a reply is a user. Without a validator, which the landing page would have to wait for. */
export function isUser(reply: unknown): reply is User {
  const { id, username } = (reply ?? {}) as Partial<User>;
  return typeof id === 'string' && typeof username === 'string' && username !== '';
}

const TIMEOUT_MS = 60_000;

export const USER_FAILED = 'Failed to fetch user';

/** Without the API client: the landing page needs this call alone, and no other code waits for it. */
async function fetchUser(): Promise<User | null> {
  if (!wasLoggedIn()) return null;
  const init: RequestInit = { credentials: 'include', signal: AbortSignal.timeout(TIMEOUT_MS) };
  const call = () => fetch('/api/user', init);
  const response = await sendWithRenewedCookie(call).catch(() => null);
  if (response?.status === 401) {
    // biome-ignore-start lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${HINT}; path=/; max-age=0`;
    document.cookie = `__Host-${HINT}; path=/; max-age=0; secure`;
    // biome-ignore-end lint/suspicious/noDocumentCookie: see above
    return null;
  }
  const reply: unknown = response?.ok ? await response.json().catch(() => null) : null;
  if (!isUser(reply)) throw new Error(USER_FAILED);
  noteSession(reply.id);
  return reply;
}

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: fetchUser,
  retry: false,
  // The notice has a retry button. Otherwise every part of a screen would retry on its own.
  retryOnMount: false,
});

/** Checks again who is logged in, if somebody was. Call when the server no longer knows them. */
export function checkSession(queryClient: QueryClient): void {
  if (!queryClient.getQueryData(userQuery.queryKey)) return;
  // Several calls may fail at once; one check is enough.
  void queryClient.refetchQueries(
    { queryKey: userQuery.queryKey, exact: true },
    { cancelRefetch: false },
  );
}

/** Whether the reader logged out, rather than lost the session. */
let hasLeft = false;
export function noteLeaving(isLeaving: boolean): void {
  hasLeft = isLeaving;
}

/**
 * The user for a screen: one whose session ends stays, with what they typed, until they leave it.
 * Undefined while loading, null if nobody was logged in.
 */
export function useReader() {
  const { user, ...session } = useUser();
  const [reader, setReader] = useState(user);
  const current = user === null && !hasLeft ? (reader ?? null) : user;
  if (current !== reader) setReader(current);
  return { user: current, ...session };
}

/**
 * The current user: undefined while loading, null if logged out. After a failed call, undefined with
 * `hasFailed` set, which stays while the call is tried again: the query forgets its error meanwhile, and
 * what says so would be taken away with the focus in it.
 */
export function useUser() {
  const { data: user, errorUpdateCount, isFetching, refetch } = useQuery(userQuery);
  const hasFailed = user === undefined && errorUpdateCount > 0;
  return { user, hasFailed, isFetching, refetch };
}

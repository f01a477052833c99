import { MutationCache, QueryClient } from '@tanstack/react-query';
import { QUERY_RETRIES, QUERY_STALE_MS } from '../schema/limits.ts';
import { isMissing } from './api/missing.ts';
import { dismissFailure } from './ui/toasts.ts';

/**
 * One retry, except for what does not exist, and five minutes of freshness, unless a query says otherwise. What works
 * closes the failure before.
 */
export function createQueryClient() {
  return new QueryClient({
    mutationCache: new MutationCache({ onSuccess: dismissFailure }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < QUERY_RETRIES && !isMissing(error),
        staleTime: QUERY_STALE_MS,
        refetchOnWindowFocus: false,
        // Offline, calls fail at once instead of waiting silently.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

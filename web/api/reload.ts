import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Fetches again what a change has made outdated. Cancels requests in flight first: a first load isn't
 * repeated while it runs, and its answer may be older than the change.
 */
export async function reload(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

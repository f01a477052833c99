import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { userQuery } from './user.ts';

/**
 * Loads a page again that the browser brings back as it was left, by its back/forward cache, unless the same
 * reader is still logged in: nobody else may see what it shows.
 */
export function useReturn(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const check = async ({ persisted }: PageTransitionEvent) => {
      const before = queryClient.getQueryData(userQuery.queryKey);
      if (!persisted || !before) return;
      // If the server can't be reached, the page stays.
      const now = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => before);
      if (now?.id !== before.id) window.location.reload();
    };
    window.addEventListener('pageshow', check);
    return () => window.removeEventListener('pageshow', check);
  }, [queryClient]);
}

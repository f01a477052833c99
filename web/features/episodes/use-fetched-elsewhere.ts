import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { recentEpisodesQuery } from './queries.ts';

/**
 * Shows the episodes that another tab or device fetched. This one notices by the window, during which its own
 * button is disabled.
 *
 * @param nextFetch when the next fetch is allowed; null if now, undefined until known
 * @param isFetching whether this tab fetches: its reply brings the episodes
 */
export function useFetchedElsewhere(nextFetch: string | null | undefined, isFetching: boolean) {
  const queryClient = useQueryClient();
  const before = useRef<string | null>(undefined);
  const note = useEffectEvent(() => {
    const isNew = before.current !== undefined && nextFetch && nextFetch !== before.current;
    before.current = nextFetch;
    if (!isNew || isFetching) return;
    void queryClient.invalidateQueries({ queryKey: recentEpisodesQuery.queryKey });
  });
  useEffect(() => {
    if (nextFetch !== undefined) note();
  }, [nextFetch]);
}

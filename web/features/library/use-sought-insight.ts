import { useEffect, useEffectEvent } from 'react';
import type { PodcastGroup } from '../../../schema/wire/library.ts';
import { toast } from '../../ui/toasts.ts';

interface Pages {
  isSuccess: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Loads the pages of a list until the insight that is looked for is among them; says so where it is
 * on none.
 *
 * @param id null where none is looked for
 */
export function useSoughtInsight(
  id: string | null,
  groups: readonly PodcastGroup[],
  pages: Pages,
  onMissing: () => void,
): void {
  const isThere = groups.some(({ insights }) => insights.some((insight) => insight.id === id));
  const { isSuccess, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const isSeeking = id !== null && !isThere && isSuccess && !isFetching && !isFetchNextPageError;
  const isMissing = isSeeking && !hasNextPage;
  useEffect(() => {
    if (isSeeking && hasNextPage) void fetchNextPage();
  }, [isSeeking, hasNextPage, fetchNextPage]);
  const tellMissing = useEffectEvent(onMissing);
  useEffect(() => {
    if (!isMissing) return;
    toast({ title: 'Not found', description: 'This insight is not in your library any more.' });
    tellMissing();
  }, [isMissing]);
}

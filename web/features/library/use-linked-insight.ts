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
 * Loads pages of a list until they contain the wanted insight. Reports if no page has it.
 *
 * @param id null if no insight is wanted
 */
export function useLinkedInsight(
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
    toast({ title: 'Not found', description: 'This insight is no longer in your library.' });
    tellMissing();
  }, [isMissing]);
}

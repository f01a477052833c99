import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { searchQuery } from './queries.ts';
import { requestOf } from './query-words.ts';
import { groupResults } from './result-groups.ts';
import { useSettled } from './use-settled.ts';

/** How long the typing rests before it is asked for. */
const SETTLE_MS = 150;

/** home: nothing is asked for yet. Results stay while those of a longer query are on their way. */
export type SearchState = 'home' | 'loading' | 'results' | 'nothing' | 'failed';

/** What is found of a text as it is typed. */
export function useSearch(text: string) {
  const [settled, settle] = useSettled(text, SETTLE_MS);
  const query = useInfiniteQuery(searchQuery(settled));
  const { data, isPlaceholderData, isFetching, isError } = query;
  const isAsked = requestOf(text).q !== '';
  const groups = useMemo(() => (isAsked ? groupResults(data?.pages ?? []) : []), [data, isAsked]);
  const isCurrent = settled === text && !(isAsked && (isPlaceholderData || isFetching));
  const state: SearchState = !isAsked
    ? 'home'
    : groups.length > 0
      ? 'results'
      : !isCurrent
        ? 'loading'
        : isError
          ? 'failed'
          : 'nothing';
  return {
    state,
    groups,
    /** What is shown is what was asked for last. */
    isCurrent,
    isFetching: isAsked && !isCurrent,
    /** The query that the results are of, where it is not the one that was typed. */
    didYouMean: state === 'results' && isCurrent ? (data?.pages[0]?.didYouMean ?? null) : null,
    error: query.error,
    hasMore: query.hasNextPage && isAsked,
    isLoadingMore: query.isFetchingNextPage,
    hasMoreFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
    /** Asks at once, without waiting for the typing to rest. */
    settle,
  };
}

export type Search = ReturnType<typeof useSearch>;

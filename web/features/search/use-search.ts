import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSettled } from '../../ui/use-settled.ts';
import { searchQuery } from './queries.ts';
import { withoutFilters } from './query-words.ts';
import { groupResults } from './result-groups.ts';

/** The pause in typing before a search starts. */
const SETTLE_MS = 150;

/** home: nothing was typed yet. Earlier results stay while those of a longer query load. */
type SearchState = 'home' | 'loading' | 'results' | 'nothing' | 'failed';

function stateOf(search: {
  hasResults: boolean;
  isCurrent: boolean;
  isError: boolean;
}): Exclude<SearchState, 'home'> {
  if (search.hasResults) return 'results';
  if (!search.isCurrent) return 'loading';
  return search.isError ? 'failed' : 'nothing';
}

/** Searches as the reader types. */
export function useSearch(text: string) {
  const [settled, settle] = useSettled(text, SETTLE_MS);
  const query = useInfiniteQuery(searchQuery(settled));
  const { data, isPlaceholderData, isFetching, isError } = query;
  const isAsked = withoutFilters(text) !== '';
  const groups = useMemo(() => (isAsked ? groupResults(data?.pages ?? []) : []), [data, isAsked]);
  const isCurrent = settled === text && !(isAsked && (isPlaceholderData || isFetching));
  const state = isAsked ? stateOf({ hasResults: groups.length > 0, isCurrent, isError }) : 'home';
  return {
    state,
    groups,
    /** Whether the results shown belong to the last search. */
    isCurrent,
    isFetching: isAsked && !isCurrent,
    /** The corrected query that the results belong to, if it differs from the typed one. */
    didYouMean: state === 'results' && isCurrent ? (data?.pages[0]?.didYouMean ?? null) : null,
    error: query.error,
    hasMore: query.hasNextPage && isAsked,
    isLoadingMore: query.isFetchingNextPage,
    hasMoreFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
    /** Searches at once, without waiting for a pause in typing. */
    settle,
  };
}

export type Search = ReturnType<typeof useSearch>;

import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';
import { requestOf, withoutFilters } from './query-words.ts';

/** Results may be a minute old. */
const STALE_MS = 60_000;

/**
 * The results of a query in pages, best first. The previous results stay until the new ones arrive, and
 * requests that are no longer needed are cancelled.
 *
 * @param text as typed, including filters
 */
export function searchQuery(text: string) {
  const request = requestOf(text);
  return infiniteQueryOptions({
    queryKey: ['search', request],
    queryFn: ({ pageParam, signal }) =>
      readReply(
        api.search.$get(
          { query: { ...request, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          { init: { signal } },
        ),
        ({ results }) => Array.isArray(results),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Filters alone find nothing.
    enabled: withoutFilters(text) !== '',
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    // The next keystroke searches again, and there is a retry button.
    retry: false,
  });
}

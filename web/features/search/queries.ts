import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';
import { requestOf } from './query-words.ts';

/** What is found may be a minute old: what one saves meanwhile is found a moment later anyway. */
const STALE_MS = 60_000;

/**
 * The results of a query in pages, best first. The ones before stay until the new ones come, and a
 * call that nobody waits for any more is cancelled.
 *
 * @param text as it is typed, with its filters
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
    enabled: request.q !== '',
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    // The next letter asks again anyway, and there is a button.
    retry: false,
  });
}

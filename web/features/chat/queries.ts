import { queryOptions } from '@tanstack/react-query';
import { QUERY_STALE_MS } from '../../../schema/limits.ts';
import { fetchInsight, fetchSavedHashes, fetchTranscript } from './calls.ts';

/** A transcript does not change while somebody reads it. */
export function transcriptQuery(episodeId: string) {
  return queryOptions({
    queryKey: ['transcript', episodeId],
    queryFn: ({ signal }) => fetchTranscript(episodeId, signal),
    staleTime: (query) =>
      query.state.data?.status === 'ready' ? Number.POSITIVE_INFINITY : QUERY_STALE_MS,
  });
}

/** How an insight in the making stands; asked for only while one is waited for. */
export function insightQuery(episodeId: string) {
  return queryOptions({
    queryKey: ['insight', episodeId],
    queryFn: ({ signal }) => fetchInsight(episodeId, signal),
    staleTime: 0,
  });
}

/** Which texts of an episode are in the library, by their hashes. Another tab may have saved more. */
export function savedTextsQuery(episodeId: string) {
  return queryOptions({
    queryKey: ['saved-texts', episodeId],
    queryFn: ({ signal }) => fetchSavedHashes(episodeId, signal),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

import { queryOptions } from '@tanstack/react-query';
import { QUERY_STALE_MS } from '../../../schema/limits.ts';
import {
  fetchEpisodePage,
  fetchHasNothingToAsk,
  fetchInsight,
  fetchSavedHashes,
  fetchSavedPlaces,
  fetchTranscript,
} from './calls.ts';

/** A transcript doesn't change while somebody reads it. */
export function transcriptQuery(episodeId: string) {
  return queryOptions({
    queryKey: ['transcript', episodeId],
    queryFn: ({ signal }) => fetchTranscript(episodeId, signal),
    staleTime: (query) =>
      query.state.data?.status === 'ready' ? Number.POSITIVE_INFINITY : QUERY_STALE_MS,
  });
}

/** The state of an episode's insight. Only fetched while the insight is awaited. */
export function insightQuery(episodeId: string) {
  return queryOptions({
    queryKey: ['insight', episodeId],
    queryFn: ({ signal }) => fetchInsight(episodeId, signal),
    staleTime: 0,
  });
}

/** The hashes of an episode's texts in the library; null: of all. Another tab may have saved more. */
export function savedTextsQuery(episodeId: string | null) {
  return queryOptions({
    queryKey: ['saved-texts', episodeId ?? 'all'],
    queryFn: ({ signal }) => fetchSavedHashes(episodeId, signal),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Whether a question to all podcasts has nothing to be answered from. */
export const nothingToAskQuery = queryOptions({
  queryKey: ['nothing-to-ask'],
  queryFn: ({ signal }) => fetchHasNothingToAsk(signal),
  staleTime: 0,
});

/** The moments of an episode. Below the moments' key, so that the player's refetch includes them. */
export function savedPlacesQuery(episodeId: string) {
  return queryOptions({
    queryKey: ['moments', episodeId],
    queryFn: ({ signal }) => fetchSavedPlaces(episodeId, signal),
  });
}

/** Show notes and chapters. Chapters may be added once there is a transcript. */
export function episodePageQuery(episodeId: string, hasTranscript: boolean) {
  return queryOptions({
    queryKey: ['episode-page', episodeId, hasTranscript],
    queryFn: ({ signal }) => fetchEpisodePage(episodeId, signal),
    staleTime: QUERY_STALE_MS,
  });
}

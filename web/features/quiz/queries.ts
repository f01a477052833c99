import { queryOptions } from '@tanstack/react-query';
import { SOURCES_TITLE } from '../../../schema/limits.ts';
import { api, readReply } from '../../api/client.ts';

export interface QuizPodcasts {
  podcasts: { id: string; title: string }[];
  /** The reader's sources did not load. */
  lacksSources: boolean;
}

/** What a quiz can be about: the reader's subscriptions, and their own sources. */
export const quizPodcastsQuery = queryOptions({
  queryKey: ['quiz', 'podcasts'],
  queryFn: async ({ signal }): Promise<QuizPodcasts> => {
    const options = { init: { signal } };
    const [subscribed, own] = await Promise.all([
      readReply(api.user.subscriptions.$get({}, options), Array.isArray),
      // The subscriptions are worth showing without them.
      readReply(api.user.sources.$get({ query: {} }, options)).catch(() => null),
    ]);
    const podcasts = subscribed.map(({ id, title }) => ({ id, title }));
    return {
      podcasts:
        own?.podcastId && own.total > 0
          ? [{ id: own.podcastId, title: SOURCES_TITLE }, ...podcasts]
          : podcasts,
      lacksSources: own === null,
    };
  },
  // Subscriptions may have changed since.
  staleTime: 0,
});

import type { QueryClient } from '@tanstack/react-query';
import { podcastsQuery } from '../features/catalogue/podcasts.ts';
import { subscriptionsQuery } from '../features/catalogue/subscriptions.ts';
import { wasSignedIn } from '../features/session/user.ts';

/** Asks for what the catalogue shows, so that it need not wait for the screen's code. */
export function preloadCatalogue(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(podcastsQuery);
  if (wasSignedIn()) void queryClient.prefetchQuery(subscriptionsQuery);
}

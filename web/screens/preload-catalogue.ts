import type { QueryClient } from '@tanstack/react-query';
import { podcastsQuery } from '../features/catalogue/podcasts.ts';
import { subscriptionsQuery } from '../features/catalogue/subscriptions.ts';
import { wasLoggedIn } from '../features/session/user.ts';

/** Requests the catalogue's data while the screen's code is still loading. */
export function preloadCatalogue(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(podcastsQuery);
  if (wasLoggedIn()) void queryClient.prefetchQuery(subscriptionsQuery);
}

import type { QueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { RecentEpisodesCard } from '../features/episodes/RecentEpisodesCard.tsx';
import { ContinueListening } from '../features/player/ContinueListening.tsx';
import { positionsQuery, usePositions } from '../features/player/positions-query.ts';

/**
 * Loads the started episodes, which are above the others and would move them. Resolves in any case.
 */
export const preloadPositions = (queryClient: QueryClient) =>
  queryClient.prefetchQuery(positionsQuery);

/** The newest episodes, with how far the reader has listened to each; what was begun stands first. */
export function RecentEpisodes(
  props: Omit<ComponentProps<typeof RecentEpisodesCard>, 'positions' | 'continueListening'>,
) {
  const positions = usePositions();
  return (
    <RecentEpisodesCard
      {...props}
      positions={positions}
      continueListening={<ContinueListening />}
    />
  );
}

import type { ComponentProps } from 'react';
import { RecentEpisodesCard } from '../features/episodes/RecentEpisodesCard.tsx';
import { ContinueListening } from '../features/player/ContinueListening.tsx';
import { usePositions } from '../features/player/positions-query.ts';

/** The newest episodes, with how far the reader has listened to each; what was begun stands first. */
export function RecentEpisodes(
  props: Pick<ComponentProps<typeof RecentEpisodesCard>, 'followed' | 'onOpenChat'>,
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

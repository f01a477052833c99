import { lazy, Suspense } from 'react';
import { usePlayback } from '../ui/playback.ts';

const DialogPlayer = lazy(() =>
  import('../features/player/Player.tsx').then((module) => ({ default: module.DialogPlayer })),
);

/** What plays, inside a dialog over the page: what is outside of it cannot be reached. */
export function OverlayPlayer() {
  const { episodeId } = usePlayback();
  if (episodeId === null) return null;
  return (
    <Suspense fallback={null}>
      <DialogPlayer />
    </Suspense>
  );
}

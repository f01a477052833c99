import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { attachPlayer, type PlayerControls } from '../../ui/playback.ts';
import { ThemeFrame } from '../../ui/ThemeFrame.tsx';
import {
  BACK_SECONDS,
  closePlayer,
  FORWARD_SECONDS,
  pausePlayer,
  playEpisode,
  resume,
  seek,
  seekBy,
} from './engine.ts';
import { MomentNote } from './MomentNote.tsx';
import { takeSessionActions } from './media-session.ts';
import { saveMoment, setMomentsUser } from './moments.ts';
import { PlayerBar } from './PlayerBar.tsx';
import { changeState, usePlayerState } from './player-state.ts';
import { setPositionsUser } from './positions.ts';
import { ShareDialog } from './ShareDialog.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { usePlayerKeys } from './use-player-keys.ts';

const CONTROLS: PlayerControls = {
  play: (request) => void playEpisode(request),
  pause: pausePlayer,
  saveMoment: ({ episodeId, episodeTitle, start, end }) =>
    saveMoment({ episodeId, episodeTitle, start, end }),
  share: (place) => changeState({ shown: { shared: place } }),
};

/**
 * The app's player: connects it to the page, and shows its bar at the bottom.
 *
 * @param userId whose positions and moments are kept; null once nobody is logged in
 */
export function Player({
  userId,
  onOpenEpisode,
}: {
  userId: string | null;
  /** Opens the episode's transcript at a second. */
  onOpenEpisode: (episodeId: string, seconds: number) => void;
}) {
  const queryClient = useQueryClient();
  const openEpisode = useEffectEvent(onOpenEpisode);
  useEffect(() => {
    if (userId === null) closePlayer();
    else {
      setPositionsUser(userId, queryClient);
      setMomentsUser(userId, queryClient);
    }
  }, [userId, queryClient]);
  useEffect(() => {
    attachPlayer(CONTROLS);
    takeSessionActions({
      play: resume,
      pause: pausePlayer,
      stop: closePlayer,
      seekBy,
      seek,
      backSeconds: BACK_SECONDS,
      forwardSeconds: FORWARD_SECONDS,
    });
    changeState({ openEpisode: (...place) => openEpisode(...place) });
  }, []);
  const { pathname } = useLocation();
  // As a screen's own dialogs do. A note that was being typed is stored.
  useEffect(() => () => changeState({ shown: null }), [pathname]);
  usePlayerKeys();
  const isInDialog = usePlayerState(({ dialogs }) => dialogs > 0);
  return (
    <ThemeFrame>
      {!isInDialog && <PlayerBar />}
      <MomentNote />
      <ShareDialog />
      <ShortcutsDialog />
    </ThemeFrame>
  );
}

/** The same bar inside a dialog, which keeps the focus within itself. */
export function DialogPlayer() {
  useEffect(() => {
    const count = (by: number) => changeState(({ dialogs }) => ({ dialogs: dialogs + by }));
    count(1);
    return () => count(-1);
  }, []);
  return <PlayerBar />;
}

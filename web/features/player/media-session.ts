/** Tells the lock screen and the keyboard's media keys what is playing. */
import type { EpisodePage } from '../../../schema/wire/episode-page.ts';

/** @param episode null if nothing is playing */
export function showInSession(episode: EpisodePage | null): void {
  if (!('mediaSession' in navigator)) return;
  if (episode === null) {
    navigator.mediaSession.metadata = null;
    navigator.mediaSession.playbackState = 'none';
    return;
  }
  const { title, podcastTitle, podcastId } = episode;
  navigator.mediaSession.metadata = new MediaMetadata({
    title,
    artist: podcastTitle,
    artwork: [{ src: `/api/podcasts/${podcastId}/cover` }],
  });
}

/** By itself, the browser notices this only after a while, and failures not at all. */
export function showStateInSession(state: 'playing' | 'paused'): void {
  if ('mediaSession' in navigator) navigator.mediaSession.playbackState = state;
}

export function showPositionInSession(audio: HTMLAudioElement): void {
  const { duration, playbackRate, currentTime: position } = audio;
  if (!('mediaSession' in navigator) || !Number.isFinite(duration)) return;
  if (position <= duration)
    navigator.mediaSession.setPositionState({ duration, playbackRate, position });
}

export interface SessionActions {
  play: () => void;
  pause: () => void;
  stop: () => void;
  seekBy: (seconds: number) => void;
  seek: (to: number) => void;
  backSeconds: number;
  forwardSeconds: number;
}

/** Sets what the lock screen and the media keys do, as far as the browser has them. */
export function takeSessionActions(actions: SessionActions): void {
  if (!('mediaSession' in navigator)) return;
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', actions.play],
    ['pause', actions.pause],
    ['stop', actions.stop],
    ['seekbackward', ({ seekOffset }) => actions.seekBy(-(seekOffset ?? actions.backSeconds))],
    ['seekforward', ({ seekOffset }) => actions.seekBy(seekOffset ?? actions.forwardSeconds)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && actions.seek(seekTime)],
  ];
  for (const [action, handler] of handlers) {
    try {
      navigator.mediaSession.setActionHandler(action, handler);
    } catch {
      // This browser doesn't support the action.
    }
  }
}

/** What the player shows. The engine alone writes it; anything may read it. */
import { useSyncExternalStore } from 'react';
import type { EpisodePage } from '../../../schema/wire/episode-page.ts';
import type { SaidPlace } from '../../ui/playback.ts';
import type { Sleep } from './sleep-timer.ts';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

export interface PlayerState {
  episodeId: string | null;
  /** Null while it is asked for. */
  episode: EpisodePage | null;
  status: 'loading' | 'playing' | 'paused' | 'failed';
  isBuffering: boolean;
  /** Why it does not play, for the reader; null where it does. */
  failure: string | null;
  /** In seconds; null until the sound says. */
  duration: number | null;
  /** Moves while it plays, four times a second. */
  seconds: number;
  /** Where a video begins; another object begins it anew. */
  videoFrom: { seconds: number };
  /** The reader agreed that YouTube may show this video. */
  isVideoAllowed: boolean;
  speed: number;
  /** 0 to 1 */
  volume: number;
  isMuted: boolean;
  sleep: Sleep;
  /** Dialogs that show the player in themselves: the page's own makes room. */
  dialogs: number;
  /** Leads to an episode's transcript; the page says how. */
  openEpisode: (episodeId: string, seconds: number) => void;
  /** What stands over the page besides the bar. */
  shown: 'shortcuts' | { noteOf: string } | { shared: SaidPlace } | null;
}

export const CLOSED: Pick<
  PlayerState,
  | 'episodeId'
  | 'episode'
  | 'status'
  | 'isBuffering'
  | 'failure'
  | 'duration'
  | 'seconds'
  | 'videoFrom'
  | 'isVideoAllowed'
  | 'sleep'
> = {
  episodeId: null,
  episode: null,
  status: 'paused',
  isBuffering: false,
  failure: null,
  duration: null,
  seconds: 0,
  videoFrom: { seconds: 0 },
  isVideoAllowed: false,
  sleep: null,
};

let state: PlayerState = {
  ...CLOSED,
  speed: 1,
  volume: 1,
  isMuted: false,
  dialogs: 0,
  openEpisode: () => {},
  shown: null,
};
const listeners = new Set<() => void>();

export const readState = () => state;

/** A video that has no audio of its own. YouTube's player has its controls, and tells where it is. */
export function isVideo(episode: EpisodePage | null): boolean {
  return episode !== null && episode.audioUrl === null && episode.youtubeVideoId !== null;
}

type Changes = Partial<PlayerState>;

export function changeState(changes: Changes | ((before: PlayerState) => Changes)): void {
  state = { ...state, ...(typeof changes === 'function' ? changes(state) : changes) };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** One part of it: draws anew only where that part changes. */
export function usePlayerState<Part>(select: (state: PlayerState) => Part): Part {
  const read = () => select(state);
  return useSyncExternalStore(subscribe, read, read);
}

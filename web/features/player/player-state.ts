/** What the player shows. Only the engine writes it; anything may read it. */
import { useSyncExternalStore } from 'react';
import type { EpisodePage } from '../../../schema/wire/episode-page.ts';
import { createListeners } from '../../ui/listeners.ts';
import type { SaidPlace } from '../../ui/playback.ts';
import type { Sleep } from './sleep-timer.ts';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

export interface PlayerState {
  episodeId: string | null;
  /** Null while it is loading. */
  episode: EpisodePage | null;
  status: 'loading' | 'playing' | 'paused' | 'failed';
  isBuffering: boolean;
  /** Tells the reader why it doesn't play; null if it does. */
  failure: string | null;
  /** In seconds; null until known. */
  duration: number | null;
  /** Updated four times a second during playback. */
  seconds: number;
  /** Where a video starts; a new object restarts it. */
  videoFrom: { seconds: number };
  /** The reader agreed to load this video from YouTube. */
  isVideoAllowed: boolean;
  speed: number;
  /** 0 to 1 */
  volume: number;
  isMuted: boolean;
  sleep: Sleep;
  /** Whether the reader opened all controls, which small screens fold away. */
  isMore: boolean;
  /** The number of open dialogs that contain the player; the page then hides its own. */
  dialogs: number;
  /** Opens an episode's transcript; set by the page. */
  openEpisode: (episodeId: string, seconds: number) => void;
  /** What else is open above the page. */
  shown: 'shortcuts' | { noteOf: string; before: string } | { shared: SaidPlace } | null;
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
  isMore: false,
  dialogs: 0,
  openEpisode: () => {},
  shown: null,
};
const { subscribe, tell } = createListeners();

export const readState = () => state;

/** Whether the episode has only a video. YouTube's player then has the controls and reports the position. */
export function isVideo(episode: EpisodePage | null): boolean {
  return episode !== null && episode.audioUrl === null && episode.youtubeVideoId !== null;
}

type Changes = Partial<PlayerState>;

export function changeState(changes: Changes | ((before: PlayerState) => Changes)): void {
  state = { ...state, ...(typeof changes === 'function' ? changes(state) : changes) };
  tell();
}

/** Reads one part of the state; rerenders only when that part changes. */
export function usePlayerState<Part>(select: (state: PlayerState) => Part): Part {
  const read = () => select(state);
  return useSyncExternalStore(subscribe, read, read);
}

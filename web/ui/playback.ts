/**
 * What plays, for the whole app: anything may ask for a place to be played and see whether it is. The
 * player itself comes when it is asked for the first time. How far it has come is in `playback-time.ts`, which the first screen
 * needs no more than the player.
 */
import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

export interface PlayRequest {
  episodeId: string;
  /** Null for where the reader left off. */
  seconds: number | null;
  /** Only so much of it, in seconds: the place where the reader left off stays. */
  lasts?: number;
}

export interface Playback {
  /** What the player holds; null while it is closed. */
  episodeId: string | null;
  isPlaying: boolean;
}

/** Sentences of an episode, as they are saved or shared. */
export interface SaidPlace {
  episodeId: string;
  episodeTitle: string;
  /** In seconds: of the first word, and of the last. */
  start: number;
  end: number;
  text: string;
  speaker: string | null;
}

/** What the player does once it is there. */
export interface PlayerControls {
  play(request: PlayRequest): void;
  pause(): void;
  saveMoment(place: SaidPlace): void;
  share(place: SaidPlace): void;
}

type Wish = (player: PlayerControls) => void;

let controls: PlayerControls | null = null;
let waiting: Wish | null = null;
let playback: Playback = { episodeId: null, isPlaying: false };
const { subscribe, tell } = createListeners();

function ask(wish: Wish): void {
  if (controls) {
    wish(controls);
    return;
  }
  waiting = wish;
  tell();
}

/** Plays a place of an episode. Within a click, or a browser may refuse it. */
export const play = (request: PlayRequest) => ask((player) => player.play(request));
export const pause = () => controls?.pause();
export const saveMoment = (place: SaidPlace) => ask((player) => player.saveMoment(place));
export const share = (place: SaidPlace) => ask((player) => player.share(place));

/** Whether the player is asked for while its code is on its way. */
export function useIsPlayerWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting !== null,
    () => false,
  );
}

/** Its code did not come: nothing is waited for any more. */
export function forgetWish(): void {
  waiting = null;
  tell();
}

/** The player is there, and does what was asked for meanwhile. */
export function attachPlayer(player: PlayerControls): void {
  controls = player;
  const wish = waiting;
  forgetWish();
  wish?.(player);
}

/** For the player alone. */
export function tellPlayback(next: Playback): void {
  if (next.episodeId === playback.episodeId && next.isPlaying === playback.isPlaying) return;
  playback = next;
  tell();
}

export const currentPlayback = () => playback;

export function usePlayback(): Playback {
  return useSyncExternalStore(
    subscribe,
    () => playback,
    () => playback,
  );
}

/** Whether this episode is playing. Rerenders only when that changes. */
export function useIsPlaying(episodeId: string): boolean {
  const isPlaying = () => playback.isPlaying && playback.episodeId === episodeId;
  return useSyncExternalStore(subscribe, isPlaying, () => false);
}

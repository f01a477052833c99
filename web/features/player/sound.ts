/** The app's only audio element, and how fast and loud it plays. */
import { changeState } from './player-state.ts';
import { readPreferences, savePreferences } from './preferences.ts';

export const audio = document.createElement('audio');
audio.preload = 'none';
audio.hidden = true;
document.body.append(audio);

/** Applies the speed and volume that the reader last chose in this browser. */
export function applyPreferences(): void {
  const { speed, volume, isMuted } = readPreferences();
  audio.preservesPitch = true;
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
  audio.volume = volume;
  audio.muted = isMuted;
  changeState({ speed, volume, isMuted });
}

export function setSpeed(speed: number): void {
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
  changeState({ speed });
  savePreferences({ speed });
}

/** @param volume 0 to 1; 0 mutes */
export function setVolume(volume: number): void {
  audio.volume = volume;
  audio.muted = volume === 0;
  changeState({ volume, isMuted: volume === 0 });
  savePreferences({ volume, isMuted: volume === 0 });
}

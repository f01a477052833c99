/** The sleep timer: when playback stops by itself. */
import type { EpisodePage } from '../../../schema/wire/episode-page.ts';

export const SLEEP_MINUTES = [5, 15, 30, 45, 60] as const;

const MINUTE_MS = 60_000;

export type Sleep =
  /** At a time in ms since 1970. */
  | { kind: 'minutes'; at: number }
  /** Where the chapter ends, in seconds of the episode. */
  | { kind: 'chapter'; until: number }
  | { kind: 'episode' }
  | null;

export function sleepIn(minutes: number, now = Date.now()): Sleep {
  return { kind: 'minutes', at: now + minutes * MINUTE_MS };
}

/** Minutes left, rounded up; null unless the timer counts minutes. */
export function minutesLeft(sleep: Sleep, now = Date.now()): number | null {
  return sleep?.kind === 'minutes' ? Math.max(1, Math.ceil((sleep.at - now) / MINUTE_MS)) : null;
}

/** Whether there are chapters to stop after; a single chapter is the whole episode. */
export function hasChapters(episode: EpisodePage | null): boolean {
  return (episode?.chapters.filter(({ isListed }) => isListed).length ?? 0) > 1;
}

/** Stops at the end of the chapter at this second; the last one ends with the episode. */
export function sleepAfterChapter(episode: EpisodePage | null, seconds: number): Sleep {
  const next = episode?.chapters.find(({ isListed, start }) => isListed && start > seconds);
  return { kind: 'chapter', until: next?.start ?? Number.POSITIVE_INFINITY };
}

/** Timers that end with the episode are handled by the audio's `ended` event. */
export function isTimeToSleep(sleep: Sleep, seconds: number, now = Date.now()): boolean {
  if (sleep?.kind === 'minutes') return now >= sleep.at;
  return sleep?.kind === 'chapter' && seconds >= sleep.until;
}

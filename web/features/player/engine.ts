/**
 * Plays episodes, outside React, so that no screen, dialog or render error stops playback. Audio streams
 * from the podcast's own host, and nothing is loaded before the reader presses play.
 */
import { formatClock } from '../../../schema/wire/clock.ts';
import type { EpisodePage } from '../../../schema/wire/episode-page.ts';
import { type PlayRequest, tellPlayback } from '../../ui/playback.ts';
import { tellTime } from '../../ui/playback-time.ts';
import { toast } from '../../ui/toasts.ts';
import { fetchEpisode } from './calls.ts';
import { explainFailure, explainLoading, NO_CONNECTION, NO_SOUND_YET } from './failures.ts';
import { showInSession, showPositionInSession, showStateInSession } from './media-session.ts';
import { CLOSED, changeState, isVideo, readState } from './player-state.ts';
import { notePosition, sendPositions, whereLeftOff } from './positions.ts';
import { isTimeToSleep, type Sleep, sleepAfterChapter } from './sleep-timer.ts';
import { applyPreferences, audio } from './sound.ts';
import { commandVideo, isVideoThere } from './video-messages.ts';

export const BACK_SECONDS = 15;
export const FORWARD_SECONDS = 30;
/** How long the reader waits before being told that there is no sound. */
const SILENCE_MS = 15_000;

/** The number of the latest request to play. Late results of earlier requests are dropped. */
let asked = 0;
let lastAsked: PlayRequest | null = null;
/** Where to start once the audio can seek. */
let startAt: number | null = null;
let frame = 0;
/** If a host keeps the connection open or the browser retries by itself, there is no other sign of failure. */
let silence: ReturnType<typeof setTimeout> | undefined;
/** The second at which an excerpt ends; null if the whole episode is played. */
let stopAt: number | null = null;

/** In seconds. Until the audio can seek, where it is going to start. */
export function currentTime(): number {
  const { episode, seconds } = readState();
  return isVideo(episode) ? seconds : (startAt ?? audio.currentTime);
}

/** Plays an episode from a position, or an excerpt of it. */
export async function playEpisode(request: PlayRequest): Promise<void> {
  const { episodeId, seconds, lasts } = request;
  lastAsked = request;
  const before = readState();
  const until = seconds === null || lasts === undefined ? null : seconds + lasts;
  if (before.episodeId === episodeId && before.episode?.audioUrl && before.status !== 'failed') {
    // Saves where the reader was before the excerpt.
    if (until !== null) note();
    const to = seconds ?? (stopAt === null ? null : await whereLeftOff(episodeId));
    if (to !== null) move(to);
    stopAt = until;
    return start();
  }
  if (before.episodeId === episodeId && isVideo(before.episode) && seconds !== null) {
    stopAt = until;
    showVideoFrom(seconds);
    return;
  }
  leave();
  stopAt = until;
  asked += 1;
  const mine = asked;
  // A timer of minutes keeps running; one for a chapter or an episode ends with it.
  const sleep = before.sleep?.kind === 'minutes' ? before.sleep : null;
  changeState({ ...CLOSED, episodeId, status: 'loading', sleep });
  tellPlayback({ episodeId, isPlaying: false });
  // Must happen during the click: otherwise Safari won't let this element play later.
  audio.removeAttribute('src');
  audio.load();
  try {
    const [episode, from] = await Promise.all([
      fetchEpisode(episodeId),
      seconds === null ? whereLeftOff(episodeId) : seconds,
    ]);
    if (mine !== asked) return;
    begin(episode, from);
  } catch (error) {
    if (mine !== asked) return;
    changeState({ status: 'failed', failure: explainLoading(error) });
  }
}

function begin(episode: EpisodePage, from: number): void {
  changeState({ episode, duration: episode.durationSeconds, seconds: from });
  tellTime(from);
  showInSession(episode);
  if (isVideo(episode)) {
    // Waits for another click, because loading the video tells YouTube who is watching.
    showVideoFrom(from);
    changeState({ status: 'paused', failure: null });
    return;
  }
  if (episode.audioUrl === null) {
    changeState({ status: 'failed', failure: 'This episode has no audio to play.' });
    return;
  }
  startAt = from > 0 ? from : null;
  audio.src = episode.audioUrl;
  applyPreferences();
  start();
}

function showVideoFrom(seconds: number): void {
  if (isVideoThere()) {
    commandVideo('seekTo', seconds);
    commandVideo('playVideo');
    changeState({ seconds });
  } else {
    changeState({ seconds, videoFrom: { seconds } });
  }
  tellTime(seconds);
}

/** Moving the bar between the page and a dialog destroys the frame; the next one continues from here. */
export function saveVideoPlace(): void {
  changeState(({ seconds }) => ({ videoFrom: { seconds } }));
}

/** Takes over what YouTube's player reports; its own controls can change it. */
export function tellVideo(to: { seconds: number; duration: number | null; isPlaying: boolean }) {
  const { episode, episodeId, status, duration } = readState();
  if (!isVideo(episode)) return;
  changeState({
    seconds: to.seconds,
    duration: to.duration ?? duration,
    status: to.isPlaying ? 'playing' : 'paused',
  });
  tellTime(to.seconds);
  tellPlayback({ episodeId, isPlaying: to.isPlaying });
  if (to.isPlaying) note();
  else if (status === 'playing') void sendPositions();
}

/** Continues past the end of an excerpt, or tries again after a failure. */
export function resume(): void {
  if (readState().status !== 'failed') stopAt = null;
  start();
}

function start(): void {
  if (isVideo(readState().episode)) {
    commandVideo('playVideo');
    return;
  }
  if (!audio.src) {
    // The episode failed to load, so load it first.
    if (lastAsked && readState().episode === null) void playEpisode(lastAsked);
    return;
  }
  const mine = asked;
  const hasWaited = readState().failure !== null;
  // A timer that ran out during a pause must not stop playback now.
  if (isTimeToSleep(readState().sleep, currentTime())) setSleep(null);
  changeState({ failure: null, isBuffering: true });
  waitForSound();
  // After a failure, reloads the same address at the same position.
  if (audio.error || hasWaited) {
    startAt = readState().seconds;
    audio.load();
  }
  audio.play().catch((error: unknown) => {
    // Paused or replaced meanwhile, or the browser requires a click. Real failures have an event of
    // their own.
    if (mine !== asked || !(error instanceof DOMException)) return;
    if (error.name === 'NotAllowedError') changeState({ status: 'paused', isBuffering: false });
  });
}

function waitForSound(): void {
  clearTimeout(silence);
  silence = setTimeout(() => {
    if (!readState().isBuffering) return;
    changeState({ failure: navigator.onLine ? NO_SOUND_YET : NO_CONNECTION });
  }, SILENCE_MS);
}

export function pausePlayer(): void {
  if (isVideo(readState().episode)) commandVideo('pauseVideo');
  else audio.pause();
}

export function togglePlaying(): void {
  if (readState().status === 'playing') pausePlayer();
  else resume();
}

/** Moves to a second. One past the end of an excerpt plays on from there. */
export function seek(to: number): void {
  if (stopAt !== null && to >= stopAt) stopAt = null;
  move(to);
  note();
}

function move(to: number): void {
  const { duration, episode } = readState();
  const seconds = Math.max(0, Math.min(to, duration ?? Number.POSITIVE_INFINITY));
  if (isVideo(episode)) commandVideo('seekTo', seconds);
  else if (audio.readyState === HTMLMediaElement.HAVE_NOTHING) startAt = seconds;
  else audio.currentTime = seconds;
  changeState({ seconds });
  tellTime(seconds);
  // A chapter timer always stops at the end of the current chapter.
  if (readState().sleep?.kind === 'chapter') setSleep(sleepAfterChapter(episode, seconds));
}

export const seekBy = (seconds: number) => seek(currentTime() + seconds);

export function setSleep(sleep: Sleep): void {
  changeState({ sleep });
}

function fallAsleep(): void {
  setSleep(null);
  const isOver = audio.ended;
  pausePlayer();
  toast({
    title: 'The sleep timer has ended',
    description: isOver ? 'The episode is over.' : `Paused at ${formatClock(currentTime())}.`,
    ...(isOver ? {} : { action: { label: 'Keep Playing', run: resume } }),
  });
}

export function closePlayer(): void {
  leave();
  asked += 1;
  audio.removeAttribute('src');
  audio.load();
  lastAsked = null;
  changeState(CLOSED);
  tellPlayback({ episodeId: null, isPlaying: false });
  showInSession(null);
}

/** Saves the position and stops, before something else is played. */
function leave(): void {
  const { episode, status } = readState();
  if (episode?.audioUrl) {
    note();
    audio.pause();
    void sendPositions();
  } else if (isVideo(episode) && status === 'playing') {
    void sendPositions();
  }
  startAt = null;
}

/** Stores the position in this browser, from where it is sent at intervals. */
function note(): void {
  const { episode, duration, status } = readState();
  if (!episode || status === 'loading' || stopAt !== null) return;
  if (episode.audioUrl === null && !isVideo(episode)) return;
  notePosition(episode.id, currentTime(), duration);
}

function tellMoved(): void {
  const seconds = currentTime();
  changeState({ seconds });
  tellTime(seconds);
  if (stopAt !== null && seconds >= stopAt) pausePlayer();
}

/** Reports the time in every frame during playback: `timeupdate`'s 250 ms are a whole word at 3x. */
function follow(): void {
  cancelAnimationFrame(frame);
  const step = () => {
    tellTime(currentTime());
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
}

const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
  audio.addEventListener(type, listener);

on('loadedmetadata', () => {
  const { duration } = audio;
  if (Number.isFinite(duration)) changeState({ duration });
  if (startAt === null) return;
  // Leaves at least a second to play.
  const to = Number.isFinite(duration) ? Math.min(startAt, Math.max(0, duration - 1)) : startAt;
  startAt = null;
  audio.currentTime = to;
});
on('durationchange', () => {
  if (Number.isFinite(audio.duration)) changeState({ duration: audio.duration });
});
on('ratechange', () => showPositionInSession(audio));
on('play', () => {
  changeState({ status: 'playing' });
  showStateInSession('playing');
});
on('playing', () => {
  clearTimeout(silence);
  changeState({ status: 'playing', isBuffering: false, failure: null });
  tellPlayback({ episodeId: readState().episodeId, isPlaying: true });
  showPositionInSession(audio);
  follow();
});
on('waiting', () => {
  changeState({ isBuffering: true });
  waitForSound();
});
on('timeupdate', () => {
  if (readState().status !== 'playing') return;
  tellMoved();
  note();
  if (isTimeToSleep(readState().sleep, currentTime())) fallAsleep();
});
on('seeked', () => {
  tellMoved();
  showPositionInSession(audio);
});
on('pause', () => {
  cancelAnimationFrame(frame);
  const { episodeId, status } = readState();
  if (episodeId === null || status === 'loading' || status === 'failed') return;
  tellMoved();
  note();
  showStateInSession('paused');
  changeState({ status: 'paused', isBuffering: false, failure: null });
  tellPlayback({ episodeId: readState().episodeId, isPlaying: false });
  void sendPositions();
});
on('ended', () => {
  const { duration } = readState();
  if (duration !== null) changeState({ seconds: duration });
  const { sleep } = readState();
  if (sleep?.kind === 'episode' || sleep?.kind === 'chapter') fallAsleep();
});
on('error', () => {
  clearTimeout(silence);
  const { episodeId, episode } = readState();
  // Removing the address also fires this event.
  if (episodeId === null || !episode || !audio.getAttribute('src')) return;
  cancelAnimationFrame(frame);
  const mine = asked;
  changeState({
    status: 'failed',
    isBuffering: false,
    failure: 'Playback failed. Finding out why…',
  });
  showStateInSession('paused');
  tellPlayback({ episodeId, isPlaying: false });
  const isPlayable = (type: string) => audio.canPlayType(type) !== '';
  void explainFailure(episodeId, audio.error, isPlayable).then((failure) => {
    if (mine === asked && readState().status === 'failed') changeState({ failure });
  });
});

window.addEventListener('online', () => {
  if (readState().failure === NO_CONNECTION) start();
});

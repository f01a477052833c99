/**
 * The one audio element of the app. It stands outside React: no screen, dialog or error of theirs
 * stops the sound. It streams from the podcast's own host, and nothing before it is played.
 */
import { formatClock } from '../../../schema/wire/clock.ts';
import type { EpisodePage } from '../../../schema/wire/episode-page.ts';
import { type PlayRequest, tellPlayback, tellTime } from '../../ui/playback.ts';
import { toast } from '../../ui/toasts.ts';
import { fetchEpisode } from './calls.ts';
import { explainFailure, explainLoading, NO_CONNECTION, NO_SOUND_YET } from './failures.ts';
import { showInSession, showPositionInSession, showStateInSession } from './media-session.ts';
import { CLOSED, changeState, isVideo, readState } from './player-state.ts';
import { notePosition, sendPositions, whereLeftOff } from './positions.ts';
import { keepPreferences, readPreferences } from './preferences.ts';
import { isTimeToSleep, type Sleep, sleepAfterChapter } from './sleep-timer.ts';
import { commandVideo, isVideoThere } from './video-messages.ts';

export const BACK_SECONDS = 15;
export const FORWARD_SECONDS = 30;
/** Until the reader is told that no sound comes. */
const SILENCE_MS = 15_000;

const audio = document.createElement('audio');
audio.preload = 'none';
audio.hidden = true;
document.body.append(audio);

/** Counts the plays asked for: what comes late for an earlier one is nobody's any more. */
let asked = 0;
let lastAsked: PlayRequest | null = null;
/** Where to begin once the sound can be moved. */
let startAt: number | null = null;
let frame = 0;
/** Where a host keeps the connection open, or a browser tries again by itself, nothing else tells. */
let silence: ReturnType<typeof setTimeout> | undefined;
/** An excerpt is played, until this second; null where the episode is listened to. */
let stopAt: number | null = null;

export function currentTime(): number {
  const { episode, seconds } = readState();
  return isVideo(episode) ? seconds : (startAt ?? audio.currentTime);
}

/** Plays an episode from a place, or an excerpt of it. */
export async function playEpisode(request: PlayRequest): Promise<void> {
  const { episodeId, seconds, lasts } = request;
  lastAsked = request;
  const before = readState();
  const until = seconds === null || lasts === undefined ? null : seconds + lasts;
  if (before.episodeId === episodeId && before.episode?.audioUrl && before.status !== 'failed') {
    // Where the reader was before the excerpt.
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
  // Minutes count on; a chapter or an episode ends with what was heard.
  const sleep = before.sleep?.kind === 'minutes' ? before.sleep : null;
  changeState({ ...CLOSED, episodeId, status: 'loading', sleep });
  tellPlayback({ episodeId, isPlaying: false });
  // Within the click: Safari lets this element play later only if it was touched now.
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
    // It waits for a click of its own: it tells YouTube who watches.
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

/** The bar moves between the page and a dialog over it, which ends the frame: the next one goes on there. */
export function keepVideoPlace(): void {
  changeState(({ seconds }) => ({ videoFrom: { seconds } }));
}

/** YouTube's player says where it is. Its own controls move it. */
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

function applyPreferences(): void {
  const { speed, volume, isMuted } = readPreferences();
  audio.preservesPitch = true;
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
  audio.volume = volume;
  audio.muted = isMuted;
  changeState({ speed, volume, isMuted });
}

/** What is played on by hand is listened to, also after an excerpt; what failed is tried again. */
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
    // What the episode is was not to be had: that is asked first.
    if (lastAsked && readState().episode === null) void playEpisode(lastAsked);
    return;
  }
  const mine = asked;
  const hasWaited = readState().failure !== null;
  // A timer that ran out while nothing played has nothing left to stop.
  if (isTimeToSleep(readState().sleep, currentTime())) setSleep(null);
  changeState({ failure: null, isBuffering: true });
  waitForSound();
  // After a failure the same address is asked again from the same place.
  if (audio.error || hasWaited) {
    startAt = readState().seconds;
    audio.load();
  }
  audio.play().catch((error: unknown) => {
    // A pause or another episode meanwhile; or a browser that wants a click for it. What failed
    // tells so by its own event.
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
  // It stops after the chapter that is heard, wherever the reader goes.
  if (readState().sleep?.kind === 'chapter') setSleep(sleepAfterChapter(episode, seconds));
}

export const seekBy = (seconds: number) => seek(currentTime() + seconds);

export function setSpeed(speed: number): void {
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
  changeState({ speed });
  keepPreferences({ speed });
}

export function setVolume(volume: number): void {
  audio.volume = volume;
  audio.muted = volume === 0;
  changeState({ volume, isMuted: volume === 0 });
  keepPreferences({ volume, isMuted: volume === 0 });
}

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

/** The place of what plays now, before something else does. */
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

/** Keeps the place in this browser; what is kept is sent every now and then. */
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

/** While it plays, whoever follows the words is told at every frame: 250 ms are a word at 3x. */
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
  // The last second has nothing left to play.
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
  // Taking the address away counts as an error, too.
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

/**
 * What YouTube's player tells the page around it. The page asks to be told, and gets JSON several times
 * a second: the messages behind YouTube's IFrame Player API, whose script we don't load.
 * https://developers.google.com/youtube/iframe_api_reference
 */
import { z } from 'zod';

export const VIDEO_ORIGIN = 'https://www.youtube-nocookie.com';

/** The player hears nothing before it has started. */
const ASK_MS = 500;
const PLAYING = 1;

const messageSchema = z.object({
  event: z.enum(['initialDelivery', 'infoDelivery']),
  info: z.object({
    currentTime: z.number().nonnegative().optional(),
    duration: z.number().nonnegative().optional(),
    playerState: z.number().optional(),
  }),
});

export interface VideoPlace {
  /** Both in seconds. */
  seconds: number;
  duration: number | null;
  isPlaying: boolean;
}

/** The video that answers; null while there is none. */
let current: Window | null = null;

export const isVideoThere = () => current !== null;

/** Does nothing where no video answers. */
export function commandVideo(command: 'playVideo' | 'pauseVideo' | 'seekTo', seconds?: number) {
  const args = seconds === undefined ? [] : [seconds, true];
  current?.postMessage(JSON.stringify({ event: 'command', func: command, args }), VIDEO_ORIGIN);
}

/** Calls back whenever the video in this frame has moved, until the returned function is called. */
export function listenToVideo(
  frame: HTMLIFrameElement,
  tell: (place: VideoPlace) => void,
): () => void {
  let place: VideoPlace | null = null;
  const ask = () => {
    if (current !== null) return;
    const listening = JSON.stringify({ event: 'listening', id: 'player', channel: 'widget' });
    frame.contentWindow?.postMessage(listening, VIDEO_ORIGIN);
  };
  const begin = () => {
    current = null;
    place = null;
    ask();
  };
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (origin !== VIDEO_ORIGIN || source !== frame.contentWindow) return;
    const info = messageSchema.safeParse(fromJson(data)).data?.info;
    if (!info) return;
    current = frame.contentWindow;
    const isPlaying =
      info.playerState === undefined ? (place?.isPlaying ?? false) : info.playerState === PLAYING;
    const seconds = info.currentTime ?? place?.seconds ?? 0;
    // Before the first frame it stands at 0, wherever it begins.
    if (place === null && !isPlaying) return;
    place = { seconds, duration: info.duration || (place?.duration ?? null), isPlaying };
    tell(place);
  };
  const timer = setInterval(ask, ASK_MS);
  frame.addEventListener('load', begin);
  window.addEventListener('message', onMessage);
  return () => {
    current = null;
    clearInterval(timer);
    frame.removeEventListener('load', begin);
    window.removeEventListener('message', onMessage);
  };
}

function fromJson(data: unknown): unknown {
  if (typeof data !== 'string') return null;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

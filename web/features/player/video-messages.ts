/**
 * Exchanges messages with YouTube's player: the protocol behind its IFrame Player API, whose script we
 * don't load. The page subscribes and then receives JSON several times a second.
 * https://developers.google.com/youtube/iframe_api_reference
 */
import { z } from 'zod';

export const VIDEO_ORIGIN = 'https://www.youtube-nocookie.com';

/** The player ignores messages until it has started. */
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

/** The video that has answered; null if none has. */
let current: Window | null = null;

export const isVideoThere = () => current !== null;

/** Does nothing unless a video has answered. */
export function commandVideo(command: 'playVideo' | 'pauseVideo' | 'seekTo', seconds?: number) {
  const args = seconds === undefined ? [] : [seconds, true];
  current?.postMessage(JSON.stringify({ event: 'command', func: command, args }), VIDEO_ORIGIN);
}

/** Reports each change of this frame's position until the returned function is called. */
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
    // Before its first frame it reports 0, wherever it starts.
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

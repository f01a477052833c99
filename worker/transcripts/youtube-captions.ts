import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import type { OutboundOptions, OutboundResult } from '../platform/outbound/fetch-outside.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import { withPauses } from '../platform/pauses.ts';
import { isWebPage, readTranscriptInSteps } from './read/read-transcript.ts';
import { TranscriptError } from './read/transcript-error.ts';
import {
  type CaptionsRefusal,
  type CaptionTrack,
  chooseTrack,
  type PlayerAnswer,
  readPlayerResponse,
  readWatchPage,
} from './youtube-player.ts';

type Fetch = (
  url: string,
  options?: Pick<OutboundOptions, 'method' | 'headers' | 'body' | 'maxBytes'>,
) => Promise<OutboundResult>;

export interface CaptionsOptions {
  fetchOutside: Fetch;
  /** The podcast's language (BCP 47); null if unknown. */
  language: string | null;
  /** Whether to ask as YouTube's app if the web page has no usable captions. */
  asApp: boolean;
  /** Replaceable in tests. */
  origin?: string;
}

export type FetchedCaptions =
  | {
      status: 'ready';
      lines: TranscriptLine[];
      language: string;
      isAutomatic: boolean;
      sourceUrl: string;
    }
  | {
      status: CaptionsRefusal;
      /** Safe to show to users. */
      reason: string;
      /** Says nothing about the video itself, so a retry may help. */
      isTemporary: boolean;
    };

const REASONS: Readonly<Record<CaptionsRefusal, string>> = {
  refused: 'YouTube refused to serve the captions.',
  consent: 'YouTube asked for consent instead of showing the video.',
  'bot-check': 'YouTube asked us to prove that we are not a bot.',
  private: 'The video is private.',
  removed: 'The video is no longer on YouTube.',
  'age-restricted': 'YouTube shows this video to signed-in adults only.',
  unplayable: 'The video is not available in this region.',
  'no-captions': 'The video has no captions.',
};
const TEMPORARY: ReadonlySet<CaptionsRefusal> = new Set(['refused', 'consent', 'bot-check']);

/** Reasons on the page that may not apply to the player interface. */
const WORTH_ASKING_AGAIN: ReadonlySet<string> = new Set(['refused', 'bot-check', 'unplayable']);

/** Reasons on the page are in the page's language; the cookie records consent. */
const PAGE_HEADERS = { 'accept-language': 'en', cookie: 'SOCS=CAI; CONSENT=YES+' };

/** Per page, reply or captions; the largest seen have 1 MB. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * To the app, the player returns caption addresses that work without the proof of origin required of
 * web players since 2025 (`exp=xpe`).
 */
const APP_CLIENT = { clientName: 'ANDROID', clientVersion: '20.10.38', hl: 'en' };

/**
 * Fetches a video's captions through the player's list of tracks. Refusals are results, not errors,
 * because YouTube often blocks cloud addresses.
 *
 * @throws OutboundError if YouTube can't be reached at all
 */
export async function fetchCaptions(
  videoId: string,
  { fetchOutside, ...more }: CaptionsOptions,
): Promise<FetchedCaptions> {
  const options: CaptionsOptions = {
    ...more,
    fetchOutside: (url, request) => fetchOutside(url, { ...request, maxBytes: MAX_BYTES }),
  };
  const answer = await askPlayer(videoId, options);
  if (answer.status !== 'tracks') return refusal(answer.status);
  const track = chooseTrack(answer.tracks, options.language);
  return track === null ? refusal('no-captions') : fetchTrack(track, videoId, options);
}

async function askPlayer(videoId: string, options: CaptionsOptions): Promise<PlayerAnswer> {
  const origin = options.origin ?? 'https://www.youtube.com';
  const url = `${origin}/watch?v=${encodeURIComponent(videoId)}&hl=en`;
  const reply = await tolerant(() => options.fetchOutside(url, { headers: PAGE_HEADERS }));
  if (reply === null) return { status: 'refused' };
  const page = readWatchPage(new TextDecoder().decode(reply.body), reply.url);
  const { answer, apiKey } = page;
  const isUsable = answer.status === 'tracks' && !answer.tracks.some(needsProof);
  if (!options.asApp || apiKey === null || isUsable) return answer;
  if (answer.status !== 'tracks' && !WORTH_ASKING_AGAIN.has(answer.status)) return answer;
  const fromApp = await askAsApp(videoId, apiKey, origin, options.fetchOutside);
  return fromApp.status === 'tracks' || answer.status !== 'tracks' ? fromApp : answer;
}

async function askAsApp(
  videoId: string,
  apiKey: string,
  origin: string,
  fetchOutside: Fetch,
): Promise<PlayerAnswer> {
  const reply = await tolerant(() =>
    fetchOutside(`${origin}/youtubei/v1/player?key=${apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ context: { client: APP_CLIENT }, videoId }),
    }),
  );
  if (reply === null) return { status: 'refused' };
  try {
    return readPlayerResponse(JSON.parse(new TextDecoder().decode(reply.body)));
  } catch {
    return { status: 'refused' };
  }
}

async function fetchTrack(
  track: CaptionTrack,
  videoId: string,
  options: CaptionsOptions,
): Promise<FetchedCaptions> {
  const url = URL.parse(track.url, options.origin ?? 'https://www.youtube.com');
  if (url === null) return refusal('refused');
  url.searchParams.set('fmt', 'json3');
  const reply = await tolerant(() => options.fetchOutside(url.href, { headers: PAGE_HEADERS }));
  // Without the proof of origin YouTube answers 200 with an empty body.
  if (reply === null || reply.body.byteLength === 0) return refusal('refused');
  if (isWebPage(new TextDecoder().decode(reply.body.subarray(0, 200)))) return refusal('refused');
  try {
    const type = reply.headers.get('content-type') ?? '';
    const file = { type, url: reply.url };
    const { lines } = await withPauses(readTranscriptInSteps(reply.body, file));
    return {
      status: 'ready',
      lines,
      language: track.language,
      isAutomatic: track.isAutomatic,
      sourceUrl: `https://www.youtube.com/watch?v=${videoId}`,
    };
  } catch (error) {
    if (!(error instanceof TranscriptError)) throw error;
    return refusal('no-captions');
  }
}

function needsProof(track: CaptionTrack): boolean {
  return /[?&]exp=[^&]*\bxpe\b/.test(track.url);
}

function refusal(status: CaptionsRefusal): FetchedCaptions {
  return { status, reason: REASONS[status], isTemporary: TEMPORARY.has(status) };
}

/** Returns null if the server refuses: YouTube answers clouds with 403 and 429. */
async function tolerant(ask: () => Promise<OutboundResult>): Promise<OutboundResult | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof OutboundError && error.reason === 'status') return null;
    throw error;
  }
}

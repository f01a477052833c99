import { z } from 'zod';

/** Why YouTube gives no captions. The first three say nothing about the video, so a retry may help. */
export type CaptionsRefusal =
  | 'refused'
  | 'consent'
  | 'bot-check'
  | 'private'
  | 'removed'
  | 'age-restricted'
  | 'unplayable'
  | 'no-captions';

export interface CaptionTrack {
  url: string;
  /** BCP 47. */
  language: string;
  /** Written by YouTube's speech recognition. */
  isAutomatic: boolean;
}

export type PlayerAnswer =
  | { status: 'tracks'; tracks: CaptionTrack[] }
  | { status: CaptionsRefusal };

const playerSchema = z.object({
  playabilityStatus: z
    .object({
      status: z.string().catch(''),
      reason: z.string().catch(''),
      messages: z.array(z.string()).catch([]),
      desktopLegacyAgeGateReason: z.number().optional().catch(undefined),
    })
    .optional(),
  captions: z
    .object({
      playerCaptionsTracklistRenderer: z
        .object({
          captionTracks: z
            .array(
              z.object({
                baseUrl: z.string(),
                languageCode: z.string(),
                kind: z.string().optional(),
              }),
            )
            .optional(),
        })
        .optional(),
    })
    .optional(),
});

export interface WatchPage {
  answer: PlayerAnswer;
  /** The page's parameters for the player interface; null if it has none. */
  apiKey: string | null;
}

/**
 * Parses the watch page of a video.
 *
 * @param url the final address, because consent is requested on another host
 */
export function readWatchPage(html: string, url: string): WatchPage {
  const apiKey = /"INNERTUBE_API_KEY"\s*:\s*"([\w-]+)"/.exec(html)?.[1] ?? null;
  const player = embeddedJson(html, 'ytInitialPlayerResponse');
  if (player !== null) return { answer: readPlayerResponse(player), apiKey };
  return { answer: { status: pageWithoutPlayer(html, url) }, apiKey };
}

function pageWithoutPlayer(html: string, url: string): CaptionsRefusal {
  const host = URL.parse(url)?.hostname ?? '';
  if (host === 'consent.youtube.com' || host === 'consent.google.com') return 'consent';
  if (/action="https:\/\/consent\.(?:youtube|google)\.com\//.test(html)) return 'consent';
  if (/class="g-recaptcha"|unusual traffic|\/sorry\/index/.test(html)) return 'bot-check';
  return 'refused';
}

/** Parses the player's response, from the page or from the player interface. */
export function readPlayerResponse(json: unknown): PlayerAnswer {
  const parsed = playerSchema.safeParse(json);
  if (!parsed.success) return { status: 'refused' };
  const { playabilityStatus, captions } = parsed.data;
  const tracks = captions?.playerCaptionsTracklistRenderer?.captionTracks ?? [];
  if (tracks.length > 0) {
    return {
      status: 'tracks',
      tracks: tracks.map(({ baseUrl, languageCode, kind }) => ({
        url: baseUrl,
        language: languageCode,
        isAutomatic: kind === 'asr',
      })),
    };
  }
  if (playabilityStatus === undefined) return { status: 'refused' };
  const { status, reason, messages, desktopLegacyAgeGateReason } = playabilityStatus;
  if (status === 'OK') return { status: 'no-captions' };
  const said = [reason, ...messages].join(' ');
  if (/not a bot|\bbot\b|unusual traffic/i.test(said)) return { status: 'bot-check' };
  if (/private/i.test(said)) return { status: 'private' };
  if (desktopLegacyAgeGateReason !== undefined || /\bage\b|inappropriate/i.test(said)) {
    return { status: 'age-restricted' };
  }
  if (status === 'ERROR' || /removed|deleted|terminated|no longer available/i.test(said)) {
    return { status: 'removed' };
  }
  // A login request without a reason in the video means that we were blocked.
  return { status: status === 'LOGIN_REQUIRED' ? 'refused' : 'unplayable' };
}

/**
 * Prefers the podcast's language, and captions written by people to automatic ones, since a translation
 * is no transcript. The language of the automatic captions replaces an unknown one.
 */
export function chooseTrack(
  tracks: readonly CaptionTrack[],
  language: string | null,
): CaptionTrack | null {
  const spoken = tracks.find((track) => track.isAutomatic)?.language;
  const wanted = (language ?? spoken ?? 'en').toLowerCase();
  const base = (code: string) => code.toLowerCase().split(/[-_]/)[0];
  const score = (track: CaptionTrack): number => {
    const byHand = track.isAutomatic ? 0 : 2;
    if (base(track.language) === base(wanted)) {
      return 8 + byHand + (track.language.toLowerCase() === wanted ? 1 : 0);
    }
    return (base(track.language) === 'en' ? 4 : 0) + byHand;
  };
  return tracks.reduce<CaptionTrack | null>(
    (best, track) => (best === null || score(track) > score(best) ? track : best),
    null,
  );
}

/** Extracts the JSON that a script assigns to a variable; it ends where the braces balance. */
function embeddedJson(html: string, variable: string): unknown {
  const pattern = new RegExp(`${variable}"?\\]?\\s*=\\s*(?=\\{)`, 'g');
  for (const match of html.matchAll(pattern)) {
    const start = match.index + match[0].length;
    const end = endOfObject(html, start);
    if (end === null) continue;
    try {
      return JSON.parse(html.slice(start, end));
    } catch {
      // Another script with that variable.
    }
  }
  return null;
}

function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  const marks = /["{}]/g;
  marks.lastIndex = start;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '{') depth += 1;
    else if (mark[0] === '}') {
      depth -= 1;
      if (depth === 0) return marks.lastIndex;
    } else {
      const string = /(?:[^"\\]|\\.)*"/gsy;
      string.lastIndex = marks.lastIndex;
      if (string.exec(text) === null) return null;
      marks.lastIndex = string.lastIndex;
    }
  }
  return null;
}

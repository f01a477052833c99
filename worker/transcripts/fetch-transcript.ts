/** Fetches a transcript from outside: the feed's own links first, then YouTube's captions. */

import { describeError, log } from '../platform/logging.ts';
import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';
import { isTemporary, OutboundError } from '../platform/outbound/outbound-error.ts';
import { withPauses } from '../platform/pauses.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { readTranscriptInSteps } from './read/read-transcript.ts';
import { TranscriptError } from './read/transcript-error.ts';
import { linksInOrder } from './sources.ts';
import type { EpisodeWithState } from './store.ts';
import type { Transcript } from './transcript.ts';
import { fetchCaptions } from './youtube-captions.ts';

export type FetchedTranscript =
  | { status: 'ready'; transcript: Transcript; sourceUrl: string }
  | {
      status: 'unavailable';
      reason: string;
      /** Nothing is known yet; a retry may help. */
      isTemporary: boolean;
      /** Whether the feed's own links may work later. They are worth waiting for. */
      mayLinksRecover?: boolean;
    };

/** Links tried per feed. A feed may list any number, and each is a request we are responsible for. */
const MAX_LINKS = 3;
/** Four hours, word by word as JSON, take 3 MB. */
const MAX_BYTES = 4 * 1024 * 1024;
/** For all requests together. Beyond this the host counts as slow. */
const TOTAL_MS = 60_000;
const TOO_LATE: FetchedTranscript = {
  status: 'unavailable',
  reason: 'The servers took too long to answer.',
  isTemporary: true,
};

type Asked = Pick<EpisodeWithState, 'id' | 'transcriptLinks' | 'youtubeVideoId' | 'language'>;

/** Returns the best transcript available. A temporary failure outweighs a permanent one. */
export async function fetchTranscript(
  fetchOutside: FetchOutside,
  episode: Asked,
  options: { asYoutubeApp: boolean },
): Promise<FetchedTranscript> {
  const { youtubeVideoId, language } = episode;
  const how = { fetchOutside, language, asApp: options.asYoutubeApp };
  const captions = youtubeVideoId && fromYoutube(youtubeVideoId, how);
  const attempts = [
    ...linksInOrder(episode.transcriptLinks, language)
      .slice(0, MAX_LINKS)
      .map((link) => () => fromLink(fetchOutside, link.url, link.type, link.language)),
    ...(captions ? [captions] : []),
  ];
  const missing: FetchedTranscript & { status: 'unavailable' } = {
    status: 'unavailable',
    reason: 'The transcript that the podcast links to could not be found.',
    isTemporary: false,
  };
  const deadline = Date.now() + TOTAL_MS;
  for (const attempt of attempts) {
    const fetched = await withTimeout(deadline - Date.now(), attempt(), () => TOO_LATE);
    if (fetched.status === 'ready') return fetched;
    log.warn('transcript_attempt_failed', { episodeId: episode.id, reason: fetched.reason });
    if (fetched.isTemporary) Object.assign(missing, fetched);
    if (attempt !== captions && fetched.isTemporary) missing.mayLinksRecover = true;
    if (fetched === TOO_LATE) break;
  }
  return missing;
}

async function fromLink(
  fetchOutside: FetchOutside,
  url: string,
  type: string,
  declaredLanguage: string | null,
): Promise<FetchedTranscript> {
  try {
    const reply = await fetchOutside(url, { maxBytes: MAX_BYTES });
    const contentType = reply.headers.get('Content-Type');
    const file = { type: type || (contentType ?? ''), contentType, url: reply.url };
    const { lines, language } = await withPauses(readTranscriptInSteps(reply.body, file));
    return {
      status: 'ready',
      transcript: { source: 'feed', language: declaredLanguage ?? language, lines },
      sourceUrl: url,
    };
  } catch (error) {
    return asUnavailable(error);
  }
}

function fromYoutube(videoId: string, how: Parameters<typeof fetchCaptions>[1]) {
  return async (): Promise<FetchedTranscript> => {
    try {
      const captions = await fetchCaptions(videoId, how);
      if (captions.status !== 'ready') {
        const { reason, isTemporary } = captions;
        return { status: 'unavailable', reason, isTemporary };
      }
      const { lines, language, sourceUrl } = captions;
      return { status: 'ready', transcript: { source: 'youtube', language, lines }, sourceUrl };
    } catch (error) {
      return asUnavailable(error);
    }
  };
}

/** Outside errors become results; our own errors are thrown. */
function asUnavailable(error: unknown): FetchedTranscript {
  if (error instanceof TranscriptError) {
    return { status: 'unavailable', reason: error.message, isTemporary: false };
  }
  if (error instanceof OutboundError) {
    return { status: 'unavailable', reason: error.message, isTemporary: isTemporary(error) };
  }
  log.error('transcript_crashed', { error: describeError(error) });
  throw error;
}

/** Asks the outside for a transcript: the feed's own links first, then YouTube's captions. */
import { describe, log } from '../platform/logging.ts';
import { OutboundError } from '../platform/outbound.ts';
import { type FetchOutside, isTemporary } from '../platform/outbound-settings.ts';
import { readTranscript, TranscriptError } from './read-transcript.ts';
import { linksInOrder } from './sources.ts';
import type { EpisodeSource } from './store.ts';
import type { Transcript } from './transcript.ts';
import { fetchCaptions } from './youtube-captions.ts';

export type FetchedTranscript =
  | { status: 'ready'; transcript: Transcript; sourceUrl: string }
  | {
      status: 'unavailable';
      reason: string;
      /** Nothing is known yet, asking again may help. */
      isPassing: boolean;
      /** The same of the feed's own links, which are worth waiting for. */
      isFeedPassing?: boolean;
    };

type Asked = Pick<EpisodeSource, 'id' | 'transcriptLinks' | 'youtubeVideoId'>;

/** The best there is. What fails for now outweighs what is missing for good. */
export async function fetchTranscript(
  fetchOutside: FetchOutside,
  episode: Asked,
): Promise<FetchedTranscript> {
  const captions = episode.youtubeVideoId && fromYoutube(fetchOutside, episode.youtubeVideoId);
  const attempts = [
    ...linksInOrder(episode.transcriptLinks, null).map(
      (link) => () => fromLink(fetchOutside, link.url, link.type, link.language),
    ),
    ...(captions ? [captions] : []),
  ];
  const missing: FetchedTranscript & { status: 'unavailable' } = {
    status: 'unavailable',
    reason: 'No transcript of this episode could be found where its podcast points to.',
    isPassing: false,
  };
  for (const attempt of attempts) {
    const fetched = await attempt();
    if (fetched.status === 'ready') return fetched;
    log.warn('transcript_attempt_failed', { episodeId: episode.id, reason: fetched.reason });
    if (fetched.isPassing) Object.assign(missing, fetched);
    if (attempt !== captions && fetched.isPassing) missing.isFeedPassing = true;
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
    const reply = await fetchOutside(url);
    const { lines, language } = readTranscript(reply.body, {
      type: type || (reply.headers.get('Content-Type') ?? ''),
      url: reply.url,
    });
    return {
      status: 'ready',
      transcript: { source: 'feed', language: declaredLanguage ?? language, lines },
      sourceUrl: url,
    };
  } catch (error) {
    return asUnavailable(error);
  }
}

function fromYoutube(fetchOutside: FetchOutside, videoId: string) {
  return async (): Promise<FetchedTranscript> => {
    try {
      const captions = await fetchCaptions(videoId, { fetchOutside, language: null });
      if (captions.status !== 'ready') {
        const { reason, isTemporary } = captions;
        return { status: 'unavailable', reason, isPassing: isTemporary };
      }
      const { lines, language, sourceUrl } = captions;
      return { status: 'ready', transcript: { source: 'youtube', language, lines }, sourceUrl };
    } catch (error) {
      return asUnavailable(error);
    }
  };
}

/** What the outside does wrong is an answer; anything else is a fault of ours and goes on up. */
function asUnavailable(error: unknown): FetchedTranscript {
  if (error instanceof TranscriptError) {
    return { status: 'unavailable', reason: error.message, isPassing: false };
  }
  if (error instanceof OutboundError) {
    return { status: 'unavailable', reason: error.message, isPassing: isTemporary(error) };
  }
  log.error('transcript_crashed', { error: describe(error) });
  throw error;
}

/** Explains to the reader why audio doesn't play. */
import type { AudioReply } from '../../../schema/wire/listening.ts';
import { ApiError, api, readReply } from '../../api/client.ts';

export const NO_CONNECTION = 'You are offline. Playback continues once you are online again.';
export const NO_SOUND_YET =
  "The podcast's host sends no audio right now. Playback starts as soon as it does.";
const CUT = "The connection to the podcast's host was lost.";
const OTHER_FORMAT = 'This browser cannot play the format of this episode.';
const BY_STATUS: Record<AudioReply['status'], string> = {
  there:
    "The podcast's host has the audio, but your browser could not load it. A content blocker or your network may be in the way.",
  gone: 'The audio is gone: the podcast has deleted or moved it.',
  refused: "The podcast's host refuses to play it outside its own app or region.",
  unreachable: "The podcast's host is not responding right now.",
  'other-format': "The podcast's link does not lead to audio.",
};

/** Explains why an episode could not be loaded. */
export function explainLoading(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 404) return 'This episode no longer exists.';
  if (status === 401) return 'Your session has expired. Please log in again to play it.';
  return navigator.onLine ? 'The episode did not load.' : NO_CONNECTION;
}

/**
 * Explains why an episode's audio failed, by asking the server what its host replies.
 *
 * @param isPlayable whether the browser can play audio of a content type
 */
export async function explainFailure(
  episodeId: string,
  error: MediaError | null,
  isPlayable: (contentType: string) => boolean,
): Promise<string> {
  if (!navigator.onLine) return NO_CONNECTION;
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return OTHER_FORMAT;
  try {
    const { status, contentType } = await readReply(
      api.podcasts.episodes[':episodeId'].audio.$get({ param: { episodeId } }),
    );
    if (status !== 'there') return BY_STATUS[status];
    if (contentType !== null && !isPlayable(contentType)) return OTHER_FORMAT;
    return error?.code === MediaError.MEDIA_ERR_NETWORK ? CUT : BY_STATUS.there;
  } catch {
    return CUT;
  }
}

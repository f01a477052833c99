/** Why a sound does not play, in words for the reader. */
import type { AudioReply } from '../../../schema/wire/listening.ts';
import { api, readReply } from '../../api/client.ts';

export const NO_CONNECTION = 'There is no connection. It plays on once you are online again.';
const CUT = "The connection to the podcast's host broke off.";
const OTHER_FORMAT = 'This browser cannot play the format of this episode.';
const BY_STATUS: Record<AudioReply['status'], string> = {
  there:
    "The podcast's host has the sound, but your browser was not given it. A content blocker or your network may keep it back.",
  gone: 'The sound is gone: the podcast has taken it down or moved it.',
  refused: "The podcast's host refuses to play it outside its own app or region.",
  unreachable: "The podcast's host does not answer right now.",
  'other-format': 'What the podcast links to is no sound.',
};

/** @param isSound false where the browser says by the type that it cannot play such a file */
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

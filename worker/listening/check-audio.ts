/** Finds out why an episode's audio doesn't play, from its host's reply to a HEAD request. */
import type { AudioReply } from '../../schema/wire/listening.ts';
import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';

const AUDIO_TYPE =
  /^(audio|video)\/|^application\/(octet-stream|ogg|mp4|x-mpegurl|vnd\.apple\.mpegurl)/i;

/** Returns the state of the audio at an address. Never reads the audio itself. */
export async function checkAudio(fetchOutside: FetchOutside, url: string): Promise<AudioReply> {
  try {
    const { headers } = await fetchOutside(url, { method: 'HEAD' });
    const contentType = headers.get('content-type');
    const isAudio = contentType === null || AUDIO_TYPE.test(contentType);
    return { status: isAudio ? 'there' : 'other-format', contentType };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: statusOf(error), contentType: null };
  }
}

function statusOf({ reason, status }: OutboundError): AudioReply['status'] {
  // Some hosts don't support HEAD, which says nothing about the audio.
  if (status === 405 || status === 501) return 'there';
  if (status === 404 || status === 410) return 'gone';
  if (status === 401 || status === 403 || status === 451) return 'refused';
  return reason === 'refused-address' ? 'refused' : 'unreachable';
}

/** Why an episode's sound does not play: what its host answers, without reading the sound. */
import type { AudioReply } from '../../schema/wire/listening.ts';
import { OutboundError } from '../platform/outbound.ts';
import type { FetchOutside } from '../platform/outbound-settings.ts';

const SOUND =
  /^(audio|video)\/|^application\/(octet-stream|ogg|mp4|x-mpegurl|vnd\.apple\.mpegurl)/i;

export async function checkAudio(fetchOutside: FetchOutside, url: string): Promise<AudioReply> {
  try {
    const { headers } = await fetchOutside(url, { method: 'HEAD' });
    const contentType = headers.get('content-type');
    const isSound = contentType === null || SOUND.test(contentType);
    return { status: isSound ? 'there' : 'other-format', contentType };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: statusOf(error), contentType: null };
  }
}

function statusOf({ reason, status }: OutboundError): AudioReply['status'] {
  // Some hosts answer no HEAD; that says nothing of the sound.
  if (status === 405 || status === 501) return 'there';
  if (status === 404 || status === 410) return 'gone';
  if (status === 401 || status === 403 || status === 451) return 'refused';
  return reason === 'refused-address' ? 'refused' : 'unreachable';
}

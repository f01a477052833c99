import type { FetchOutside } from '../platform/outbound-settings.ts';

/** A cover's bytes at most: 3,000 pixels square, as directories allow, seldom take a tenth. */
const COVER_MAX_BYTES = 8 * 1024 * 1024;
const IMAGE_TYPE = /^image\/[\w.+-]+$/;
/** Some stores know no types; browsers go by the bytes of what they are told is an image. */
const UNTYPED = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

export interface CoverImage {
  /** `image/…` */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a podcast's cover from where the podcast keeps it.
 *
 * @throws OutboundError where it cannot be had
 * @returns null for what is not an image
 */
export async function readCover(
  imageUrl: string,
  fetchOutside: FetchOutside,
): Promise<CoverImage | null> {
  const { headers, body } = await fetchOutside(imageUrl, {
    headers: { accept: 'image/*' },
    maxBytes: COVER_MAX_BYTES,
  });
  const [named = ''] = (headers.get('content-type') ?? '').split(';', 1);
  const type = UNTYPED.has(named.trim()) ? 'image/jpeg' : named.trim().toLowerCase();
  return IMAGE_TYPE.test(type) && body.length > 0 ? { type, bytes: body } : null;
}

import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';

/** Covers may be 3,000 pixels square; most need less than a tenth of this. */
const COVER_MAX_BYTES = 8 * 1024 * 1024;
const IMAGE_TYPE = /^image\/[\w.+-]+$/;
/** Some stores don't set types. Browsers sniff the bytes of images anyway. */
const UNTYPED = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

export interface CoverImage {
  /** `image/…` */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a podcast's cover from its host.
 *
 * @throws OutboundError if it fails
 * @returns null if it is not an image
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

import { encodeHex } from './encoding.ts';

/** SHA-256 of a text's UTF-8, in hex. */
export async function sha256Hex(text: string): Promise<string> {
  return encodeHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** The UUID (version 8) that follows from a text: the same text always gives the same one. */
export async function uuidFrom(text: string): Promise<string> {
  const hash = await sha256Hex(text);
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join('-');
}

/**
 * The id of what a request makes, from the id that its client chose. Combined with the user's id, so that nobody
 * can take another user's.
 */
export const ownedId = (kind: string, userId: string, writeId: string): Promise<string> =>
  uuidFrom(`${kind} ${userId} ${writeId}`);

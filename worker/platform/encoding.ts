/**
 * Encodes bytes as text. The only file that imports oslo, which is deprecated upstream.
 * `Uint8Array.toHex` and `toBase64` can replace it once all runtimes have them.
 */
import { base64url, decodeHex, encodeHex } from 'oslo/encoding';

export { decodeHex, encodeHex };

const TOKEN_BYTES = 32;

/** A random token of 43 characters that is safe in a cookie. */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return base64url.encode(bytes, { includePadding: false });
}

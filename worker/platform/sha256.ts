import { encodeHex } from './encoding.ts';

/** SHA-256 of a text's UTF-8, in hex. */
export async function sha256Hex(text: string): Promise<string> {
  return encodeHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

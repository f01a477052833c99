import { sha256 } from 'oslo/crypto';
import { encodeHex } from 'oslo/encoding';

/** SHA-256 of a text's UTF-8, in hex. */
export async function sha256Hex(text: string): Promise<string> {
  return encodeHex(await sha256(new TextEncoder().encode(text)));
}

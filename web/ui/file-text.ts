/** Decodes text files that readers choose. */

/** Where a declaration ends at the latest. */
const DECLARATION_BYTES = 1024;
const DECLARED_BY_XML = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;
/** As web pages declare their encoding. */
export const DECLARED_BY_PAGE = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i;

/**
 * Decodes a file by its byte order mark or declaration, otherwise as UTF-8. What isn't valid UTF-8 is read as
 * windows-1252, which many Windows programs still write. Null if it is not text.
 */
export function fileText(bytes: Uint8Array, declared = DECLARED_BY_XML): string | null {
  const encoding = markedEncoding(bytes, declared) ?? guessedEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0') ? null : text;
}

function markedEncoding(bytes: Uint8Array, pattern: RegExp): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION_BYTES));
  const declared = pattern.exec(start)?.[1] ?? '';
  // What is legible byte by byte is not UTF-16, whatever it says.
  return isKnown(declared) && !/^utf-?16/i.test(declared) ? declared : null;
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}

function guessedEncoding(bytes: Uint8Array): string {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

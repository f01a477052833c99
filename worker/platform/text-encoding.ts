/**
 * Bytes from outside into text. The order of trust: byte order mark, then whatever the sender
 * says that the bytes do not contradict, then UTF-8, then windows-1252, which can read anything.
 */

const CHUNK_BYTES = 256 * 1024;
/** Up to here a text is decoded in one go, which is several times faster than in pieces. */
const SMALL_BYTES = 4 * 1024 * 1024;

/** A name that TextDecoder takes, or utf-32le or utf-32be, which are read here. */
type Encoding = { label: string; bomBytes: number };

export interface EncodingHints {
  /** The Content-Type header. */
  contentType?: string | null;
}

/** Decodes piece by piece, so that a large document is never in memory as one string. */
export function* decodeInChunks(bytes: Uint8Array, hints: EncodingHints): Generator<string> {
  const simple = decodeSmallUtf8(bytes, hints);
  if (simple !== null) {
    yield simple;
    return;
  }
  const { label, bomBytes } = chooseEncoding(bytes, hints);
  const body = bytes.subarray(bomBytes);
  if (label === 'utf-32le' || label === 'utf-32be') {
    yield* decodeUtf32(body, label === 'utf-32le');
    return;
  }
  const decoder = new TextDecoder(label);
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    const stream = at + CHUNK_BYTES < body.length;
    yield decoder.decode(body.subarray(at, at + CHUNK_BYTES), { stream });
  }
}

/** By far the most common case: no surprise about the encoding, and none in the bytes. */
function decodeSmallUtf8(bytes: Uint8Array, hints: EncodingHints): string | null {
  if (bytes.length > SMALL_BYTES || byNullPattern(bytes) !== null) return null;
  const claims = claimsOf(bytes, hints);
  if (claims[0] !== undefined && claims[0] !== 'utf-8') return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

/** The whole text at once. */
export function decodeText(bytes: Uint8Array, hints: EncodingHints): string {
  return [...decodeInChunks(bytes, hints)].join('');
}

function chooseEncoding(bytes: Uint8Array, hints: EncodingHints): Encoding {
  const marked = byBom(bytes) ?? byNullPattern(bytes);
  if (marked !== null) return marked;
  const claims = claimsOf(bytes, hints);
  for (const label of claims) {
    // Many servers say Latin-1 without looking; text that is valid UTF-8 by chance hardly exists.
    const wins = label === 'utf-8' || label === 'windows-1252' ? isUtf8(bytes) : false;
    if (wins) return { label: 'utf-8', bomBytes: 0 };
    if (label === 'utf-8' || label.startsWith('utf-16')) continue;
    return { label, bomBytes: 0 };
  }
  return { label: mostlyUtf8(bytes) ? 'utf-8' : 'windows-1252', bomBytes: 0 };
}

function claimsOf(bytes: Uint8Array, hints: EncodingHints): string[] {
  return [
    labelOf(/charset\s*=\s*["']?([^\s;"',]+)/i.exec(hints.contentType ?? '')?.[1]),
    labelOf(declaredInside(bytes)),
  ].filter((label) => label !== null);
}

function byBom(bytes: Uint8Array): Encoding | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) {
    return { label: mostlyUtf8(bytes) ? 'utf-8' : 'windows-1252', bomBytes: 3 };
  }
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { label: 'utf-32le', bomBytes: 4 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { label: 'utf-32be', bomBytes: 4 };
  if (a === 0xff && b === 0xfe) return { label: 'utf-16le', bomBytes: 2 };
  if (a === 0xfe && b === 0xff) return { label: 'utf-16be', bomBytes: 2 };
  return null;
}

/** The first character of a feed or transcript is ASCII, so zero bytes around it betray the width. */
function byNullPattern(bytes: Uint8Array): Encoding | null {
  const [a, b, c, d] = bytes;
  if (bytes.length < 4) return null;
  if (a === 0 && b === 0 && c === 0 && d !== 0) return { label: 'utf-32be', bomBytes: 0 };
  if (a !== 0 && b === 0 && c === 0 && d === 0) return { label: 'utf-32le', bomBytes: 0 };
  if (a === 0 && b !== 0 && c === 0) return { label: 'utf-16be', bomBytes: 0 };
  if (a !== 0 && b === 0 && d === 0) return { label: 'utf-16le', bomBytes: 0 };
  return null;
}

/** What an XML declaration or an HTML meta element says, near the start. */
function declaredInside(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024));
  return (
    /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([^\s"'>/;]+)/i.exec(head)?.[1]
  );
}

/** The encoding's own name, null for one that TextDecoder does not know. */
function labelOf(claim: string | undefined): string | null {
  if (claim === undefined) return null;
  const spellings = [
    claim,
    claim.replaceAll('_', '-'),
    claim.replace(/^(cp|x-|ms)-?(?=\d)/i, 'windows-'),
  ];
  for (const spelling of spellings) {
    try {
      const { encoding } = new TextDecoder(spelling);
      // The standard's stand-in for encodings that browsers must not decode: one U+FFFD.
      if (encoding !== 'replacement') return encoding;
    } catch {
      // Unknown under this spelling.
    }
  }
  return null;
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      const stream = at + CHUNK_BYTES < bytes.length;
      decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream });
    }
    return true;
  } catch {
    return false;
  }
}

/** UTF-8 with a few broken characters is still UTF-8; Latin-1 read as UTF-8 is broken throughout. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  let good = 0;
  let bad = 0;
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const text = decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true });
    for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) {
      if (character === '\ufffd') bad += 1;
      else good += 1;
    }
  }
  return good > bad;
}

function* decodeUtf32(bytes: Uint8Array, littleEndian: boolean): Generator<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 4 <= bytes.length; at += CHUNK_BYTES) {
    let text = '';
    const end = Math.min(at + CHUNK_BYTES, bytes.length - 3);
    for (let offset = at; offset < end; offset += 4) {
      const point = view.getUint32(offset, littleEndian);
      text += point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
    }
    yield text;
  }
}

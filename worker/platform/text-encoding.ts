/**
 * Bytes from outside into text. The order of trust: byte order mark, then whatever the sender
 * says that the bytes do not contradict, then UTF-8, then windows-1252, which can read anything.
 */

import { joinBytes } from './join-bytes.ts';

/** What a document begins with decides on its encoding; hardly one is longer than this. */
const DECIDING_BYTES = 1024 * 1024;

/** A label that TextDecoder takes. */
type Encoding = { label: string; bomBytes: number };

export interface EncodingHints {
  /** The Content-Type header. */
  contentType?: string | null;
}

/** Decodes a document as its bytes come, so that a large one is never in memory as a whole. */
export class TextDecoding {
  readonly #hints: EncodingHints;
  /** The document's beginning, until the decision. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #decoder: Pick<TextDecoder, 'decode'> | null = null;

  constructor(hints: EncodingHints) {
    this.#hints = hints;
  }

  /** The text that is sure by now; perhaps none yet. */
  write(bytes: Uint8Array): string {
    if (this.#decoder !== null) return this.#decoder.decode(bytes, { stream: true });
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    return this.#heldBytes < DECIDING_BYTES ? '' : this.#decide({ isCut: true });
  }

  /** The rest. */
  end(): string {
    return this.#decoder === null ? this.#decide({ isCut: false }) : this.#decoder.decode();
  }

  #decide({ isCut }: { isCut: boolean }): string {
    const [first] = this.#held;
    const bytes = first && this.#held.length === 1 ? first : joinBytes(this.#held);
    const simple = isCut ? null : decodePlainUtf8(bytes, this.#hints);
    if (simple !== null) return simple;
    const { label, bomBytes } = chooseEncoding(bytes, this.#hints, isCut);
    this.#decoder = new TextDecoder(label);
    return this.#decoder.decode(bytes.subarray(bomBytes), { stream: isCut });
  }
}

/** The whole text at once. */
export function decodeText(bytes: Uint8Array, hints: EncodingHints): string {
  const decoding = new TextDecoding(hints);
  return decoding.write(bytes) + decoding.end();
}

/** By far the most common case: no surprise about the encoding, and none in the bytes. */
function decodePlainUtf8(bytes: Uint8Array, hints: EncodingHints): string | null {
  if (byNullPattern(bytes) !== null) return null;
  const claims = claimsOf(bytes, hints);
  if (claims[0] !== undefined && claims[0] !== 'utf-8') return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

/** @param isCut whether more is to come, of which nothing is known yet */
function chooseEncoding(bytes: Uint8Array, hints: EncodingHints, isCut: boolean): Encoding {
  const marked = byBom(bytes, isCut) ?? byNullPattern(bytes);
  if (marked !== null) return marked;
  const claims = claimsOf(bytes, hints);
  for (const label of claims) {
    // Many servers say Latin-1 without looking; text that is valid UTF-8 by chance hardly exists.
    // A beginning in ASCII alone speaks for neither.
    const isDoubtful = label === 'windows-1252' && !(isCut && isAscii(bytes));
    if ((label === 'utf-8' || isDoubtful) && isUtf8(bytes, isCut)) {
      return { label: 'utf-8', bomBytes: 0 };
    }
    if (label === 'utf-8' || label.startsWith('utf-16')) continue;
    return { label, bomBytes: 0 };
  }
  return { label: mostlyUtf8(bytes, isCut) ? 'utf-8' : 'windows-1252', bomBytes: 0 };
}

function claimsOf(bytes: Uint8Array, hints: EncodingHints): string[] {
  return [
    labelOf(/charset\s*=\s*["']?([^\s;"',]+)/i.exec(hints.contentType ?? '')?.[1]),
    labelOf(declaredInside(bytes)),
  ].filter((label) => label !== null);
}

function byBom(bytes: Uint8Array, isCut: boolean): Encoding | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) {
    return { label: mostlyUtf8(bytes, isCut) ? 'utf-8' : 'windows-1252', bomBytes: 3 };
  }
  if (a === 0xff && b === 0xfe) return { label: 'utf-16le', bomBytes: 2 };
  if (a === 0xfe && b === 0xff) return { label: 'utf-16be', bomBytes: 2 };
  return null;
}

/** The first character of a feed or transcript is ASCII, so zero bytes around it betray the width. */
function byNullPattern(bytes: Uint8Array): Encoding | null {
  const [a, b, c, d] = bytes;
  if (bytes.length < 4) return null;
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

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

function isUtf8(bytes: Uint8Array, isCut: boolean): boolean {
  try {
    // Cut off, the last character may be, too.
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

/** UTF-8 with a few broken characters is still UTF-8; Latin-1 read as UTF-8 is broken throughout. */
function mostlyUtf8(bytes: Uint8Array, isCut: boolean): boolean {
  if (isUtf8(bytes, isCut)) return true;
  const text = new TextDecoder('utf-8').decode(bytes, { stream: isCut });
  let good = 0;
  let bad = 0;
  for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) {
    if (character === '\ufffd') bad += 1;
    else good += 1;
  }
  return good > bad;
}

/**
 * Decodes bytes from outside. Order of trust: byte order mark, then the declared encoding unless the
 * bytes contradict it, then UTF-8, then windows-1252, which accepts anything.
 */

import { joinBytes } from './join-bytes.ts';

/** The start of a document decides its encoding; hardly any is longer than this. */
const DECIDING_BYTES = 1024 * 1024;

/** A label for TextDecoder. */
type Encoding = { label: string; bomBytes: number };

export interface EncodingHints {
  /** The Content-Type header. */
  contentType?: string | null;
}

/** Decodes a document while its bytes arrive, so that a large one is never in memory as a whole. */
export class TextDecoding {
  readonly #hints: EncodingHints;
  /** The start of the document, until the encoding is decided. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #decoder: Pick<TextDecoder, 'decode'> | null = null;

  constructor(hints: EncodingHints) {
    this.#hints = hints;
  }

  /** Returns the text decoded so far, perhaps none. */
  write(bytes: Uint8Array): string {
    if (this.#decoder !== null) return this.#decoder.decode(bytes, { stream: true });
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    return this.#heldBytes < DECIDING_BYTES ? '' : this.#decide({ isCut: true });
  }

  /** Returns the rest. */
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

/** Returns the whole text. */
export function decodeText(bytes: Uint8Array, hints: EncodingHints): string {
  const decoding = new TextDecoding(hints);
  return decoding.write(bytes) + decoding.end();
}

/** The most common case: plain UTF-8, declared and valid. */
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

/** @param isCut whether more bytes may follow */
function chooseEncoding(bytes: Uint8Array, hints: EncodingHints, isCut: boolean): Encoding {
  const marked = byBom(bytes, isCut) ?? byNullPattern(bytes);
  if (marked !== null) return marked;
  const claims = claimsOf(bytes, hints);
  for (const label of claims) {
    // Many servers declare Latin-1 for everything, and text that is valid UTF-8 by chance hardly
    // exists. A start in pure ASCII proves neither.
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

/** The first character of a feed or transcript is ASCII, so zero bytes around it reveal the width. */
function byNullPattern(bytes: Uint8Array): Encoding | null {
  const [a, b, c, d] = bytes;
  if (bytes.length < 4) return null;
  if (a === 0 && b !== 0 && c === 0) return { label: 'utf-16be', bomBytes: 0 };
  if (a !== 0 && b === 0 && d === 0) return { label: 'utf-16le', bomBytes: 0 };
  return null;
}

/** Returns the encoding in an XML declaration or an HTML meta element near the start. */
function declaredInside(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024));
  return (
    /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([^\s"'>/;]+)/i.exec(head)?.[1]
  );
}

/** Returns the canonical name of an encoding; null if TextDecoder doesn't know it. */
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
      // The standard's placeholder for encodings that must not be decoded: a single U+FFFD.
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
    // If the bytes are cut off, the last character may be too.
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

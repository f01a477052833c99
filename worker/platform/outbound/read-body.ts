import type { Deadline } from './deadline.ts';
import type { Permit } from './host-limits.ts';
import { OutboundError } from './outbound-error.ts';
import { type BytesReader, isGzip, readPieces, unpack } from './read-pieces.ts';

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;
/** Above this size, only one answer is read at a time. */
const LARGE_BYTES = 2 * 1024 * 1024;

export interface AnswerHead {
  /** 2xx or 304. */
  status: number;
  headers: Headers;
  /** The final address, after redirects. */
  url: string;
}

/** Takes the next bytes of a body; returns false if it needs no more. */
export type TakeBytes = (bytes: Uint8Array, answer: AnswerHead) => boolean;

interface BodyOptions {
  onBytes: TakeBytes;
  /** Of the uncompressed body. */
  maxBytes: number | undefined;
  deadline: Deadline;
  permit: Permit | undefined;
}

/** The error of an answer that broke off. */
export const cutOff = (cause?: unknown) =>
  new OutboundError('cut', 'The connection broke before the end of the file.', { cause });

/**
 * Reads the body of an answer, and no more than is wanted.
 *
 * @throws OutboundError 'cut', 'too-large', 'timeout'; 'busy' if another large answer is being read
 */
export async function readBody(
  response: Response,
  url: URL,
  { onBytes, maxBytes = DEFAULT_MAX_BYTES, deadline, permit }: BodyOptions,
): Promise<void> {
  const { status, headers } = response;
  const next = (reader: BytesReader) => deadline.reach(url, () => reader.read(), cutOff);
  const promised = promisedBytes(headers);
  let reader = response.body ? readPieces(response.body) : undefined;
  let size = 0;
  let isUnpacked = false;
  for (let pieces = 0; reader; pieces += 1) {
    const { done, value } = await next(reader);
    deadline.firstByteCame();
    if (done) {
      if (!isUnpacked && size < promised) throw cutOff();
      return;
    }
    if (pieces === 0 && status === 200 && isGzip(value)) {
      // Compressed once more than declared.
      reader = unpack(value, reader, maxBytes, () => tooLarge(maxBytes));
      isUnpacked = true;
      continue;
    }
    const wasSmall = size <= LARGE_BYTES;
    size += value.byteLength;
    if (permit && wasSmall && size > LARGE_BYTES) {
      const answer = { receivedBytes: () => size, giveUp: () => deadline.expire() };
      await deadline.whilePaused(() => permit.reserveLarge(answer));
    }
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    if (!onBytes(value, { status, headers, url: url.href })) return reader.cancel();
  }
}

/** The announced length in bytes; 0 if it is unknown or of a compressed body. */
function promisedBytes(headers: Headers): number {
  return headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0) || 0;
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('too-large', `The answer is larger than ${inWords(maxBytes)}.`);
}

function inWords(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.ceil(kilobytes)} KB` : `${Math.round(kilobytes / 1024)} MB`;
}

/** A stretch of an audio file, from hosts that redirect, sign addresses for minutes, or know no ranges. */
import { joinBytes } from '../platform/join-bytes.ts';
import { OutboundError, type OutboundResult } from '../platform/outbound.ts';
import { type FetchOutside, isTemporary } from '../platform/outbound-settings.ts';
import { TranscriptionError } from './transcription.ts';

export const MAX_AUDIO_BYTES = 300 * 1024 * 1024;

/** Where a file is and what tells it from another one. */
export interface AudioFile {
  /** As the podcast gives it. */
  audioUrl: string;
  /** Where that led to the last time: the same file again, advertisements and all. */
  url: string;
  /** Of the whole file; null where nobody has said it yet. */
  totalBytes: number | null;
  /** As the server names what it sends; null where it does not. */
  etag: string | null;
}

export interface AudioRange {
  /** The file as it is known now. */
  file: AudioFile;
  bytes: Uint8Array<ArrayBuffer>;
  /** Nothing comes after. */
  isLast: boolean;
  /** Media type as the server declares it. */
  type: string;
}

/**
 * Fetches at most `count` bytes from `from` on.
 *
 * @throws OutboundError; TranscriptionError where the file is too large or not the one it was
 */
export async function fetchAudioRange(
  fetchOutside: FetchOutside,
  file: AudioFile,
  from: number,
  count: number,
): Promise<AudioRange> {
  try {
    return await ask(fetchOutside, file, from, count);
  } catch (error) {
    // An address that was signed for some minutes; the podcast's own leads to a new one.
    const hasExpired = error instanceof OutboundError && error.status !== null;
    if (!hasExpired || isTemporary(error) || file.url === file.audioUrl) throw error;
    return ask(fetchOutside, { ...file, url: file.audioUrl }, from, count);
  }
}

async function ask(
  fetchOutside: FetchOutside,
  file: AudioFile,
  from: number,
  count: number,
): Promise<AudioRange> {
  const kept: Uint8Array[] = [];
  let seen = 0;
  let reply: OutboundResult;
  try {
    reply = await fetchOutside(file.url, {
      headers: { Range: `bytes=${from}-${from + count - 1}` },
      onBytes(bytes, { status, headers }) {
        // Without ranges all of it comes, each time.
        const skip = status === 206 ? 0 : from;
        const start = Math.max(0, skip - seen);
        const wanted = bytes.subarray(start, Math.max(start, skip + count - seen));
        if (wanted.length > 0) kept.push(wanted.slice());
        seen += bytes.length;
        return seen < skip + count || lengthOf(status, headers) === null;
      },
    });
  } catch (error) {
    // Of a length that nobody knows, the end is where there is nothing more.
    const isBehindTheEnd = error instanceof OutboundError && error.status === 416;
    if (!isBehindTheEnd || from === 0 || file.totalBytes !== null) throw error;
    return {
      file: { ...file, totalBytes: from },
      bytes: new Uint8Array(0),
      isLast: true,
      type: '',
    };
  }
  const { status, headers, url } = reply;
  const bytes = joinBytes(kept);
  const isShort = bytes.length < count;
  const totalBytes = lengthOf(status, headers) ?? (status === 206 ? null : seen);
  const now = { ...file, url, totalBytes, etag: strongTag(headers) };
  check(file, now, from, headers);
  return {
    file: { ...now, totalBytes: totalBytes ?? (isShort ? from + bytes.length : null) },
    bytes,
    isLast: totalBytes === null ? isShort : from + bytes.length >= totalBytes,
    type: headers.get('Content-Type') ?? '',
  };
}

/** Of the whole file, as the headers say it. */
function lengthOf(status: number, headers: Headers): number | null {
  const ofRange = /\/(\d+)\s*$/.exec(headers.get('Content-Range') ?? '')?.[1];
  // What is packed on the way has another length.
  const ofAll = headers.has('Content-Encoding') ? null : headers.get('Content-Length');
  const written = status === 206 ? ofRange : ofAll;
  return written ? Number(written) : null;
}

/** A weak one does not speak of bytes. */
function strongTag(headers: Headers): string | null {
  const tag = headers.get('ETag');
  return tag?.startsWith('W/') ? null : tag;
}

function check(before: AudioFile, now: AudioFile, from: number, headers: Headers): void {
  if ((now.totalBytes ?? from) > MAX_AUDIO_BYTES) {
    throw new TranscriptionError('Audio files over 300 MB are not transcribed.', false);
  }
  const start = /^\s*bytes\s+(\d+)-/i.exec(headers.get('Content-Range') ?? '')?.[1];
  const isOther =
    differ(before.totalBytes, now.totalBytes) ||
    differ(before.etag, now.etag) ||
    (start !== undefined && Number(start) !== from);
  if (isOther) throw new TranscriptionError('The audio is different on every download.', false);
}

/** What only one of two answers says speaks against nothing. */
function differ<Value>(before: Value | null, now: Value | null): boolean {
  return before !== null && now !== null && before !== now;
}

/**
 * Fetches a byte range of an audio file, from hosts that redirect, use short-lived signed addresses, or
 * don't support ranges.
 */

import { joinBytes } from '../../platform/join-bytes.ts';
import type { OutboundResult } from '../../platform/outbound/fetch-outside.ts';
import type { FetchOutside } from '../../platform/outbound/fetch-outside-for.ts';
import { isTemporary, OutboundError } from '../../platform/outbound/outbound-error.ts';
import { TranscriptionError } from './speech-to-text.ts';

const MAX_AUDIO_BYTES = 300 * 1024 * 1024;
/**
 * Without range support, each request returns the file from its start, and the last piece needs all of it:
 * as much as one outbound request may read (OUTBOUND_MAX_BYTES).
 */
const MAX_BYTES_WITHOUT_RANGES = 32 * 1024 * 1024;

/** Where a file is, and what identifies it. */
export interface AudioFile {
  /** As given by the podcast. */
  audioUrl: string;
  /** Where that led last time: the same file, with the same advertisements. */
  url: string;
  /** Of the whole file; null if unknown. */
  totalBytes: number | null;
  /** The server's ETag; null if it sends none. */
  etag: string | null;
}

export interface AudioRange {
  /** The file as it is known now. */
  file: AudioFile;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether this is the end of the file. */
  isLast: boolean;
  /** The media type that the server declares. */
  type: string;
}

/**
 * Fetches at most `count` bytes starting at `from`.
 *
 * @throws OutboundError; TranscriptionError if the file is too large or has changed
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
    // A signed address may have expired; the podcast's own address leads to a new one.
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
        const skip = status === 206 ? 0 : from;
        const start = Math.max(0, skip - seen);
        const wanted = bytes.subarray(start, Math.max(start, skip + count - seen));
        if (wanted.length > 0) kept.push(wanted.slice());
        seen += bytes.length;
        return seen < skip + count || lengthOf(status, headers) === null;
      },
    });
  } catch (error) {
    // If the length is unknown, this status marks the end.
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
  check(file, now, from, reply);
  return {
    file: { ...now, totalBytes: totalBytes ?? (isShort ? from + bytes.length : null) },
    bytes,
    isLast: totalBytes === null ? isShort : from + bytes.length >= totalBytes,
    type: headers.get('Content-Type') ?? '',
  };
}

/** Returns the length of the whole file, according to the headers. */
function lengthOf(status: number, headers: Headers): number | null {
  const ofRange = /\/(\d+)\s*$/.exec(headers.get('Content-Range') ?? '')?.[1];
  // A compressed body has another length.
  const ofAll = headers.has('Content-Encoding') ? null : headers.get('Content-Length');
  const written = status === 206 ? ofRange : ofAll;
  return written ? Number(written) : null;
}

/** A weak ETag doesn't identify bytes. */
function strongTag(headers: Headers): string | null {
  const tag = headers.get('ETag');
  return tag?.startsWith('W/') ? null : tag;
}

function check(
  before: AudioFile,
  now: AudioFile,
  from: number,
  { status, headers }: OutboundResult,
): void {
  if ((now.totalBytes ?? from) > MAX_AUDIO_BYTES) {
    throw new TranscriptionError('Audio files over 300 MB are not transcribed.', false);
  }
  if (status !== 206 && (now.totalBytes ?? 0) > MAX_BYTES_WITHOUT_RANGES) {
    throw new TranscriptionError(
      'Audio files over 32 MB are not transcribed if their host sends them only as a whole.',
      false,
    );
  }
  const start = /^\s*bytes\s+(\d+)-/i.exec(headers.get('Content-Range') ?? '')?.[1];
  const isOther =
    differ(before.totalBytes, now.totalBytes) ||
    differ(before.etag, now.etag) ||
    (start !== undefined && Number(start) !== from);
  if (isOther) throw new TranscriptionError('The audio is different on every download.', false);
}

/** A value that only one of two answers has is no contradiction. */
function differ<Value>(before: Value | null, now: Value | null): boolean {
  return before !== null && now !== null && before !== now;
}

/**
 * Audio of numbered frames, a host for it, and a speech server that knows the words of each frame.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { fetchOutside } from '../../../worker/platform/outbound/fetch-outside.ts';
import { openAiCompatibleTranscription } from '../../../worker/transcripts/transcription/speech-to-text.ts';
import {
  isTranscribed,
  newTranscription,
  type TranscriptionState,
  transcribeNextPiece,
} from '../../../worker/transcripts/transcription/transcribe-audio.ts';

/** MPEG 1, layer 3, 44.1 kHz: bytes and header's third byte of 128 and of 64 kbit/s. */
const FRAMES = [
  { length: 417, third: 0x90 },
  { length: 208, third: 0x50 },
] as const;
export const FRAME_SECONDS = 1152 / 44_100;
const SENTENCE_SECONDS = 10;

/** Frames that bear their number, of two bit rates in turns. */
export function mp3(seconds: number): Uint8Array {
  const frames = Array.from({ length: Math.floor(seconds / FRAME_SECONDS) }, (_, index) => {
    const { length, third } = FRAMES[index % 3 === 2 ? 1 : 0];
    const frame = new Uint8Array(length);
    frame.set([0xff, 0xfb, third, 0x44]);
    new DataView(frame.buffer).setUint32(4, index);
    return frame;
  });
  return Buffer.concat(frames);
}

/** A tag with a picture of so many bytes, in which much looks like frames. */
export function id3(bytes: number): Uint8Array {
  const tag = new Uint8Array(10 + bytes).fill(0xff, 10);
  tag.set([0x49, 0x44, 0x33, 4, 0, 0]);
  for (const [at, shift] of [21, 14, 7, 0].entries()) tag[6 + at] = (bytes >> shift) & 0x7f;
  return tag;
}

/** A server that ends with its test. */
export async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Transcribes a sentence every ten seconds: those that are whole in the piece, and one that is cut off. */
export async function speechServer(options: { status?: number } = {}) {
  const received: { name: string; type: string; seconds: number }[] = [];
  const origin = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = await new Response(Buffer.concat(chunks), {
      headers: { 'Content-Type': request.headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('file') as File;
    if (options.status) return response.writeHead(options.status).end();
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { first, count } = read(bytes);
    const [from, to] = [first * FRAME_SECONDS, (first + count) * FRAME_SECONDS];
    received.push({ name: file.name, type: file.type, seconds: to - from });
    const segments = [];
    for (let index = Math.ceil((from - 0.05) / SENTENCE_SECONDS); ; index += 1) {
      const start = index * SENTENCE_SECONDS;
      if (start >= to - 0.1) break;
      const end = Math.min(start + 9, to);
      const text = ` Sentence ${index}${end < start + 9 ? ', cut' : ''}.`;
      segments.push({ start: Math.max(0, start - from), end: end - from, text });
    }
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ text: 'all of it', language: 'english', segments }));
  });
  return { origin, received };
}

/** The number of the first frame, and how many there are: all has to be frames. */
function read(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let count = 0;
  for (let index = 0; index < bytes.length; count += 1) {
    const frame = FRAMES.find(({ third }) => third === bytes[index + 2]);
    if (!frame || bytes[index] !== 0xff) return { first: 0, count: 0 };
    index += frame.length;
  }
  return { first: view.getUint32(4), count };
}

export async function audioHost(
  body: Uint8Array,
  options: {
    ranges?: boolean;
    total?: number | '*' | ((asked: number) => number);
    type?: string;
    etag?: (asked: number) => string;
    /** What is sent begins so much later than what was asked for. */
    shift?: number;
    /** The file's address is valid for this many requests. */
    signedFor?: number;
  } = {},
) {
  const asked: (string | undefined)[] = [];
  const signed: number[] = [];
  const origin = await listen((request, response) => {
    const { signedFor } = options;
    if (signedFor && request.url === '/episode.mp3') {
      signed.push(signedFor);
      return response.writeHead(302, { Location: `/signed/${signed.length - 1}.mp3` }).end();
    }
    const signature = Number(/signed\/(\d+)/.exec(request.url ?? '')?.[1]);
    const left = signed[signature];
    if (left === 0) return response.writeHead(403).end();
    if (left) signed[signature] = left - 1;
    asked.push(request.headers.range);
    if (options.etag) response.setHeader('ETag', options.etag(asked.length));
    const [from, to] =
      /(\d+)-(\d+)/
        .exec(request.headers.range ?? '')
        ?.slice(1)
        .map(Number) ?? [];
    response.setHeader('Content-Type', options.type ?? 'audio/mpeg');
    if (from === undefined || to === undefined || options.ranges === false) {
      return response.end(body);
    }
    const { total = body.length } = options;
    const length = typeof total === 'function' ? total(asked.length) : total;
    const start = from + (options.shift ?? 0);
    const part = body.subarray(start, to + 1);
    if (part.length === 0) return response.writeHead(416).end();
    response
      .writeHead(206, { 'Content-Range': `bytes ${start}-${start + part.length - 1}/${length}` })
      .end(part);
  });
  return { url: `${origin}/episode.mp3`, asked, signed };
}

export async function transcribeAll(
  url: string,
  speechOrigin: string,
): Promise<TranscriptionState> {
  const transcribe = openAiCompatibleTranscription(speechOrigin, 'whisper', undefined);
  const fetchLocal: typeof fetchOutside = (address, options) =>
    fetchOutside(address, { ...options, allowLoopback: true });
  let state = newTranscription(url);
  while (!isTranscribed(state)) {
    // As it is stored between two messages.
    state = JSON.parse(JSON.stringify(await transcribeNextPiece(state, fetchLocal, transcribe)));
  }
  return state;
}

export function expectAll(state: TranscriptionState, seconds: number) {
  const count = Math.floor((seconds - 9) / SENTENCE_SECONDS) + 1;
  expect(state.lines.map(({ text }) => text)).toEqual(
    Array.from({ length: count }, (_, index) => `Sentence ${index}.`),
  );
  for (const [at, line] of state.lines.entries()) {
    expect(Math.abs((line.start ?? 0) - at * SENTENCE_SECONDS)).toBeLessThan(0.1);
    expect(Math.abs((line.end ?? 0) - (line.start ?? 0) - 9)).toBeLessThan(0.1);
  }
  expect(Math.abs(state.seconds - seconds)).toBeLessThan(0.1);
}

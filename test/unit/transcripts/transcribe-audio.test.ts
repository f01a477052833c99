import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { fetchOutside } from '../../../worker/platform/outbound.ts';
import { findMp3Frames } from '../../../worker/transcripts/mp3-frames.ts';
import {
  isTranscribed,
  startTranscription,
  type TranscriptionState,
  transcribeNextPiece,
} from '../../../worker/transcripts/transcribe-audio.ts';
import { openAiCompatibleTranscription } from '../../../worker/transcripts/transcription.ts';

/** MPEG 1, layer 3, 44.1 kHz: bytes and header's third byte of 128 and of 64 kbit/s. */
const FRAMES = [
  { length: 417, third: 0x90 },
  { length: 208, third: 0x50 },
] as const;
const FRAME_SECONDS = 1152 / 44_100;
const SENTENCE_SECONDS = 10;

/** Frames that bear their number, of two bit rates in turns. */
function mp3(seconds: number): Uint8Array {
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
function id3(bytes: number): Uint8Array {
  const tag = new Uint8Array(10 + bytes).fill(0xff, 10);
  tag.set([0x49, 0x44, 0x33, 4, 0, 0]);
  for (const [at, shift] of [21, 14, 7, 0].entries()) tag[6 + at] = (bytes >> shift) & 0x7f;
  return tag;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Transcribes a sentence every ten seconds: those that are whole in the piece, and one that is cut off. */
async function speechServer(options: { status?: number } = {}) {
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

async function audioHost(
  body: Uint8Array,
  options: {
    ranges?: boolean;
    total?: number | '*' | ((asked: number) => number);
    type?: string;
    etag?: (asked: number) => string;
    /** What is sent begins so much later than what was asked for. */
    shift?: number;
    /** The file is at an address that is good for so many requests. */
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

async function transcribeAll(url: string, speechOrigin: string): Promise<TranscriptionState> {
  const transcribe = openAiCompatibleTranscription(speechOrigin, 'whisper', undefined);
  const fetchLocal: typeof fetchOutside = (address, options) =>
    fetchOutside(address, { ...options, allowLoopback: true });
  let state = startTranscription(url);
  while (!isTranscribed(state)) {
    // As it is kept between two messages.
    state = JSON.parse(JSON.stringify(await transcribeNextPiece(state, fetchLocal, transcribe)));
  }
  return state;
}

function expectAll(state: TranscriptionState, seconds: number) {
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

describe('an MP3', () => {
  const LENGTH = 599.5;
  const audio = mp3(LENGTH);

  test('is transcribed in pieces, without cut words and with every sentence at its time', async () => {
    const [speech, host] = [await speechServer(), await audioHost(audio)];
    const state = await transcribeAll(host.url, speech.origin);
    expectAll(state, LENGTH);
    expect(speech.received.length).toBeGreaterThan(3);
    expect(speech.received[0]).toMatchObject({ name: 'piece.mp3', type: 'audio/mpeg' });
    expect(host.asked[0]).toBe(`bytes=0-${2 * 1024 * 1024 - 1}`);
    // 'english' is no language tag.
    expect(state.language).toBeNull();
  });

  test('may start with a picture larger than a piece, and end with a tag', async () => {
    const tail = new TextEncoder().encode('TAG'.padEnd(128, ' '));
    const body = Buffer.concat([id3(3_000_000), audio, tail]);
    const [speech, host] = [await speechServer(), await audioHost(body)];
    expectAll(await transcribeAll(host.url, speech.origin), LENGTH);
  });

  test('may start with a smaller picture', async () => {
    const body = Buffer.concat([id3(300_000), audio]);
    const [speech, host] = [await speechServer(), await audioHost(body)];
    expectAll(await transcribeAll(host.url, speech.origin), LENGTH);
  });

  test('may come from a host without range support', async () => {
    const [speech, host] = [await speechServer(), await audioHost(audio, { ranges: false })];
    expectAll(await transcribeAll(host.url, speech.origin), LENGTH);
  });

  test('of a piece or less is transcribed at once', async () => {
    const [speech, host] = [await speechServer(), await audioHost(mp3(59.5))];
    expectAll(await transcribeAll(host.url, speech.origin), 59.5);
    expect(host.asked).toHaveLength(1);
  });

  test('above the limit is not fetched to its end', async () => {
    const host = await audioHost(audio, { total: 400_000_000 });
    const speech = await speechServer();
    await expect(transcribeAll(host.url, speech.origin)).rejects.toThrow(/over 300 MB/);
    expect(speech.received).toEqual([]);
  });

  test.each<[string, Parameters<typeof audioHost>[1]]>([
    ['of another length', { total: (asked) => audio.length + asked }],
    ['by another tag', { etag: (asked) => `"${asked}"` }],
    ['from another byte on', { shift: 100 }],
  ])('that is another one the next time, %s, is given up', async (_, options) => {
    const [host, speech] = [await audioHost(audio, options), await speechServer()];
    const transcribing = transcribeAll(host.url, speech.origin);
    await expect(transcribing).rejects.toMatchObject({
      name: 'TranscriptionError',
      isTemporary: false,
    });
  });

  test('is the same file under a weak tag', async () => {
    const host = await audioHost(audio, { etag: (asked) => `W/"${asked}"` });
    const speech = await speechServer();
    expectAll(await transcribeAll(host.url, speech.origin), LENGTH);
  });

  test('is requested from its original address if a signed one has expired', async () => {
    const [speech, host] = [await speechServer(), await audioHost(audio, { signedFor: 2 })];
    expectAll(await transcribeAll(host.url, speech.origin), LENGTH);
    expect(host.signed.length).toBeGreaterThan(1);
    // Every signature was used up before the next was asked for.
    expect(host.signed.slice(0, -1).every((left) => left === 0)).toBe(true);
  });

  test('that is missing from its original address, too, is given up', async () => {
    const [speech, host] = [await speechServer(), await audioHost(audio, { signedFor: 2 })];
    const transcribe = openAiCompatibleTranscription(speech.origin, 'whisper', undefined);
    const fetchLocal: typeof fetchOutside = (address, options) =>
      fetchOutside(address, { ...options, allowLoopback: true });
    const first = await transcribeNextPiece(startTranscription(host.url), fetchLocal, transcribe);
    host.signed.fill(0);
    const gone = { ...first, audioUrl: host.url.replace('episode', 'signed/0') };
    await expect(transcribeNextPiece(gone, fetchLocal, transcribe)).rejects.toMatchObject({
      status: 403,
    });
  });

  test.each([
    ['of any length', audio],
    ['that ends with a piece', audio.subarray(0, 4 * 1024 * 1024)],
  ])("may come from a host that doesn't send its length: %s", async (_, body) => {
    const [speech, host] = [await speechServer(), await audioHost(body, { total: '*' })];
    const state = await transcribeAll(host.url, speech.origin);
    const frames = findMp3Frames(body, 0);
    expect(state.totalBytes).toBe(body.length);
    expect(state.seconds).toBeCloseTo(frames.length * FRAME_SECONDS, 5);
    expect(state.lines.length).toBeGreaterThan(10);
  });

  test('is not read further than needed if its host has no ranges', async () => {
    const large = Buffer.concat([mp3(30), new Uint8Array(20_000_000)]);
    const [speech, host] = [await speechServer(), await audioHost(large, { ranges: false })];
    const transcribe = openAiCompatibleTranscription(speech.origin, 'whisper', undefined);
    const limit = 4_000_000;
    const state = await transcribeNextPiece(
      startTranscription(host.url),
      (url, options) => fetchOutside(url, { ...options, allowLoopback: true, maxBytes: limit }),
      transcribe,
    );
    expect(state.totalBytes).toBe(large.length);
    // The third sentence may go on in the next piece.
    expect(state.lines).toHaveLength(2);
  });

  test('is refused before anything is transcribed if it is large and its host has no ranges', async () => {
    const large = Buffer.concat([mp3(30), new Uint8Array(34_000_000)]);
    const [speech, host] = [await speechServer(), await audioHost(large, { ranges: false })];
    await expect(transcribeAll(host.url, speech.origin)).rejects.toThrow('over 32 MB');
    expect(speech.received).toEqual([]);
  });
});

describe('the frames of an MP3', () => {
  /** The header's bytes, and by the standard each frame's length and its seconds. */
  test.each([
    ['MPEG 1, layer 2', [0xff, 0xfd, 0xa4], 576, 1152 / 48_000],
    ['MPEG 2, layer 3', [0xff, 0xf3, 0x80], 208, 576 / 22_050],
    ['MPEG 2, layer 2', [0xff, 0xf5, 0x80], 417, 1152 / 22_050],
    ['MPEG 2.5, layer 3, padded', [0xff, 0xe3, 0x82], 418, 576 / 11_025],
  ])('are found: %s', (_, header, length, seconds) => {
    const body = new Uint8Array(length * 3);
    for (const at of [0, 1, 2]) body.set(header, at * length);
    const frames = findMp3Frames(body, 0);
    expect(frames.map(({ offset }) => offset)).toEqual([0, length, 2 * length]);
    for (const frame of frames) expect(frame).toMatchObject({ length, seconds });
  });

  test.each([
    ['a reserved version', [0xff, 0xeb, 0x90]],
    ['layer 1', [0xff, 0xff, 0x90]],
    ['a reserved sampling rate', [0xff, 0xfb, 0x9c]],
    ['no bit rate', [0xff, 0xfb, 0x00]],
    ['a header by chance', [0xff, 0xfb, 0x90]],
  ])('are found behind what looks like one: %s', (_, junk) => {
    const body = Buffer.concat([Uint8Array.from(junk), new Uint8Array(200), mp3(1)]);
    const frames = findMp3Frames(body, 0);
    expect(frames[0]?.offset).toBe(203);
    expect(frames).toHaveLength(38);
  });
});

describe('a piece', () => {
  const words = { language: 'en', lines: [{ start: 1, end: 3, text: 'Hello.' }] };
  const hostOf =
    (body: Uint8Array, type = 'audio/mpeg'): Parameters<typeof transcribeNextPiece>[1] =>
    async (url, options = {}) => {
      const [from = 0, to = 0] = (/(\d+)-(\d+)/.exec(options.headers?.Range ?? '') ?? [])
        .slice(1)
        .map(Number);
      const range = `bytes ${from}-${to}/${body.length}`;
      const headers = new Headers({ 'Content-Range': range, 'Content-Type': type });
      options.onBytes?.(body.slice(from, to + 1), { status: 206, headers, url });
      return {
        status: 206,
        headers,
        body: new Uint8Array(),
        url,
        isWhole: true,
        permanentUrl: null,
      };
    };
  const goingOn = (more: Partial<TranscriptionState> = {}): TranscriptionState => ({
    ...startTranscription('https://show.test/1.mp3'),
    pieces: 1,
    nextByte: 0,
    seconds: 60,
    ...more,
  });

  test('without audio at the end of the file is the end', async () => {
    const transcribe = () => Promise.reject(new Error('nothing to transcribe'));
    const host = hostOf(new TextEncoder().encode('TAG'.padEnd(128, ' ')));
    const state = await transcribeNextPiece(goingOn(), host, transcribe);
    expect(isTranscribed(state)).toBe(true);
    expect(state).toMatchObject({ seconds: 60, lines: [] });
  });

  test('without audio in the middle of the file is an error for good', async () => {
    const host = hostOf(new Uint8Array(4_000_000));
    await expect(transcribeNextPiece(goingOn(), host, async () => words)).rejects.toMatchObject({
      message: 'The audio is cut off.',
      isTemporary: false,
    });
  });

  test('that brings an episode over four hours is an error for good', async () => {
    const long = goingOn({ seconds: 4 * 3_600 - 1 });
    await expect(
      transcribeNextPiece(long, hostOf(mp3(10)), async () => words),
    ).rejects.toMatchObject({ message: expect.stringContaining('4 hours'), isTemporary: false });
  });

  test('whose last sentence is said to start behind its end is not cut', async () => {
    const [first] = words.lines;
    const lines = [
      { start: 1, end: 3, text: 'Hello.' },
      { ...first, start: 9e3, end: 9e3, text: 'Bye.' },
    ];
    const body = mp3(200);
    const state = await transcribeNextPiece(
      goingOn({ pieces: 0, seconds: 0 }),
      hostOf(body),
      async () => ({ language: 'en', lines }),
    );
    expect(state.lines.map(({ text }) => text)).toEqual(['Hello.', 'Bye.']);
    expect(state.lines[1]?.start).toBeCloseTo(state.seconds, 2);
    expect(state.nextByte).toBeGreaterThan(2_000_000);
  });

  test.each([
    ['https://show.test/1.AAC?x=1', 'episode.AAC'],
    ['https://show.test/play', 'episode.mp3'],
  ])('in an unknown format is named as it is declared: %s', async (audioUrl, fileName) => {
    const sent: unknown[] = [];
    const state = await transcribeNextPiece(
      startTranscription(audioUrl),
      hostOf(new TextEncoder().encode('of no known kind'), 'audio/aac'),
      async ({ bytes: _, ...piece }) => {
        sent.push(piece);
        return { language: null, lines: [{ start: 0, end: null, text: 'All of it.' }] };
      },
    );
    expect(sent).toEqual([{ type: 'audio/aac', fileName }]);
    expect(state.lines).toEqual([{ start: 0, end: 0, speaker: null, text: 'All of it.' }]);
  });

  test('that is missing, at the start or of a file whose length is known, is an error', async () => {
    const host = await audioHost(new Uint8Array(0));
    const fetchLocal: typeof fetchOutside = (address, options) =>
      fetchOutside(address, { ...options, allowLoopback: true });
    for (const state of [{ nextByte: 0 }, { nextByte: 10, totalBytes: 20 }]) {
      const there = goingOn({ ...state, audioUrl: host.url, url: host.url });
      await expect(transcribeNextPiece(there, fetchLocal, async () => words)).rejects.toMatchObject(
        { status: 416 },
      );
    }
  });
});

describe('audio in another format', () => {
  const wav = new TextEncoder().encode('RIFF0000WAVEfmt of little use');

  test('is transcribed whole', async () => {
    const transcribe: Parameters<typeof transcribeNextPiece>[2] = async ({
      bytes,
      type,
      fileName,
    }) => {
      expect({ length: bytes.length, type, fileName }).toEqual({
        length: wav.length,
        type: 'audio/wav',
        fileName: 'episode.wav',
      });
      return { language: 'en', lines: [{ start: 1, end: 3, text: 'Hello.' }] };
    };
    const host = await audioHost(wav, { type: 'application/octet-stream' });
    const state = await transcribeNextPiece(
      startTranscription(host.url),
      (url, options) => fetchOutside(url, { ...options, allowLoopback: true }),
      transcribe,
    );
    expect(isTranscribed(state)).toBe(true);
    expect(state.lines).toEqual([{ start: 1, end: 3, speaker: null, text: 'Hello.' }]);
  });

  test('is skipped if it is large', async () => {
    const host = await audioHost(wav, { total: 100_000_000 });
    const speech = await speechServer();
    await expect(transcribeAll(host.url, speech.origin)).rejects.toThrow(/too large/);
  });
});

describe('a speech server that', () => {
  test('needs a key gets it, and one that needs none gets none', async () => {
    const keys: (string | undefined)[] = [];
    const origin = await listen((request, response) => {
      keys.push(request.headers.authorization);
      request.resume();
      response.setHeader('Content-Type', 'application/json');
      request.on('end', () => response.end('{"text": "Hello."}'));
    });
    const piece = { bytes: new Uint8Array(4), type: 'audio/mpeg', fileName: 'piece.mp3' };
    for (const key of ['secret', undefined]) {
      await openAiCompatibleTranscription(origin, 'whisper', key)(piece);
    }
    expect(keys).toEqual(['Bearer secret', undefined]);
  });

  test('sends something else may be asked again', async () => {
    const origin = await listen((request, response) => {
      request.resume();
      request.on('end', () => response.end('{"words": []}'));
    });
    const host = await audioHost(mp3(30));
    await expect(transcribeAll(host.url, origin)).rejects.toMatchObject({
      message: 'The speech model sent no transcript.',
      isTemporary: true,
    });
  });

  test.each([
    [500, true],
    [429, true],
    [400, false],
    [401, false],
  ])('answers %i may be asked again: %s', async (status, isTemporary) => {
    const [speech, host] = [await speechServer({ status }), await audioHost(mp3(30))];
    await expect(transcribeAll(host.url, speech.origin)).rejects.toMatchObject({
      name: 'TranscriptionError',
      isTemporary,
    });
  });

  test('is unreachable may be asked again', async () => {
    const host = await audioHost(mp3(30));
    await expect(transcribeAll(host.url, 'http://127.0.0.1:9')).rejects.toMatchObject({
      isTemporary: true,
    });
  });
});

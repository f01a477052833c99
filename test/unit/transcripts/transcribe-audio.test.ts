import { describe, expect, test } from 'vitest';
import { fetchOutside } from '../../../worker/platform/outbound/fetch-outside.ts';
import { findMp3Frames } from '../../../worker/transcripts/transcription/mp3-frames.ts';
import { openAiCompatibleTranscription } from '../../../worker/transcripts/transcription/speech-to-text.ts';
import {
  isTranscribed,
  newTranscription,
  type TranscriptionState,
  transcribeNextPiece,
} from '../../../worker/transcripts/transcription/transcribe-audio.ts';
import {
  audioHost,
  expectAll,
  FRAME_SECONDS,
  id3,
  listen,
  mp3,
  speechServer,
  transcribeAll,
} from './audio.ts';

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
    const first = await transcribeNextPiece(newTranscription(host.url), fetchLocal, transcribe);
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
      newTranscription(host.url),
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
    ...newTranscription('https://show.test/1.mp3'),
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
      newTranscription(audioUrl),
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
      newTranscription(host.url),
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

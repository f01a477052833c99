import { createMessageBatch } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { episodes } from '../../../schema/tables/episodes.ts';
import type { TranscriptReply } from '../../../schema/wire/episodes.ts';
import { transcriptionJobSchema } from '../../../schema/wire/jobs.ts';
import type { TakeBytes } from '../../../worker/platform/outbound/read-body.ts';
import { transcriptDeps } from '../../../worker/transcripts/find-transcript.ts';
import { consumeTranscription } from '../../../worker/transcripts/transcription/consume.ts';
import { transcriptionFor } from '../../../worker/transcripts/transcription/speech-to-text.ts';
import { hostOrigin, timesAsked } from '../../support/outside.ts';
import { db } from '../../support/podcasts.ts';
import { deliver } from '../../support/queues.ts';
import { json, makeSpoken, QUEUE, stateOf, TRANSCRIBED } from './spoken-episode.ts';

test('a long episode goes from message to message, and no piece is transcribed twice', async () => {
  const frame = new Uint8Array(417).fill(1);
  frame.set([0xff, 0xfb, 0x90, 0x44]);
  const audio = new Uint8Array(417 * 15_000);
  for (let index = 0; index < audio.length; index += 417) audio.set(frame, index);
  const episode = await makeSpoken(json(TRANSCRIBED));
  await episode.ask();
  let pieces = 0;
  const deps = {
    ...transcriptDeps(episode.own),
    queue: episode.own.TRANSCRIPTION_QUEUE,
    transcribe: async () => {
      pieces += 1;
      return { language: 'en', lines: [{ start: 1, end: 5, text: `Piece ${pieces}.` }] };
    },
    fetchOutside: async (
      url: string,
      options: { headers?: Readonly<Record<string, string>>; onBytes?: TakeBytes } = {},
    ) => {
      const [from = 0, to = 0] =
        /(\d+)-(\d+)/
          .exec(options.headers?.Range ?? '')
          ?.slice(1)
          .map(Number) ?? [];
      const headers = new Headers({ 'Content-Range': `bytes ${from}-${to}/${audio.length}` });
      options.onBytes?.(audio.slice(from, to + 1), { status: 206, headers, url });
      const body = new Uint8Array(0);
      return {
        status: 206,
        headers,
        body,
        url,
        isWhole: true,
        permanentUrl: null,
      };
    },
  };
  const handOn = async (body: unknown, attempts = 1) => {
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts, body };
    await consumeTranscription(createMessageBatch(QUEUE, [message]), episode.own, deps);
  };
  const progress: (number | null)[] = [];
  for (let index = 0; index < episode.sent.length; index += 1) {
    const job = transcriptionJobSchema.parse(episode.sent[index]);
    expect(job.pieces).toBe(index);
    await handOn(job);
    // The same message once more: as a duplicate it starts nothing.
    await handOn(job);
    progress.push((await stateOf(episode.id))?.progress ?? null);
  }
  expect(progress).toEqual([33, 67, null]);
  expect(pieces).toBe(3);
  const reply = await episode.ask();
  const { lines } = await reply.json<TranscriptReply>();
  const seconds = (1152 / 44_100) * Math.floor((2 * 1024 * 1024) / 417);
  expect(lines.map(({ start, text }) => [Math.round(start ?? 0), text])).toEqual([
    [1, 'Piece 1.'],
    [Math.round(1 + seconds), 'Piece 2.'],
    [Math.round(1 + 2 * seconds), 'Piece 3.'],
  ]);
});

test('a message that was cut short after its piece was transcribed sends the next one', async () => {
  const episode = await makeSpoken(json(TRANSCRIBED));
  await episode.ask();
  const state = {
    audioUrl: `${hostOrigin()}${episode.audioPath}`,
    url: `${hostOrigin()}${episode.audioPath}`,
    etag: null,
    pieces: 1,
    nextByte: 10,
    totalBytes: 100,
    seconds: 5,
    language: 'en',
    lines: [],
  };
  await env.TRANSCRIPTS.put(`transcriptions/${episode.id}.json`, JSON.stringify(state));
  await episode.transcribe();
  expect(episode.sent).toHaveLength(1);
  await deliver(QUEUE, [{ body: episode.sent[0], attempts: 2 }], episode.own);
  expect(episode.sent[1]).toEqual({ episodeId: episode.id, pieces: 1 });
});

const DONE = {
  etag: null,
  pieces: 2,
  nextByte: 100,
  totalBytes: 100,
  seconds: 9,
  language: 'en',
  lines: [{ start: 1, end: 5, speaker: null, text: 'All of it.' }],
};

/** A state of the transcription in the bucket. */
const storeState = (episode: Awaited<ReturnType<typeof makeSpoken>>, state: object) =>
  env.TRANSCRIPTS.put(
    `transcriptions/${episode.id}.json`,
    JSON.stringify({
      audioUrl: `${hostOrigin()}${episode.audioPath}`,
      url: `${hostOrigin()}${episode.audioPath}`,
      ...state,
    }),
  );

test('a transcription whose last run died before it stored the transcript is stored', async () => {
  const episode = await makeSpoken(json(TRANSCRIBED));
  await episode.ask();
  await storeState(episode, DONE);
  await deliver(QUEUE, [{ body: { episodeId: episode.id, pieces: 2 }, attempts: 2 }], episode.own);
  const { lines } = await (await episode.ask()).json<TranscriptReply>();
  expect(lines).toEqual(DONE.lines);
  expect(await timesAsked(episode.speechPath)).toBe(0);
});

test('what was transcribed of an episode that is gone is deleted', async () => {
  const episode = await makeSpoken(json(TRANSCRIBED));
  await episode.ask();
  await storeState(episode, DONE);
  await db.delete(episodes).where(eq(episodes.id, episode.id));
  expect((await episode.transcribe()).acked).toEqual(['m0']);
  expect(await env.TRANSCRIPTS.head(`transcriptions/${episode.id}.json`)).toBeNull();
});

test('a piece that another worker finished meanwhile is left to that worker', async () => {
  const episode = await makeSpoken(json(TRANSCRIBED));
  await episode.ask();
  const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1 };
  const batch = createMessageBatch(QUEUE, [{ ...message, body: episode.sent[0] }]);
  await consumeTranscription(batch, episode.own, {
    ...transcriptDeps(episode.own),
    queue: episode.own.TRANSCRIPTION_QUEUE,
    transcribe: async () => {
      await storeState(episode, { ...DONE, totalBytes: 900 });
      return { language: 'en', lines: [{ start: 1, end: 5, text: 'Late.' }] };
    },
  });
  expect(episode.sent).toHaveLength(1);
  expect(await stateOf(episode.id)).toMatchObject({ status: 'fetching' });
  const kept = await env.TRANSCRIPTS.get(`transcriptions/${episode.id}.json`);
  expect(await kept?.json()).toMatchObject({ pieces: 2, lines: DONE.lines });
});

test.each(['dripcast-transcription', 'dripcast-transfers'])(
  'a message that nobody understands is dropped: %s',
  async (queue) => {
    const own = { ...env, AI_PROVIDER: 'openai-compatible', AI_SPEECH_MODEL: 'ears' };
    for (const name of [queue, `${queue}-dead`]) {
      const { acked, retried } = await deliver(name, [{ body: { of: 'an older version' } }], own);
      expect({ acked, retried }).toEqual({ acked: ['m0'], retried: [] });
    }
  },
);

test("Workers AI's speech model gets base64, and its segments are read", async () => {
  let asked: unknown[] = [];
  const run = async (...args: unknown[]) => {
    asked = args;
    return { ...TRANSCRIBED, transcription_info: { language: 'en', duration: 8 }, word_count: 7 };
  };
  const own = {
    ...env,
    AI_PROVIDER: 'workers-ai',
    AI: { run } as unknown as Ai,
    AI_SPEECH_MODEL: '@cf/openai/whisper-large-v3-turbo',
  };
  const transcribe = transcriptionFor(own);
  expect(() => transcriptionFor({ ...own, AI_SPEECH_MODEL: '' })).toThrow('switched off');
  const bytes = new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 4);
  const piece = await transcribe({ bytes, type: 'audio/mpeg', fileName: 'piece.mp3' });
  expect(asked).toEqual(['@cf/openai/whisper-large-v3-turbo', { audio: btoa('\x02\x03\x04') }]);
  expect(piece.language).toBe('en');
  expect(piece.lines).toEqual([
    { start: 0, end: 4.5, text: 'We hired four people.' },
    { start: 4.5, end: 8, text: 'Two came back.' },
  ]);
});

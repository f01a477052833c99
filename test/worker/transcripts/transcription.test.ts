import { env } from 'cloudflare:workers';
import { subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { transcripts } from '../../../schema/tables/episodes.ts';
import type { TranscriptReply } from '../../../schema/wire/episodes.ts';
import type { TranscriptionJob } from '../../../schema/wire/jobs.ts';
import { findTranscript, transcriptDeps } from '../../../worker/transcripts/find-transcript.ts';
import { takeOverTranscription } from '../../../worker/transcripts/transcription/take-over.ts';
import { leaveDead } from '../../support/leases.ts';
import { serve, timesAsked } from '../../support/outside.ts';
import { makePerson } from '../../support/people.ts';
import type { Served } from '../../support/podcast-host.ts';
import { db, vtt, vttLink } from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';
import { useUp } from '../../support/rate-limits.ts';
import { json, makeSpoken, QUEUE, SOUND, stateOf, TRANSCRIBED } from './spoken-episode.ts';

describe('an episode with audio only', () => {
  test('is transcribed in the queue, which reports its progress', async () => {
    const episode = await makeSpoken(json(TRANSCRIBED), { title: 'Hiring' });
    const waiting = await episode.ask();
    expect(waiting.status).toBe(503);
    expect(await waiting.json()).toMatchObject({ error: 'unavailable', transcriptProgress: 0 });
    expect(await stateOf(episode.id)).toMatchObject({ status: 'fetching', progress: 0 });
    expect(episode.sent).toEqual([{ episodeId: episode.id, pieces: 0 }]);
    // Requests in the meantime start nothing new.
    expect((await episode.ask()).status).toBe(503);
    expect(episode.sent).toHaveLength(1);

    expect((await episode.transcribe()).acked).toEqual(['m0']);
    const reply = await episode.ask();
    expect(reply.status).toBe(200);
    const { lines, transcript } = await reply.json<TranscriptReply>();
    expect(lines).toEqual([
      { start: 0, end: 4.5, speaker: null, text: 'We hired four people.' },
      { start: 4.5, end: 8, speaker: null, text: 'Two came back.' },
    ]);
    expect(transcript).toContain('written by speech recognition');
    expect(await stateOf(episode.id)).toMatchObject({
      status: 'ready',
      source: 'speech',
      language: 'en',
      progress: null,
    });
    expect(await env.TRANSCRIPTS.head(`transcriptions/${episode.id}.json`)).toBeNull();
  });

  test('is transcribed once, however often its message arrives', async () => {
    const episode = await makeSpoken(json(TRANSCRIBED));
    await episode.ask();
    await Promise.all([episode.transcribe(), episode.transcribe()]);
    await episode.transcribe(2);
    expect((await episode.ask()).status).toBe(200);
    expect(await timesAsked(episode.speechPath)).toBeLessThanOrEqual(2);
    expect(episode.sent).toHaveLength(1);
  });

  test('has a transcript only if the deployment can transcribe', async () => {
    const episode = await makeSpoken(json(TRANSCRIBED));
    const deaf = await findTranscript(transcriptDeps(env, { mayTranscribe: true }), episode.id);
    expect(deaf.status).toBe('unavailable');
    expect(episode.sent).toEqual([]);
    expect((await episode.ask()).status).toBe(503);
  });

  test('is transcribed only for subscribers, but readable for everyone', async () => {
    const link = vttLink(await serve(`/${crypto.randomUUID()}.vtt`, { status: 404 }));
    for (const transcriptLinks of [[], [link]]) {
      const episode = await makeSpoken(json(TRANSCRIBED), { transcriptLinks });
      const refused = await episode.askWithoutSubscription();
      expect(refused.status).toBe(404);
      expect(await refused.json()).toMatchObject({ transcriptUnavailable: true });
      expect(episode.sent).toEqual([]);
      // It isn't recorded as missing either, which would delay transcription by a day.
      expect((await episode.ask()).status).toBe(503);
      expect((await episode.askWithoutSubscription()).status).toBe(503);
      await episode.transcribe();
      expect((await episode.askWithoutSubscription()).status).toBe(200);
      expect(episode.sent).toHaveLength(1);
    }
  });

  test('is not transcribed for a question or a quiz', async () => {
    const episode = await makeSpoken(json(TRANSCRIBED));
    const found = await findTranscript(transcriptDeps(episode.own), episode.id);
    expect(found.status).toBe('unavailable');
    expect(episode.sent).toEqual([]);
  });

  test("can't be forced by repeated requests", async () => {
    const episode = await makeSpoken(json(TRANSCRIBED));
    const person = await makePerson(episode.own);
    useUp(env.QUESTION_LIMIT, `transcript ${person.id}`);
    const path = `/api/podcasts/episodes/${episode.id}/transcript`;
    expect((await person.ask(path)).status).toBe(429);
    await episode.ask();
    await episode.transcribe();
    expect((await person.ask(path)).status).toBe(200);
  });

  test('is retried while the speech server is down, and continues afterwards', async () => {
    const episode = await makeSpoken({ status: 503 });
    await episode.ask();
    expect((await episode.transcribe()).retried).toEqual([{ id: 'm0', delaySeconds: 30 }]);
    expect(await stateOf(episode.id)).toMatchObject({ status: 'fetching' });
    await serve(episode.speechPath, json(TRANSCRIBED));
    expect((await episode.transcribe(2)).acked).toEqual(['m0']);
    expect((await episode.ask()).status).toBe(200);
  });

  test.each<[string, Served, Served]>([
    ['whose audio is gone', { status: 404 }, json(TRANSCRIBED)],
    ['that the model refuses', SOUND, { status: 400 }],
    ['without a word in it', SOUND, json({ text: ' ', segments: [] })],
  ])('%s has no transcript, and is asked for again after a day', async (_, audio, speech) => {
    const episode = await makeSpoken(speech);
    await serve(episode.audioPath, audio);
    await episode.ask();
    expect((await episode.transcribe()).acked).toEqual(['m0']);
    const state = await stateOf(episode.id);
    expect(state).toMatchObject({ status: 'unavailable', progress: null });
    expect(state?.reason).toMatch(/\.$/);
    expect((await episode.ask()).status).toBe(404);
  });

  test('of more than four hours is not transcribed', async () => {
    const episode = await makeSpoken(json(TRANSCRIBED), { durationSeconds: 5 * 3_600 });
    await episode.ask();
    await episode.transcribe();
    expect((await stateOf(episode.id))?.reason).toMatch(/longer than 4 hours/);
    expect(await timesAsked(episode.audioPath)).toBe(0);
  });

  test('fails after its last retry, and can continue later', async () => {
    const episode = await makeSpoken(json(TRANSCRIBED));
    await episode.ask();
    const dead = await deliver(`${QUEUE}-dead`, [{ body: episode.sent[0] }], episode.own);
    expect(dead.acked).toEqual(['m0']);
    expect(await stateOf(episode.id)).toMatchObject({ status: 'unavailable' });
    const retryAt = subMinutes(new Date(), 1);
    await db.update(transcripts).set({ retryAt }).where(eq(transcripts.episodeId, episode.id));
    expect((await episode.ask()).status).toBe(503);
    await episode.transcribe();
    expect((await episode.ask()).status).toBe(200);
  });

  test('whose transcription was lost is taken over by the next request', async () => {
    const episode = await makeSpoken(json(TRANSCRIBED));
    await episode.ask();
    const retryAt = subMinutes(new Date(), 1);
    await db.update(transcripts).set({ retryAt }).where(eq(transcripts.episodeId, episode.id));
    expect((await episode.ask()).status).toBe(503);
    expect(episode.sent).toHaveLength(2);
  });
});

describe('a transcription whose worker died', () => {
  test('three times in a row is given up, and goes on if asked for later', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const episode = await makeSpoken(json(TRANSCRIBED));
    await episode.ask();
    await leaveDead(`transcription ${episode.id}`, 3);
    const [before, { acked }] = [episode.sent.length, await episode.transcribe()];
    error.mockRestore();
    expect(acked).toEqual(['m0']);
    expect(episode.sent).toHaveLength(before);
    expect(await timesAsked(episode.speechPath)).toBe(0);
    expect(await stateOf(episode.id)).toMatchObject({
      status: 'unavailable',
      reason: 'The audio of this episode could not be transcribed.',
    });
    const retryAt = subMinutes(new Date(), 1);
    await db.update(transcripts).set({ retryAt }).where(eq(transcripts.episodeId, episode.id));
    expect((await episode.ask()).status).toBe(503);
    await episode.transcribe();
    expect((await episode.ask()).status).toBe(200);
  });

  test('twice is tried once more', async () => {
    const episode = await makeSpoken(json(TRANSCRIBED));
    await episode.ask();
    await leaveDead(`transcription ${episode.id}`, 2);
    await episode.transcribe();
    expect((await episode.ask()).status).toBe(200);
  });

  test('is taken over once, and continues where it stopped', async () => {
    const episode = await makeSpoken(json(TRANSCRIBED));
    await episode.ask();
    const { queue, sent } = recordingQueue();
    const look = () => takeOverTranscription(db, env.TRANSCRIPTS, queue);
    await look();
    expect(sent).not.toContainEqual({ episodeId: episode.id, pieces: 0 });
    const held = ((await stateOf(episode.id))?.retryAt?.getTime() ?? 0) - Date.now();
    expect(held).toBeLessThanOrEqual(60_000);
    const retryAt = subMinutes(new Date(), 1);
    await db.update(transcripts).set({ retryAt }).where(eq(transcripts.episodeId, episode.id));
    await Promise.all([look(), look()]);
    expect(sent.filter((job) => (job as TranscriptionJob).episodeId === episode.id)).toEqual([
      { episodeId: episode.id, pieces: 0 },
    ]);
  });
});

describe('transcription is not the first choice', () => {
  test("the feed's own transcript takes precedence", async () => {
    const link = vttLink(
      await serve(`/${crypto.randomUUID()}.vtt`, { body: vtt(['From the feed.']) }),
    );
    const episode = await makeSpoken(json(TRANSCRIBED), { transcriptLinks: [link] });
    expect((await episode.ask()).status).toBe(200);
    expect(await stateOf(episode.id)).toMatchObject({ source: 'feed' });
  });

  test('waits for one that is temporarily unavailable', async () => {
    const link = vttLink(await serve(`/${crypto.randomUUID()}.vtt`, { status: 503 }));
    const episode = await makeSpoken(json(TRANSCRIBED), { transcriptLinks: [link] });
    expect((await episode.ask()).status).toBe(503);
    expect(episode.sent).toEqual([]);
    expect(await stateOf(episode.id)).toMatchObject({ status: 'unavailable', reason: null });
  });

  test('one that is missing for good is replaced', async () => {
    const link = vttLink(await serve(`/${crypto.randomUUID()}.vtt`, { status: 404 }));
    const episode = await makeSpoken(json(TRANSCRIBED), { transcriptLinks: [link] });
    expect((await episode.ask()).status).toBe(503);
    expect(episode.sent).toHaveLength(1);
  });
});

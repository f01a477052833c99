/** Workers fail or die at each call of a transcription: another one finishes it, and pays for one piece more at most. */
import { createMessageBatch } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { addMinutes } from 'date-fns';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { transcripts } from '../../../schema/tables/episodes.ts';
import { leases } from '../../../schema/tables/jobs.ts';
import type { TranscriptionJob } from '../../../schema/wire/jobs.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import type { FetchOutside } from '../../../worker/platform/outbound/fetch-outside-for.ts';
import { OutboundError } from '../../../worker/platform/outbound/outbound-error.ts';
import { readStoredTranscript } from '../../../worker/transcripts/store.ts';
import { consumeTranscription } from '../../../worker/transcripts/transcription/consume.ts';
import { takeOverTranscription } from '../../../worker/transcripts/transcription/take-over.ts';
import { type Ending, Life, mortalBucket, mortalDatabase } from '../../support/life.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';
import { QUEUE, stateOf } from './spoken-episode.ts';

/** Two pieces of MP3, whose frames differ in nothing but their place. */
const FRAME_BYTES = 417;
const AUDIO = new Uint8Array(FRAME_BYTES * 6_000).fill(1);
for (let at = 0; at < AUDIO.length; at += FRAME_BYTES) AUDIO.set([0xff, 0xfb, 0x90, 0x44], at);

const FOREVER = 1_000;
const UNTIL_QUIET = 20;

const fetchAudio: FetchOutside = async (url, options = {}) => {
  const range = /(\d+)-(\d+)/.exec(new Headers(options.headers).get('Range') ?? '');
  const [from = 0, to = 0] = range?.slice(1).map(Number) ?? [];
  const bytes = AUDIO.slice(from, to + 1);
  const headers = new Headers({ 'Content-Range': `bytes ${from}-${to}/${AUDIO.length}` });
  options.onBytes?.(bytes, { status: 206, headers, url });
  const body = new Uint8Array(0);
  return { status: 206, headers, body, url, isWhole: true, permanentUrl: null };
};

/** An episode whose transcription has been asked for. */
async function makeBegun() {
  const { id: podcastId } = await makePodcast();
  const episode = await makeEpisode(podcastId, { audioUrl: 'https://sound.test/1.mp3' });
  await db.insert(transcripts).values({
    episodeId: episode.id,
    status: 'fetching',
    progress: 0,
    retryAt: addMinutes(new Date(), 1),
    checkedAt: new Date(),
  });
  return episode;
}

/** Delivers an episode's messages as a queue does, and counts the pieces that were paid for. */
function workerOf(episodeId: string) {
  const first: TranscriptionJob = { episodeId, pieces: 0 };
  const queued = [{ body: first, attempts: 1 }];
  let paid = 0;
  const depsOf = (life: Life, fetchOutside = fetchAudio) => ({
    db: createDatabase(mortalDatabase(env.DB, life)),
    bucket: mortalBucket(env.TRANSCRIPTS, life),
    fetchOutside: ((...args) => life.step(() => fetchOutside(...args))) as FetchOutside,
    transcribe: ({ bytes }: { bytes: Uint8Array }) =>
      life.step(async () => {
        paid += 1;
        const text = bytes.length > 1_000_000 ? 'The first piece.' : 'The second piece.';
        return { language: 'en', lines: [{ start: 1, end: 5, text }] };
      }),
    queue: {
      send: (body: TranscriptionJob) =>
        life.step(async () => void queued.push({ body, attempts: 1 })) as Promise<never>,
    },
    retryHours: 24,
  });
  return {
    paid: () => paid,
    /** @param life of whoever takes the messages; one that died takes no more */
    async deliver(life: Life, ending: Ending, fetchOutside?: FetchOutside) {
      for (let turn = 0; turn < UNTIL_QUIET; turn += 1) {
        const next = queued.shift();
        if (!next) return;
        const message = { id: crypto.randomUUID(), timestamp: new Date(), ...next };
        const batch = createMessageBatch(QUEUE, [message]);
        let isAcked = false;
        const [one] = batch.messages;
        if (!one) throw new Error('there is no message');
        one.ack = () => {
          isAcked = true;
        };
        one.retry = () => {};
        // A message whose consumer throws is tried again, too.
        await consumeTranscription(batch, env, depsOf(life, fetchOutside)).catch(() => {});
        const isDead = life.isOver && ending !== 'failing';
        if (!isAcked && !isDead) queued.push({ ...next, attempts: next.attempts + 1 });
        // Its message is lost with it.
        if (isDead) return;
      }
      throw new Error('the messages never end');
    },
    /** A minute later, when everything that a dead worker held has expired. */
    async takeOver() {
      const past = new Date(1);
      await db
        .update(leases)
        .set({ expiresAt: past })
        .where(eq(leases.key, keyOf(episodeId)));
      await db
        .update(transcripts)
        .set({ retryAt: past })
        .where(eq(transcripts.episodeId, episodeId));
      const { queue } = depsOf(new Life(FOREVER, 'after'));
      const send = async (body: TranscriptionJob) => {
        if (body.episodeId === episodeId) await queue.send(body);
      };
      await takeOverTranscription(db, env.TRANSCRIPTS, {
        send,
      } as unknown as Queue<TranscriptionJob>);
    },
  };
}

const keyOf = (episodeId: string) => `transcription ${episodeId}`;

test.each(['failing', 'before', 'after'] as const)(
  'with a worker that ends %s each call, the transcript is stored whole',
  async (ending) => {
    let isOver = true;
    let last = 0;
    while (isOver) {
      last += 1;
      const step = `${ending}, call ${last}`;
      const episode = await makeBegun();
      const life = new Life(last, ending);
      const worker = workerOf(episode.id);
      await worker.deliver(life, ending);
      isOver = life.isOver;
      const state = await stateOf(episode.id);
      if (state?.status === 'fetching') await worker.takeOver();
      await worker.deliver(new Life(FOREVER, 'after'), 'after');
      expect((await stateOf(episode.id))?.status, step).toBe('ready');
      const stored = await readStoredTranscript(env.TRANSCRIPTS, episode.id);
      expect(
        stored?.lines.map(({ text }) => text),
        step,
      ).toEqual(['The first piece.', 'The second piece.']);
      expect(worker.paid(), step).toBeLessThanOrEqual(3);
      const left = await env.TRANSCRIPTS.head(`transcriptions/${episode.id}.json`);
      // The row says that it is done, so nobody asks again; a repeated message cleans up.
      if (ending === 'failing') expect(left, step).toBeNull();
    }
    expect(last).toBeGreaterThan(15);
  },
);

test('audio that is gone is given up, whichever call fails, and the reason is shown', async () => {
  const gone: FetchOutside = () =>
    Promise.reject(new OutboundError('status', 'The audio is gone', { status: 404 }));
  let isOver = true;
  for (let last = 1; isOver; last += 1) {
    const episode = await makeBegun();
    const life = new Life(last, 'failing');
    const worker = workerOf(episode.id);
    await worker.deliver(life, 'failing', gone);
    isOver = life.isOver;
    expect(await stateOf(episode.id), `call ${last}`).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('gone'),
    });
  }
});

test('a state that cannot be read is begun again, and holds up no other transcription', async () => {
  const [broken, whole] = [await makeBegun(), await makeBegun()];
  await env.TRANSCRIPTS.put(`transcriptions/${broken.id}.json`, '{"pieces": 1');
  await db
    .update(transcripts)
    .set({ retryAt: new Date(1) })
    .where(inArray(transcripts.episodeId, [broken.id, whole.id]));
  const sent: string[] = [];
  const queue = { send: async (job: TranscriptionJob) => void sent.push(job.episodeId) };
  await takeOverTranscription(db, env.TRANSCRIPTS, queue as unknown as Queue<TranscriptionJob>);
  expect(sent).toEqual(expect.arrayContaining([broken.id, whole.id]));
  const worker = workerOf(broken.id);
  await worker.deliver(new Life(FOREVER, 'after'), 'after');
  expect((await stateOf(broken.id))?.status).toBe('ready');
  expect(worker.paid()).toBe(2);
});

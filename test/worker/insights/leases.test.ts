/** Insights whose worker died are taken over soon and once, and refunded if nothing helps. */
import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  runDurableObjectAlarm,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { addSeconds, subSeconds } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { generations } from '../../../schema/tables/insights.ts';
import { leases } from '../../../schema/tables/jobs.ts';
import type { Assistant } from '../../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { consumeInsightBatch } from '../../../worker/insights/consume.ts';
import { INSIGHT_FAILED } from '../../../worker/insights/generate-insight.ts';
import { takeOverInsights } from '../../../worker/insights/take-over-insights.ts';
import { recordingQueue } from '../../support/queues.ts';
import { call, db, makeEpisode, makeReader, makeSession } from '../chat/people.ts';
import { connect } from '../chat/socket-client.ts';
import { take } from './take.ts';
import { saying } from './written.ts';

const write = vi.fn<Assistant['writeInsight']>();
const assistant: Assistant = { ...createEmbeddedAssistant(), writeInsight: write };

async function deliver(generationId: string, attempts = 1) {
  const body = { generationId };
  const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts, body };
  const batch = createMessageBatch('dripcast-insights', [message]);
  await consumeInsightBatch(batch, env, assistant);
  return getQueueResult(batch, createExecutionContext());
}

async function generationOf(id: string) {
  const [row] = await db.select().from(generations).where(eq(generations.id, id));
  return row;
}

const expire = (id: string) =>
  db
    .update(generations)
    .set({ leaseUntil: subSeconds(new Date(), 1) })
    .where(eq(generations.id, id));

/** Which of these generations were queued again. */
async function takenOver(...ids: string[]): Promise<string[]> {
  const { queue, sent } = recordingQueue();
  await takeOverInsights(db, queue);
  return (sent as { generationId: string }[])
    .map(({ generationId }) => generationId)
    .filter((id) => ids.includes(id));
}

const SOON = 60_000;

describe('an insight in the making', () => {
  test('has a lease of less than a minute, which its worker renews', async () => {
    const id = await take(await makeReader(), await makeEpisode());
    const held = async () => ((await generationOf(id))?.leaseUntil?.getTime() ?? 0) - Date.now();
    expect(await held()).toBeGreaterThan(0);
    expect(await held()).toBeLessThanOrEqual(SOON);
    await expire(id);
    write.mockImplementationOnce(async () => {
      expect(await held()).toBeGreaterThan(0);
      return saying('Written.');
    });
    await deliver(id);
    expect(await generationOf(id)).toMatchObject({ status: 'done', attempts: 0 });
  });

  test('whose worker died is taken over once, by exactly one reader', async () => {
    const [alive, dead] = [
      await take(await makeReader(), await makeEpisode()),
      await take(await makeReader(), await makeEpisode()),
    ];
    await expire(dead);
    const looks = await Promise.all([takenOver(alive, dead), takenOver(alive, dead)]);
    expect(looks.flat()).toEqual([dead]);
    expect(await takenOver(alive, dead)).toEqual([]);
  });

  test('sends nothing to the queue if no worker died', async () => {
    await takeOverInsights(db, recordingQueue().queue);
    const queue = { sendBatch: () => Promise.reject(new Error('nothing to send')) };
    expect(await takeOverInsights(db, queue)).toBe(0);
  });

  test('is taken over when its reader asks again, for free', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const id = await take(reader, episodeId);
    await expire(id);
    const path = `/api/podcasts/episodes/${episodeId}/insights`;
    const post = () =>
      call(path, { method: 'POST', reader, headers: { Origin: 'http://localhost' } });
    expect((await post()).status).toBe(200);
    await expect.poll(async () => (await generationOf(id))?.status).toBe('done');
    expect(await generationOf(id)).toMatchObject({ isCharged: true });
  });

  test('is taken over by the conversation that waits for it', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const sessionId = await makeSession(reader, episodeId);
    const id = await take(reader, episodeId);
    const socket = await connect(reader, sessionId);
    await expire(id);
    await runDurableObjectAlarm(env.CHAT_SESSIONS.getByName(sessionId));
    await socket.next('insight_complete');
    expect(await generationOf(id)).toMatchObject({ status: 'done' });
  });

  test('is written by one of two concurrent messages', async () => {
    const id = await take(await makeReader(), await makeEpisode());
    const gate = Promise.withResolvers<ReturnType<typeof saying>>();
    write.mockClear();
    write.mockImplementationOnce(() => gate.promise);
    const first = deliver(id);
    await expect.poll(() => write.mock.calls.length).toBe(1);
    const second = await deliver(id);
    expect(second.explicitAcks).toHaveLength(1);
    gate.resolve(saying('Once.'));
    await first;
    expect(write).toHaveBeenCalledTimes(1);
    expect(await generationOf(id)).toMatchObject({ status: 'done' });
  });

  test('that killed several workers fails for good and is refunded', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const id = await take(reader, episodeId);
    const socket = await connect(reader, await makeSession(reader, episodeId));
    await db.update(generations).set({ attempts: 3 }).where(eq(generations.id, id));
    write.mockClear();
    expect((await deliver(id)).explicitAcks).toHaveLength(1);
    expect(write).not.toHaveBeenCalled();
    expect(await socket.next('insight_failed')).toMatchObject({ message: INSIGHT_FAILED });
    expect(await generationOf(id)).toMatchObject({ status: 'failed', isCharged: false });
  });
});

describe('a second reader', () => {
  async function takeTwo() {
    const [first, second] = [await makeReader(), await makeReader()];
    const episodeId = await makeEpisode();
    const ids = { leader: await take(first, episodeId), follower: await take(second, episodeId) };
    // Gives them different milliseconds.
    await db
      .update(generations)
      .set({ takenAt: subSeconds(new Date(), 5) })
      .where(eq(generations.id, ids.leader));
    return { ...ids, episodeId, second };
  }

  test('is not held up by a dead leader', async () => {
    const { leader, follower } = await takeTwo();
    write.mockClear();
    write.mockResolvedValue(saying('For both.'));
    await deliver(follower);
    expect(write).not.toHaveBeenCalled();
    await expire(leader);
    await deliver(follower);
    expect(await generationOf(follower)).toMatchObject({ status: 'done' });
    expect(await generationOf(leader)).toMatchObject({ status: 'done', isCharged: false });
  });

  test('takes over from a dead worker once its lease expires', async () => {
    const { leader, follower, episodeId } = await takeTwo();
    await expire(leader);
    write.mockClear();
    write.mockResolvedValue(saying('For both.'));
    const { kind, model } = assistant;
    const gate = Promise.withResolvers<ReturnType<typeof saying>>();
    write.mockImplementationOnce(() => gate.promise);
    const first = deliver(leader);
    await expect.poll(() => write.mock.calls.length).toBe(1);
    await expire(leader);
    await deliver(follower);
    expect(write).toHaveBeenCalledTimes(1);
    const key = (await db.select().from(leases)).find((lease) =>
      lease.key.startsWith(`insight ${episodeId} ${kind} ${model}`),
    )?.key;
    await db
      .update(leases)
      .set({ expiresAt: subSeconds(new Date(), 1) })
      .where(eq(leases.key, key ?? ''));
    await deliver(follower);
    expect(write).toHaveBeenCalledTimes(2);
    expect(await generationOf(follower)).toMatchObject({ status: 'done' });
    gate.resolve(saying('Too late.'));
    await first;
  });

  test("shares the failure, and isn't charged", async () => {
    const { leader, follower, second, episodeId } = await takeTwo();
    const socket = await connect(second, await makeSession(second, episodeId));
    write.mockRejectedValueOnce(new Error('secret inner trouble'));
    await deliver(leader, 4);
    expect(await socket.next('insight_failed')).toMatchObject({ message: INSIGHT_FAILED });
    for (const id of [leader, follower]) {
      expect(await generationOf(id)).toMatchObject({ status: 'failed', isCharged: false });
    }
  });
});

test("a message with a delayed retry isn't taken over before", async () => {
  const id = await take(await makeReader(), await makeEpisode());
  write.mockRejectedValueOnce(new Error('secret inner trouble'));
  await deliver(id, 3);
  const held = (await generationOf(id))?.leaseUntil;
  expect(held?.getTime()).toBeGreaterThan(addSeconds(new Date(), 45).getTime());
  expect(await takenOver(id)).toEqual([]);
});

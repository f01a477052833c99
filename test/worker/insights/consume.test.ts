import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { generations, insights } from '../../../schema/tables/insights.ts';
import { failedJobs } from '../../../schema/tables/jobs.ts';

import { deleteUser } from '../../../worker/accounts/store.ts';
import type { Assistant } from '../../../worker/assistant/assistant.ts';

import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { STAND_IN_NOTICE } from '../../../worker/assistant/markdown.ts';
import { withFallback } from '../../../worker/assistant/model/with-fallback.ts';
import { consumeDeadInsights, consumeInsightBatch } from '../../../worker/insights/consume.ts';
import { INSIGHT_FAILED, NO_TRANSCRIPT } from '../../../worker/insights/generate-insight.ts';
import { findGeneration } from '../../../worker/insights/store.ts';
import { AppError } from '../../../worker/platform/errors.ts';
import { brokenDatabase } from '../../support/databases.ts';
import { logLines } from '../../support/log-lines.ts';
import { recordingQueue } from '../../support/queues.ts';
import { db, makeEpisode, makeReader, makeSession, type TestReader } from '../chat/people.ts';
import { connect } from '../chat/socket-client.ts';
import { take } from './take.ts';
import { saying } from './written.ts';

async function deliver(body: unknown, assistant?: Assistant, attempts = 1, DB = env.DB) {
  const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts, body };
  const batch = createMessageBatch('dripcast-insights', [message]);
  // The test queue's result lacks the delay.
  const retry = batch.messages[0] && vi.spyOn(batch.messages[0], 'retry');
  await consumeInsightBatch(batch, { ...env, DB }, assistant);
  const result = await getQueueResult(batch, createExecutionContext());
  return {
    isAcked: result.explicitAcks.includes(message.id),
    retryAfter: retry?.mock.calls[0]?.[0]?.delaySeconds ?? null,
  };
}

async function generationOf(id: string) {
  const [row] = await db.select().from(generations).where(eq(generations.id, id));
  return row;
}

function assistantWith(writeInsight: Assistant['writeInsight']): Assistant {
  return { ...createEmbeddedAssistant(), writeInsight };
}

const broken = assistantWith(() => Promise.reject(new Error('secret inner trouble')));

describe('a generation', () => {
  test('shares the lines, and so their analysis, with those for other profiles', async () => {
    const episodeId = await makeEpisode();
    const seen: unknown[] = [];
    const assistant = assistantWith((episode, reader, options) => {
      seen.push(episode.lines);
      return createEmbeddedAssistant().writeInsight(episode, reader, options);
    });
    for (const role of ['Nurse', 'Lawyer']) {
      const generationId = await take(await makeReader({ role }), episodeId);
      await deliver({ generationId }, assistant);
    }
    expect(seen).toHaveLength(2);
    expect(seen[1]).toBe(seen[0]);
  });

  test('is written, stored and shown over the socket', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const generationId = await take(reader, episodeId);
    const socket = await connect(reader, await makeSession(reader, episodeId));
    expect((await socket.next('session')).insight.status).toBe('queued');
    expect(await deliver({ generationId })).toEqual({ isAcked: true, retryAfter: null });

    const { insight } = await socket.next('insight_complete');
    const [kept] = await db.select().from(insights).where(eq(insights.episodeId, episodeId));
    expect(kept?.insight).toBe(insight);
    expect(await generationOf(generationId)).toMatchObject({
      status: 'done',
      isCharged: true,
      insightId: kept?.id,
    });
  });

  test('moves its progress forwards only, in whole steps and as far as the assistant is', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const generationId = await take(reader, episodeId);
    const socket = await connect(reader, await makeSession(reader, episodeId));
    const stepping = assistantWith(async (_episode, _reader, options) => {
      for (const percent of [0, 50, 20, 100]) await options?.onProgress?.(percent, `At ${percent}`);
      return saying('Fine.');
    });
    await deliver({ generationId }, stepping);
    await socket.next('insight_complete');
    const steps = socket.events.flatMap((event) =>
      event.type === 'insight_progress' ? [[event.progress, event.currentStep]] : [],
    );
    expect(steps).toEqual([
      [5, 'Preparing to fetch transcript'],
      [10, 'Fetching podcast transcript'],
      [30, 'Preparing chat session'],
      [30, 'At 0'],
      [62.5, 'At 50'],
      [62.5, 'At 20'],
      [95, 'At 100'],
      [100, 'Ready!'],
    ]);
  });

  test('is written by its model even if its progress cannot be told', async () => {
    const generationId = await take(await makeReader(), await makeEpisode());
    let isDown = false;
    const model = assistantWith(async (_episode, _reader, options) => {
      isDown = true;
      await options?.onProgress?.(50, 'Half way');
      isDown = false;
      return saying('By the model.');
    });
    const assistant = withFallback(model, createEmbeddedAssistant());
    const DB = brokenDatabase(env.DB, () => isDown);
    expect(await deliver({ generationId }, assistant, 1, DB)).toMatchObject({ isAcked: true });
    const { insightId = '' } = (await generationOf(generationId)) ?? {};
    const [written] = await db
      .select()
      .from(insights)
      .where(eq(insights.id, insightId ?? ''));
    expect(written).toMatchObject({ isStandIn: false });
    expect(written?.insight).toContain('By the model.');
  });

  test('that waits for another one is queued again soon, under its lease', async () => {
    const episodeId = await makeEpisode();
    await take(await makeReader(), episodeId);
    const generationId = await take(await makeReader(), episodeId);
    const { queue, sent, delays } = recordingQueue();
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1 };
    const batch = createMessageBatch('dripcast-insights', [{ ...message, body: { generationId } }]);
    await consumeInsightBatch(batch, { ...env, INSIGHT_QUEUE: queue });
    expect(sent).toEqual([{ generationId }]);
    expect(delays).toEqual([10]);
    const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
    expect(explicitAcks).toEqual([message.id]);
    expect(await generationOf(generationId)).toMatchObject({ status: 'queued' });
  });

  test("that is done isn't written again for a duplicate message", async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const generationId = await take(reader, episodeId);
    const writeInsight = vi.fn(() => Promise.resolve(saying('Once.')));
    await deliver({ generationId }, assistantWith(writeInsight));
    const again = await deliver({ generationId }, assistantWith(writeInsight));
    expect(again.isAcked).toBe(true);
    expect(writeInsight).toHaveBeenCalledTimes(1);
  });

  test('whose reader deletes their account meanwhile leaves nothing of the profile', async () => {
    const [alone, first, second] = [
      await makeReader({ role: 'Beekeeper' }),
      await makeReader({ role: 'Midwife' }),
      await makeReader({ role: 'Midwife' }),
    ];
    const [own, shared] = [await makeEpisode(), await makeEpisode()];
    const writtenWhileLeaving = async (leaver: TestReader, episodeId: string) => {
      const generationId = await take(leaver, episodeId);
      if (episodeId === shared) await take(second, episodeId);
      const leave = async () => {
        await deleteUser(db, leaver.id);
        return saying('For a beekeeper or a midwife.');
      };
      expect((await deliver({ generationId }, assistantWith(leave))).isAcked).toBe(true);
      return db.$count(insights, eq(insights.episodeId, episodeId));
    };
    expect(await writtenWhileLeaving(alone, own)).toBe(0);
    // Another reader with the same profile waits for it.
    expect(await writtenWhileLeaving(first, shared)).toBe(1);
    expect((await findGeneration(db, second.id, shared))?.insight).toMatch(/midwife/);
  });

  test('of two readers of one profile is written once, and only the first pays', async () => {
    const [first, second] = [await makeReader(), await makeReader()];
    const episodeId = await makeEpisode();
    const ids = [await take(first, episodeId), await take(second, episodeId)];
    const socket = await connect(second, await makeSession(second, episodeId));
    const writeInsight = vi.fn(() => Promise.resolve(saying('For both.')));
    // The second reader's message comes first: it waits for the first one's work without using up an attempt.
    const early = await deliver({ generationId: ids[1] }, assistantWith(writeInsight));
    expect(early).toEqual({ isAcked: true, retryAfter: null });
    expect(writeInsight).not.toHaveBeenCalled();
    await deliver({ generationId: ids[0] }, assistantWith(writeInsight));

    expect(writeInsight).toHaveBeenCalledTimes(1);
    expect((await socket.next('insight_complete')).insight).toBe('For both.');
    expect(await generationOf(ids[0] ?? '')).toMatchObject({ status: 'done', isCharged: true });
    expect(await generationOf(ids[1] ?? '')).toMatchObject({ status: 'done', isCharged: false });
  });

  test('that another reader got in the meantime is free', async () => {
    const episodeId = await makeEpisode();
    const [first, second] = [await makeReader(), await makeReader()];
    const writeInsight = vi.fn(() => Promise.resolve(saying('Once.')));
    await deliver({ generationId: await take(first, episodeId) }, assistantWith(writeInsight));
    const generationId = await take(second, episodeId);
    const socket = await connect(second, await makeSession(second, episodeId));
    await deliver({ generationId }, assistantWith(writeInsight));
    expect(writeInsight).toHaveBeenCalledTimes(1);
    expect(await generationOf(generationId)).toMatchObject({ status: 'done', isCharged: false });
    expect((await socket.next('insight_complete')).insight).toContain('Once.');
  });

  test('is shaped by the profile, so another profile gets its own', async () => {
    const episodeId = await makeEpisode();
    const nurse = await take(await makeReader({ role: 'Nurse' }), episodeId);
    const lawyer = await take(await makeReader({ role: 'Lawyer' }), episodeId);
    const writeInsight = vi.fn<Assistant['writeInsight']>((_, { role }) =>
      Promise.resolve(saying(`For a ${role}.`)),
    );
    await deliver({ generationId: nurse }, assistantWith(writeInsight));
    await deliver({ generationId: lawyer }, assistantWith(writeInsight));
    const kept = await db.select().from(insights).where(eq(insights.episodeId, episodeId));
    expect(kept.map(({ insight }) => insight).sort()).toEqual(['For a Lawyer.', 'For a Nurse.']);
  });

  test("by a stand-in is refunded and not shared as the model's", async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const generationId = await take(reader, episodeId);
    const model: Assistant = {
      ...assistantWith(() => Promise.resolve(saying('Own words.', true))),
      kind: 'workers-ai',
      model: 'big',
    };
    await deliver({ generationId }, model);
    expect(await generationOf(generationId)).toMatchObject({ status: 'done', isCharged: false });
    const [kept] = await db.select().from(insights).where(eq(insights.episodeId, episodeId));
    expect(kept).toMatchObject({ isStandIn: true, insight: `${STAND_IN_NOTICE}\n\nOwn words.` });
  });
});

describe('a failure', () => {
  test('is retried with growing delay and not shown yet', async () => {
    const reader = await makeReader();
    const generationId = await take(reader, await makeEpisode());
    const logged = logLines();
    for (const [attempts, retryAfter] of [
      [1, 15],
      [2, 30],
      [3, 45],
    ] as const) {
      const settled = await deliver({ generationId }, broken, attempts);
      expect(settled).toEqual({ isAcked: false, retryAfter });
      expect(logged.at(-1)).toMatchObject({
        event: 'insight_failed',
        generationId,
        attempts,
        error: 'Error: secret inner trouble',
      });
    }
    expect(await generationOf(generationId)).toMatchObject({ status: 'queued', isCharged: true });
  });

  test('that lasts is explained, refunded, and can be retried', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const generationId = await take(reader, episodeId);
    const socket = await connect(reader, await makeSession(reader, episodeId));
    expect((await deliver({ generationId }, broken, 4)).isAcked).toBe(true);
    expect(await socket.next('insight_failed')).toMatchObject({ message: INSIGHT_FAILED });
    expect(await generationOf(generationId)).toMatchObject({
      status: 'failed',
      isCharged: false,
      error: INSIGHT_FAILED,
    });

    const again = await take(reader, episodeId);
    expect(again).not.toBe(generationId);
    await deliver({ generationId: again });
    expect(await generationOf(again)).toMatchObject({ status: 'done', isCharged: true });
    await socket.next('insight_complete');
  });

  test('due to a permanently missing transcript is reported at once and refunded', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode({ lines: null });
    const generationId = await take(reader, episodeId);
    const socket = await connect(reader, await makeSession(reader, episodeId));
    expect((await deliver({ generationId })).isAcked).toBe(true);
    expect(await socket.next('insight_failed')).toMatchObject({ message: NO_TRANSCRIPT });
    expect(await generationOf(generationId)).toMatchObject({ status: 'failed', isCharged: false });
  });

  test("of one message doesn't affect the next", async () => {
    const reader = await makeReader();
    const bad = await take(reader, await makeEpisode());
    const good = await take(reader, await makeEpisode());
    const messages = [{ nonsense: true }, { generationId: bad }, { generationId: good }].map(
      (body, index) => ({ id: `m${index}`, timestamp: new Date(), attempts: 1, body }),
    );
    const batch = createMessageBatch('dripcast-insights', messages);
    let calls = 0;
    const onceBroken = assistantWith(() => {
      calls++;
      return calls === 1 ? Promise.reject(new Error('no')) : Promise.resolve(saying('Fine.'));
    });
    await consumeInsightBatch(batch, env, onceBroken);
    const result = await getQueueResult(batch, createExecutionContext());
    expect(result.explicitAcks).toEqual(['m0', 'm2']);
    expect(result.retryMessages.map(({ msgId }) => msgId)).toEqual(['m1']);
    expect(await generationOf(good)).toMatchObject({ status: 'done' });
  });

  test('that killed the Worker each time is recorded, reported and refunded', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const generationId = await take(reader, episodeId);
    const message = {
      id: crypto.randomUUID(),
      timestamp: new Date(),
      attempts: 1,
      body: { generationId },
    };
    const batch = createMessageBatch('dripcast-insights-dead', [message]);
    await consumeDeadInsights(batch, env);
    expect(await generationOf(generationId)).toMatchObject({ status: 'failed', isCharged: false });
    const [job] = await db.select().from(failedJobs).where(eq(failedJobs.id, message.id));
    expect(job).toMatchObject({ queue: 'dripcast-insights-dead', body: { generationId } });
  });

  test('with a reason that is ours says so, any other one only that it failed', async () => {
    const reader = await makeReader();
    const [told, hidden] = [await makeEpisode(), await makeEpisode()];
    const ours = assistantWith(() => Promise.reject(new AppError('unavailable', 'Come again')));
    await deliver({ generationId: await take(reader, told) }, ours, 4);
    await deliver({ generationId: await take(reader, hidden) }, broken, 4);
    expect((await findGeneration(db, reader.id, told))?.error).toBe('Come again');
    expect((await findGeneration(db, reader.id, hidden))?.error).toBe(INSIGHT_FAILED);
  });

  test('due to a message that is none of ours is logged and settles it', async () => {
    const logged = logLines();
    expect(await deliver({ nonsense: true })).toEqual({ isAcked: true, retryAfter: null });
    expect(logged).toMatchObject([{ event: 'job_not_understood', id: expect.any(String) }]);
  });

  test('that killed the Worker of a generation that is done leaves those who wait alone', async () => {
    const episodeId = await makeEpisode();
    const done = await take(await makeReader(), episodeId);
    await deliver({ generationId: done });
    const waiting = await take(await makeReader(), episodeId);
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1 };
    const body = { generationId: done };
    const batch = createMessageBatch('dripcast-insights-dead', [{ ...message, body }]);
    await consumeDeadInsights(batch, env);
    expect(await generationOf(done)).toMatchObject({ status: 'done', isCharged: true });
    expect(await generationOf(waiting)).toMatchObject({ status: 'queued' });
  });

  test('due to a dead message that is none of ours is recorded', async () => {
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1 };
    const batch = createMessageBatch('dripcast-insights-dead', [{ ...message, body: { odd: 1 } }]);
    await consumeDeadInsights(batch, env);
    const [job] = await db.select().from(failedJobs).where(eq(failedJobs.id, message.id));
    expect(job).toMatchObject({ body: { odd: 1 } });
  });

  test('due to an unknown generation settles its message', async () => {
    expect((await deliver({ generationId: crypto.randomUUID() })).isAcked).toBe(true);
  });
});

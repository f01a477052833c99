/** A stand-in by the embedded assistant gives way to the model's own insight. */
import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { generations, insights } from '../../../schema/tables/insights.ts';
import type { InsightJob } from '../../../schema/wire/jobs.ts';
import type { Assistant } from '../../../worker/assistant/assistant.ts';
import { createAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { STAND_IN_NOTICE } from '../../../worker/assistant/markdown.ts';
import { findAnyEpisode } from '../../../worker/episodes/store.ts';
import { consumeInsightBatch } from '../../../worker/insights/consume.ts';
import { STAND_IN_MS, startInsight } from '../../../worker/insights/start-insight.ts';
import { logLines } from '../../support/log-lines.ts';
import { db, makeEpisode, makeReader, makeSession, type TestReader } from '../chat/people.ts';
import { connect } from '../chat/socket-client.ts';

/** A model that fails at first and works later, under one name. */
const modelThat = (scenario: string): Assistant => {
  const assistant = createAssistant({
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: scenario,
    AI_BASE_URL: `${inject('modelServer')}/v1`,
    AI_CONTEXT_TOKENS: 24_000,
    AI_TIMEOUT_MS: 45_000,
    DB: env.DB,
    NOTES: env.TRANSCRIPTS,
  });
  return { ...assistant, model: 'llama' };
};
const down = modelThat('fails');
const up = modelThat('answers');

const isFallback = (insight: string) => insight.startsWith(STAND_IN_NOTICE);

/** Clicks like a reader; the test is the queue. */
async function click(
  reader: TestReader,
  episodeId: string,
  options: { quota?: number; send?: (job: InsightJob) => Promise<never> } = {},
) {
  const sent: InsightJob[] = [];
  const episode = await findAnyEpisode(db, episodeId);
  if (!episode) throw new Error('no such episode');
  const deps = {
    db,
    queue: { send: options.send ?? (async (job: InsightJob) => void sent.push(job) as never) },
    assistant: up,
    quota: { since: new Date(0), perWindow: options.quota ?? 10 },
    canTranscribe: false,
  };
  const profile = { industry: null, role: null, goals: null };
  return { ...(await startInsight(deps, { id: reader.id, ...profile }, episode)), sent };
}

async function work(jobs: InsightJob[], assistant: Assistant) {
  for (const body of jobs) {
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body };
    const batch = createMessageBatch('dripcast-insights', [message]);
    await consumeInsightBatch(batch, env, assistant);
    await getQueueResult(batch, createExecutionContext());
  }
}

const generationOf = async (reader: TestReader) =>
  (await db.select().from(generations).where(eq(generations.userId, reader.id)))[0];

const goBack = (reader: TestReader) =>
  db
    .update(generations)
    .set({ takenAt: new Date(Date.now() - STAND_IN_MS - 1_000) })
    .where(eq(generations.userId, reader.id));

/** Whether each insight about an episode is a stand-in. */
const standIns = async (episodeId: string) =>
  (await db.select().from(insights).where(eq(insights.episodeId, episodeId)))
    .map(({ isStandIn }) => isStandIn)
    .sort();

/** A reader who asked while the model was down. */
async function makeUnlucky() {
  const reader = await makeReader();
  const episodeId = await makeEpisode();
  const first = await click(reader, episodeId);
  expect(first).toMatchObject({ status: 'queued', insight: null });
  const waiting = await click(reader, episodeId);
  expect(waiting).toEqual({ status: 'queued', insight: null, sent: [] });
  await work(first.sent, down);
  return { reader, episodeId };
}

test("is shown at once when requested again, and the model isn't asked on every click", async () => {
  const { reader, episodeId } = await makeUnlucky();
  const again = await click(reader, episodeId);
  expect(again.status).toBe('done');
  expect(isFallback(again.insight ?? '')).toBe(true);
  expect(again.insight?.match(/^_.+_$/gm), 'one note on how it was made').toHaveLength(1);
  expect(again.sent).toEqual([]);
  expect(await generationOf(reader)).toMatchObject({ status: 'done', isCharged: false });
});

test("is replaced by the model's insight some time later, on open screens, too", async () => {
  const { reader, episodeId } = await makeUnlucky();
  const socket = await connect(reader, await makeSession(reader, episodeId));
  const opened = await socket.next('session');
  expect(opened.messages[0]?.content).toMatch(/The model could not answer/);
  await goBack(reader);
  const later = await click(reader, episodeId);
  expect(isFallback(later.insight ?? ''), 'something to read meanwhile').toBe(true);
  expect(later.sent).toHaveLength(1);
  await work(later.sent, up);
  const { insight } = await socket.next('insight_complete');
  expect(isFallback(insight)).toBe(false);
  expect((await click(reader, episodeId)).insight).toBe(insight);
  expect(await generationOf(reader)).toMatchObject({ status: 'done', isCharged: true });
  expect(await standIns(episodeId), 'nobody has it any more').toEqual([false]);
});

test('stays and is free if the model fails again or no generation is left', async () => {
  const { reader, episodeId } = await makeUnlucky();
  await goBack(reader);
  const later = await click(reader, episodeId);
  await work(later.sent, down);
  expect(await generationOf(reader)).toMatchObject({ status: 'done', isCharged: false });
  await goBack(reader);
  const spent = await click(reader, episodeId, { quota: 0 });
  expect(spent).toMatchObject({ status: 'done', insight: later.insight, sent: [] });
});

test('stays readable while the queue is down', async () => {
  const { reader, episodeId } = await makeUnlucky();
  await goBack(reader);
  const logged = logLines();
  const send = () => Promise.reject(new Error('the queue is down'));
  const again = await click(reader, episodeId, { send });
  expect(again.status).toBe('done');
  expect(isFallback(again.insight ?? '')).toBe(true);
  expect(logged.map(({ event }) => event)).toEqual([
    'insight_not_queued',
    'insight_not_asked_again',
  ]);
  expect(await generationOf(reader)).toMatchObject({ isCharged: false });
});

test("is private: the next reader gets the model's, and then its own reader does, for free", async () => {
  const { reader, episodeId } = await makeUnlucky();
  const lucky = await makeReader();
  const asked = await click(lucky, episodeId);
  expect(asked).toMatchObject({ status: 'queued', insight: null });
  await work(asked.sent, up);
  expect(await standIns(episodeId)).toEqual([false, true]);
  await goBack(reader);
  const given = await click(reader, episodeId);
  expect(isFallback(given.insight ?? '')).toBe(false);
  expect(given.sent).toEqual([]);
  expect(await generationOf(reader)).toMatchObject({ isCharged: false });
  expect(await standIns(episodeId), 'nobody has it any more').toEqual([false]);
});

test('two readers of one profile who ask at the same time share one attempt', async () => {
  const [one, other] = [await makeReader(), await makeReader()];
  const episodeId = await makeEpisode();
  const sent = [...(await click(one, episodeId)).sent, ...(await click(other, episodeId)).sent];
  await work(sent, down);
  for (const reader of [one, other]) {
    expect(await generationOf(reader)).toMatchObject({ status: 'done', isCharged: false });
    expect(isFallback((await click(reader, episodeId)).insight ?? '')).toBe(true);
  }
});

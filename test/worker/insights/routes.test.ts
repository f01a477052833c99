import { subMinutes } from 'date-fns';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { chatSessions } from '../../../schema/tables/chat.ts';
import { episodes, transcripts } from '../../../schema/tables/episodes.ts';
import { generations, insights } from '../../../schema/tables/insights.ts';
import type { ChatSessionInit, InsightReply } from '../../../schema/wire/insights.ts';
import { findEpisode } from '../../../worker/episodes/store.ts';
import { profileKeyOf } from '../../../worker/insights/profile-key.ts';
import { startInsight } from '../../../worker/insights/start-insight.ts';
import { logLines } from '../../support/log-lines.ts';
import { serve } from '../../support/outside.ts';
import { vtt, vttLink } from '../../support/podcasts.ts';
import {
  ask,
  call,
  db,
  makeEpisode,
  makeReader,
  refusalOf,
  type TestReader,
} from '../chat/people.ts';
import { connect } from '../chat/socket-client.ts';

const NOBODYS = '00000000-0000-4000-8000-000000000000';

function generate(reader: TestReader, episodeId: string, query = '') {
  return call(`/api/podcasts/episodes/${episodeId}/insights${query}`, { method: 'POST', reader });
}

async function started(
  reader: TestReader,
  episodeId: string,
  query = '',
): Promise<ChatSessionInit> {
  const response = await generate(reader, episodeId, query);
  expect(response.status).toBe(200);
  return response.json();
}

async function insightOf(reader: TestReader, episodeId: string): Promise<InsightReply['data']> {
  const response = await call(`/api/podcasts/episodes/${episodeId}/insights`, { reader });
  const { data }: InsightReply = await response.json();
  return data;
}

async function remaining(reader: TestReader): Promise<number> {
  const response = await call('/api/user/remaining-generations', { reader });
  const reply: { remaining: number } = await response.json();
  return reply.remaining;
}

/** Takes generations of other episodes, some days ago. */
async function spend(reader: TestReader, count: number, daysAgo = 0): Promise<void> {
  for (let taken = 0; taken < count; taken++) {
    await db.insert(generations).values({
      userId: reader.id,
      episodeId: await makeEpisode(),
      status: 'done',
      isCharged: true,
      takenAt: new Date(Date.now() - daysAgo * 86_400_000),
    });
  }
}

const generationsOf = (reader: TestReader, episodeId: string) =>
  db
    .select()
    .from(generations)
    .where(and(eq(generations.userId, reader.id), eq(generations.episodeId, episodeId)));

describe('asking for an insight', () => {
  test('opens a conversation, and the queue writes the insight while its socket looks on', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const init = await started(reader, episodeId);
    expect(init).toMatchObject({
      success: true,
      type: 'chat_session_init',
      remainingFollowUps: 10,
      data: {
        initialInsight: null,
        insightStatus: 'queued',
        episode: { id: episodeId, isYoutubeShort: false, transcriptUnavailable: false },
      },
    });
    const socket = await connect(reader, init.data.session.id);
    const opened = await socket.next('session');
    const insight =
      opened.insight.status === 'done'
        ? opened.messages[0]?.content
        : (await socket.next('insight_complete')).insight;
    expect(insight).toContain('[');
    expect(await insightOf(reader, episodeId)).toEqual({
      initialInsight: insight,
      status: 'done',
      error: null,
    });
    expect(await remaining(reader)).toBe(9);
  });

  test('again is free and returns the same', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    await started(reader, episodeId);
    await expect.poll(() => insightOf(reader, episodeId)).toMatchObject({ status: 'done' });
    const again = await started(reader, episodeId);
    expect(again.data.insightStatus).toBe('done');
    expect(again.data.initialInsight).toContain('[');
    expect(await remaining(reader)).toBe(9);
  });

  test('with generate=false only opens a conversation, even if no generation is left', async () => {
    const reader = await makeReader();
    const [unread, read] = [await makeEpisode(), await makeEpisode()];
    await started(reader, read);
    await expect.poll(() => insightOf(reader, read)).toMatchObject({ status: 'done' });
    await spend(reader, 9);
    const opened = await started(reader, unread, '?generate=false');
    expect(opened.data).toMatchObject({ insightStatus: 'none', initialInsight: null });
    expect(opened.data.session.remainingFollowUps).toBe(10);
    expect(await generationsOf(reader, unread)).toEqual([]);
    const again = await started(reader, read, '?generate=false');
    expect(again.data.insightStatus).toBe('done');
    expect(again.data.initialInsight).toContain('[');
    expect((await generate(reader, unread, '?generate=perhaps')).status).toBe(400);
    expect((await generate(reader, unread)).status).toBe(429);
  });

  test('twice at the same moment opens one conversation and costs one generation', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const [one, other] = await Promise.all([
      started(reader, episodeId),
      started(reader, episodeId),
    ]);
    expect(one.data.session.id).toBe(other.data.session.id);
    expect(await generationsOf(reader, episodeId)).toHaveLength(1);
    expect(await remaining(reader)).toBe(9);
  });

  test('after a question opens a new conversation', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const first = await started(reader, episodeId);
    await (await ask(reader, episodeId, first.data.session.id, 'How high is the price?')).text();
    const sessions = () => db.select().from(chatSessions).where(eq(chatSessions.userId, reader.id));
    await expect.poll(sessions).toMatchObject([{ remainingFollowUps: 9 }]);
    const second = await started(reader, episodeId);
    expect(second.data.session).toMatchObject({ remainingFollowUps: 10 });
    expect(second.data.session.id).not.toBe(first.data.session.id);
  });

  test('for an insight of the same profile is free', async () => {
    const reader = await makeReader({ role: 'Nurse' });
    const episodeId = await makeEpisode();
    const profileKey = await profileKeyOf({ industry: null, role: ' nurse', goals: null });
    await db
      .insert(insights)
      .values({ episodeId, kind: 'embedded', model: 'embedded', profileKey, insight: 'Shared.' });
    const init = await started(reader, episodeId);
    expect(init.data).toMatchObject({ insightStatus: 'done', initialInsight: 'Shared.' });
    expect(await insightOf(reader, episodeId)).toEqual({
      initialInsight: 'Shared.',
      status: 'done',
      error: null,
    });
    expect(await remaining(reader)).toBe(10);
    const other = await started(await makeReader({ role: 'Surgeon' }), episodeId);
    expect(other.data.insightStatus).toBe('queued');
  });

  test.each([
    ['a short', { isYoutubeShort: true, lines: null }],
    ['an episode without a transcript', { lines: null }],
  ])('of %s opens a conversation without an insight, for free', async (_, episode) => {
    const reader = await makeReader();
    const episodeId = await makeEpisode(episode);
    const init = await started(reader, episodeId);
    expect(init.data).toMatchObject({
      insightStatus: 'none',
      initialInsight: null,
      episode: { transcriptUnavailable: true },
    });
    expect(await generationsOf(reader, episodeId)).toEqual([]);
    expect(await insightOf(reader, episodeId)).toMatchObject({ status: 'none' });
  });

  test('of an episode with a missing transcript restarts once a retry is allowed', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode({ lines: null });
    const url = await serve(`/${crypto.randomUUID()}.vtt`, { body: vtt(['It came a day late.']) });
    await db.batch([
      db
        .update(episodes)
        .set({ transcriptLinks: [vttLink(url)] })
        .where(eq(episodes.id, episodeId)),
      db
        .update(transcripts)
        .set({ retryAt: subMinutes(new Date(), 1) })
        .where(eq(transcripts.episodeId, episodeId)),
    ]);
    expect((await started(reader, episodeId)).data).toMatchObject({
      insightStatus: 'queued',
      episode: { transcriptUnavailable: false },
    });
    const written = () => insightOf(reader, episodeId);
    await expect.poll(written).toMatchObject({ status: 'done' });
  });

  test('requires a login and an existing episode', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    expect((await generate({ id: '', cookie: '' }, episodeId)).status).toBe(401);
    expect((await generate(reader, 'abc')).status).toBe(404);
    const read = await call(`/api/podcasts/episodes/${NOBODYS}/insights`, { reader });
    for (const refused of [await generate(reader, NOBODYS), read]) {
      expect(await refusalOf(refused)).toEqual([404, 'not_found', 'Episode not found']);
    }
  });

  test('whose insight is gone can be started again', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    await started(reader, episodeId);
    await expect.poll(() => insightOf(reader, episodeId)).toMatchObject({ status: 'done' });
    await db.delete(insights).where(eq(insights.episodeId, episodeId));
    const none = { initialInsight: null, status: 'none', error: null };
    expect(await insightOf(reader, episodeId)).toEqual(none);
    expect((await started(reader, episodeId)).data.insightStatus).toBe('queued');
  });

  test('that cannot be queued fails, is refunded and logged', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const episode = await findEpisode(db, reader.id, episodeId);
    if (!episode) throw new Error('there is no episode');
    const logged = logLines();
    const deps = {
      db,
      queue: { send: () => Promise.reject(new Error('the queue is down')) },
      assistant: { kind: 'embedded', model: 'embedded' },
      quota: { since: new Date(0), perWindow: 10 },
      canTranscribe: false,
    } as const;
    const user = { id: reader.id, industry: null, role: null, goals: null };
    await expect(startInsight(deps, user, episode)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Failed to generate insights',
    });
    const [generation] = await generationsOf(reader, episodeId);
    expect(generation).toMatchObject({
      status: 'failed',
      isCharged: false,
      error: 'Failed to generate insights',
    });
    expect(logged).toMatchObject([
      {
        event: 'insight_not_queued',
        generationId: generation?.id,
        error: 'Error: the queue is down',
      },
    ]);
  });

  test("doesn't show another user's", async () => {
    const episodeId = await makeEpisode();
    const reader = await makeReader();
    await started(reader, episodeId);
    await expect.poll(() => insightOf(reader, episodeId)).toMatchObject({ status: 'done' });
    expect(await insightOf(await makeReader(), episodeId)).toMatchObject({ status: 'none' });
  });
});

describe('the quota', () => {
  test('is ten generations in a rolling window', async () => {
    const reader = await makeReader();
    await spend(reader, 6);
    await spend(reader, 4, 6.9);
    expect(await remaining(reader)).toBe(0);
    const refused = await generate(reader, await makeEpisode());
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ message: 'No generations left' });

    const patient = await makeReader();
    await spend(patient, 6);
    await spend(patient, 4, 7.1);
    expect(await remaining(patient)).toBe(4);
    await started(patient, await makeEpisode());
  });

  test('cannot be exceeded by concurrent requests', async () => {
    const reader = await makeReader();
    await spend(reader, 8);
    const episodes = await Promise.all(Array.from({ length: 6 }, () => makeEpisode()));
    const replies = await Promise.all(episodes.map((id) => generate(reader, id)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
    expect(await remaining(reader)).toBe(0);
  });

  test('that is used up leaves no conversation behind', async () => {
    const reader = await makeReader();
    await spend(reader, 10);
    const episodeId = await makeEpisode();
    await generate(reader, episodeId);
    const opened = await db.select().from(chatSessions).where(eq(chatSessions.userId, reader.id));
    expect(opened).toEqual([]);
  });
});

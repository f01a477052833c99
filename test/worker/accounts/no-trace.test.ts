/** After an account is deleted, nothing of the user is left in D1, R2 or any Durable Object. */

import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { searchChanges } from '../../../schema/tables/search.ts';
import type { User } from '../../../schema/wire/accounts.ts';
import type { ChatSessionInit, InsightReply } from '../../../schema/wire/insights.ts';
import { cookieOf, post } from '../../support/accounts.ts';
import { ask, ORIGIN } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { deliver } from '../../support/queues.ts';
import { makeEpisode } from '../chat/people.ts';
import { connect } from '../chat/socket-client.ts';

/** Occurs in everything that this user sends. */
const MARK = `zibeline${crypto.randomUUID().slice(0, 8)}`;
const PASSWORD = 'correct horse';

/** Everything in D1, as text. */
async function dumpD1(): Promise<string> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>();
  const contents = await Promise.all(
    tables.map(async ({ name }) => (await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results),
  );
  return JSON.stringify(contents);
}

/** The keys and texts of all objects in R2. */
async function dumpR2(): Promise<string> {
  const { objects } = await env.TRANSCRIPTS.list();
  const texts = await Promise.all(
    objects.map(async ({ key }) => `${key} ${await (await env.TRANSCRIPTS.get(key))?.text()}`),
  );
  return texts.join('\n');
}

const tablesOf = (sessionId: string) =>
  runInDurableObject(env.CHAT_SESSIONS.getByName(sessionId), (_, { storage }) =>
    storage.sql
      .exec("SELECT name FROM sqlite_master WHERE name IN ('conversation', 'turns')")
      .toArray(),
  );

/** Updates the search index, which the queue does a little later. */
async function seeChanges(): Promise<void> {
  const changes = await db.select().from(searchChanges);
  const messages = changes.map(({ id, kind, sourceId }) => ({
    body: { kind, sourceId, changes: [id] },
  }));
  await deliver('dripcast-search', messages);
}

/** A user who has used every feature. */
async function makeBusyPerson() {
  const made = await post('/api/register', {
    username: `Ada ${MARK}`,
    password: PASSWORD,
    email: `${MARK}@example.com`,
    linkedinUrl: `https://www.linkedin.com/in/${MARK}`,
  });
  const { user } = await made.json<{ user: User }>();
  const cookie = cookieOf(made);
  const send = async <T>(method: string, path: string, body: unknown = {}): Promise<T> => {
    const headers = { 'Content-Type': 'application/json', Origin: ORIGIN, Cookie: cookie };
    const init = { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body) }) };
    const reply = await ask(path, init);
    expect(reply.ok, `${method} ${path}: ${reply.status}`).toBe(true);
    return reply.json<T>();
  };
  return { user, cookie, send };
}

test('deleting an account that used everything leaves no trace', async () => {
  const { user, cookie, send } = await makeBusyPerson();
  const episodeId = await makeEpisode();
  const { email, linkedinUrl } = user;
  await send('PUT', '/api/user/profile', {
    email,
    linkedinUrl,
    industry: MARK,
    role: MARK,
    goals: MARK,
  });
  const [podcast] = await send<{ id: string }[]>('GET', '/api/podcasts');
  await send('POST', `/api/podcasts/${podcast?.id}/subscribe`);
  await send('POST', '/api/content', { content: `A draft about ${MARK}` });
  await send('POST', '/api/user/sources', {
    kind: 'text',
    title: MARK,
    author: MARK,
    address: `https://pages.test/${MARK}`,
    text: `An article about ${MARK}`,
  });
  const insights = `/api/podcasts/episodes/${episodeId}/insights`;
  const { data } = await send<ChatSessionInit>('POST', insights);
  await expect
    .poll(async () => (await send<InsightReply>('GET', insights)).data.status)
    .toBe('done');
  const sessionId = data.session.id;
  await send('POST', `/api/podcasts/episodes/${episodeId}/chat`, {
    message: `How high did ${MARK} raise the price?`,
    sessionId,
  });
  const saved = await send<{ id: string }>('POST', '/api/user/insights', {
    episodeId,
    insight: `What ${MARK} learnt`,
  });
  const review = { kind: 'insight', sourceId: saved.id, front: `Who is ${MARK}?` };
  const { id: itemId } = await send<{ id: string }>('POST', '/api/user/reviews', review);
  await send('POST', `/api/user/reviews/${itemId}/grades`, {
    gradeId: crypto.randomUUID(),
    rating: 3,
    at: new Date().toISOString(),
  });
  await send('PUT', `/api/user/insights/${saved.id}`, { userNotes: MARK, tags: [MARK] });
  await send('POST', '/api/quiz/submit', { score: 0, totalQuestions: 1 });
  await send('POST', '/api/digest/generate');
  await send('PUT', `/api/user/positions/${episodeId}`, { seconds: 12, at: Date.now() });
  const momentId = crypto.randomUUID();
  await send('POST', '/api/user/moments', {
    id: momentId,
    episodeId,
    start: 1,
    end: 1,
    note: MARK,
  });
  const socket = await connect({ id: user.id, cookie }, sessionId);
  await socket.next('session');

  const before = await dumpD1();
  expect(before.split(MARK).length).toBeGreaterThan(10);
  expect(before).toContain(user.id);
  expect(await tablesOf(sessionId)).toHaveLength(2);

  await send('DELETE', '/api/user', { password: PASSWORD });
  await seeChanges();
  const after = await dumpD1();
  for (const trace of [MARK, user.id, sessionId, saved.id, momentId])
    expect(after).not.toContain(trace);
  const objects = await dumpR2();
  for (const trace of [MARK, user.id, sessionId]) expect(objects).not.toContain(trace);
  expect(await socket.closed()).toBe(4404);
  expect(await tablesOf(sessionId)).toEqual([]);
});

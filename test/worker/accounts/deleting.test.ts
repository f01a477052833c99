import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions, users } from '../../../schema/tables/accounts.ts';
import { podcasts } from '../../../schema/tables/catalogue.ts';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { generations, insights } from '../../../schema/tables/insights.ts';
import { quizResults } from '../../../schema/tables/quiz.ts';
import { WS_CLOSE_SESSION_GONE } from '../../../schema/wire/chat.ts';
import { profileKeyOf } from '../../../worker/insights/profile-key.ts';
import { deleteAllOf } from '../../../worker/own-podcasts/delete-all-of.ts';
import { PERSONAL_ROOMS } from '../../../worker/personal-rooms.ts';
import { bindingWith } from '../../support/bindings.ts';
import { ask as askAnybody, makePerson, type Person } from '../../support/people.ts';
import { makePodcast, makeEpisode as makePodcastEpisode } from '../../support/podcasts.ts';
import { ask, db, makeEpisode, makeSession } from '../chat/people.ts';
import { connect } from '../chat/socket-client.ts';

const NOBODY = { industry: null, role: null, goals: null };

/** An insight that these users have, written for a profile. */
async function makeInsight(people: Person[], role: string | null) {
  const id = crypto.randomUUID();
  const episodeId = await makeEpisode();
  const profileKey = await profileKeyOf({ ...NOBODY, role });
  const insight = `For ${role}`;
  await db
    .insert(insights)
    .values({ id, episodeId, kind: 'embedded', model: 'embedded', profileKey, insight });
  for (const { id: userId } of people) {
    await db.insert(generations).values({
      userId,
      episodeId,
      status: 'done',
      isCharged: true,
      takenAt: new Date(),
      insightId: id,
    });
  }
  return id;
}

const isThere = async (id: string) =>
  (await db.select().from(insights).where(eq(insights.id, id))).length === 1;

const isKnown = async ({ id }: Person) => (await db.$count(users, eq(users.id, id))) > 0;

test('deleting an account removes its rows and every conversation, and logs out', async () => {
  const person = await makePerson();
  const episodeId = await makeEpisode();
  const conversations = [
    await makeSession(person, episodeId),
    await makeSession(person, episodeId),
  ];
  const [first = ''] = conversations;
  await (await ask(person, episodeId, first, 'How high did you raise the price?')).text();
  const socket = await connect(person, first);
  await person.send('POST', '/api/quiz/submit', { score: 1, totalQuestions: 5 });

  const reply = await person.send('DELETE', '/api/user', {});
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ success: true });
  const cookies = reply.headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(cookie).toMatch(/^dripcast_\w+=;.*1970/);

  expect(await socket.closed()).toBe(WS_CLOSE_SESSION_GONE);
  expect((await person.ask('/api/user')).status).toBe(401);
  const counts = await Promise.all([
    db.$count(users, eq(users.id, person.id)),
    db.$count(sessions, eq(sessions.userId, person.id)),
    db.$count(chatSessions, eq(chatSessions.userId, person.id)),
    db.$count(chatFollowUps, eq(chatFollowUps.sessionId, first)),
    db.$count(quizResults, eq(quizResults.userId, person.id)),
  ]);
  expect(counts).toEqual([0, 0, 0, 0, 0]);
  for (const id of conversations) {
    const tables = await runInDurableObject(env.CHAT_SESSIONS.getByName(id), (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'conversation'").toArray(),
    );
    expect(tables).toEqual([]);
  }
});

test('an account is deleted once its row is, also if R2 fails afterwards; before, it stays', async () => {
  let failsBefore = false;
  const isGone = async (id: string) => (await db.$count(users, eq(users.id, id))) === 0;
  const deleteAs = async () => {
    const person = await makePerson();
    const TRANSCRIPTS = new Proxy(env.TRANSCRIPTS, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          if (failsBefore || (await isGone(person.id))) throw new Error('R2 does not respond');
          return Reflect.apply(value, target, args);
        };
      },
    });
    const source = { kind: 'text', title: 'A memo', text: 'Prices rise in March.' };
    expect((await person.send('POST', '/api/user/sources', source)).status).toBe(201);
    const reply = await askAnybody(
      '/api/user',
      {
        method: 'DELETE',
        headers: { 'Content-Type': 'application/json', Cookie: person.cookie },
        body: '{}',
      },
      { ...env, TRANSCRIPTS },
    );
    return { status: reply.status, isGone: await isGone(person.id) };
  };
  expect(await deleteAs()).toEqual({ status: 200, isGone: true });
  failsBefore = true;
  expect(await deleteAs()).toEqual({ status: 500, isGone: false });
});

test("others' accounts stay as they are", async () => {
  const [person, other] = [await makePerson(), await makePerson()];
  const sessionId = await makeSession(other, await makeEpisode());
  await person.send('DELETE', '/api/user', {});
  expect((await other.ask('/api/user')).status).toBe(200);
  expect((await (await connect(other, sessionId)).next('session')).session.id).toBe(sessionId);
});

test('insights written for this person only are deleted, shared ones stay', async () => {
  const [person, other] = [await makePerson(), await makePerson()];
  const own = await makeInsight([person], 'beekeeper');
  const shared = await makeInsight([person, other], 'beekeeper');
  const anybodys = await makeInsight([person], null);
  await person.send('DELETE', '/api/user', {});
  expect(await Promise.all([own, shared, anybodys].map(isThere))).toEqual([false, true, true]);
});

test('what is stored for a private podcast while the account is being deleted is deleted, too', async () => {
  const person = await makePerson();
  const podcast = await makePodcast({ ownerId: person.id, isListed: false });
  const { id: episodeId } = await makePodcastEpisode(podcast.id);
  const keys = [`covers/${podcast.id}`, `covers/episodes/${episodeId}`];
  const bucket = bindingWith(env.TRANSCRIPTS, {
    async delete(removed: string | string[]) {
      await env.TRANSCRIPTS.delete(removed);
      const isKnown = (await db.$count(podcasts, eq(podcasts.id, podcast.id))) > 0;
      if (isKnown) for (const key of keys) await env.TRANSCRIPTS.put(key, 'late');
    },
  });
  await deleteAllOf({ ...env, TRANSCRIPTS: bucket }, person.id);
  expect(await Promise.all(keys.map((key) => env.TRANSCRIPTS.head(key)))).toEqual([null, null]);
});

test('an insight that is written while the account is being deleted is deleted, too', async () => {
  const person = await makePerson();
  const written: string[] = [];
  const bucket = bindingWith(env.TRANSCRIPTS, {
    async list(options: R2ListOptions) {
      if (await isKnown(person)) written.push(await makeInsight([person], 'beekeeper'));
      return env.TRANSCRIPTS.list(options);
    },
  });
  for (const deleteRoom of PERSONAL_ROOMS.deleteAllOf) {
    await deleteRoom({ ...env, TRANSCRIPTS: bucket }, person.id);
  }
  expect(await db.$count(users, eq(users.id, person.id))).toBe(0);
  expect(await Promise.all(written.map(isThere))).toEqual(written.map(() => false));
  expect(written).not.toEqual([]);
});

test('an export that is finished while the account is being deleted is deleted, too', async () => {
  const person = await makePerson();
  const key = `exports/${person.id}/${crypto.randomUUID()}.zip`;
  const bucket = bindingWith(env.TRANSCRIPTS, {
    async list(options: R2ListOptions) {
      const listed = await env.TRANSCRIPTS.list(options);
      const isEmpty = listed.objects.length === 0;
      if (isEmpty && (await isKnown(person))) await env.TRANSCRIPTS.put(key, 'late');
      return listed;
    },
  });
  await env.TRANSCRIPTS.put(key, 'early');
  for (const deleteRoom of PERSONAL_ROOMS.deleteAllOf) {
    await deleteRoom({ ...env, TRANSCRIPTS: bucket }, person.id);
  }
  expect(await env.TRANSCRIPTS.head(key)).toBeNull();
});

test('an account cannot be deleted without being logged in, nor from another site', async () => {
  expect((await askAnybody('/api/user', { method: 'DELETE' })).status).toBe(401);
  const person = await makePerson();
  const headers = { Origin: 'https://elsewhere.test' };
  expect((await person.ask('/api/user', { method: 'DELETE', headers })).status).toBe(403);
  expect((await person.ask('/api/user')).status).toBe(200);
});

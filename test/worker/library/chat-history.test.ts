import { subDays, subMinutes } from 'date-fns';
import { describe, expect, test } from 'vitest';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { generations, insights } from '../../../schema/tables/insights.ts';
import type { ChatHistorySession } from '../../../schema/wire/chat.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';

const history = async (person: Person) => {
  const reply = await person.ask('/api/user/chat-sessions');
  return (await reply.json<{ chatSessions: ChatHistorySession[] }>()).chatSessions;
};

/** Adds a conversation about an episode of its own, with these questions. */
async function makeChat(person: Person, questions: string[], createdAt = new Date()) {
  const podcast = await makePodcast();
  const episode = await makeEpisode(podcast.id);
  const id = crypto.randomUUID();
  const remainingFollowUps = 10 - questions.length;
  await db
    .insert(chatSessions)
    .values({ id, userId: person.id, episodeId: episode.id, remainingFollowUps, createdAt });
  for (const [at, question] of questions.entries()) {
    const asked = subMinutes(new Date(), questions.length - at);
    const answer = `About ${question}`;
    await db.insert(chatFollowUps).values({ sessionId: id, question, answer, createdAt: asked });
  }
  return { id, podcast, episode };
}

async function giveInsight(person: Person, episodeId: string, insight: string) {
  const writer = { kind: 'embedded', model: 'embedded', profileKey: 'nobody' } as const;
  const [kept] = await db
    .insert(insights)
    .values({ episodeId, insight, ...writer })
    .returning();
  await db.insert(generations).values({
    userId: person.id,
    episodeId,
    status: 'done',
    isCharged: true,
    takenAt: new Date(),
    insightId: kept?.id ?? null,
  });
}

describe('the chat history', () => {
  test('shows a conversation with its questions in order and the initial insight', async () => {
    const person = await makePerson();
    const { id, podcast, episode } = await makeChat(person, ['Who?', 'Why "that"?']);
    await giveInsight(person, episode.id, '## What was said');
    const [session, ...more] = await history(person);
    expect(more).toEqual([]);
    expect(session).toEqual({
      id,
      episodeId: episode.id,
      episodeTitle: episode.title,
      podcastTitle: podcast.title,
      initialInsight: '## What was said',
      isYoutubeShort: false,
      remainingFollowUps: 8,
      createdAt: session?.createdAt,
      followUps: [
        {
          id: session?.followUps[0]?.id,
          question: 'Who?',
          answer: 'About Who?',
          createdAt: session?.followUps[0]?.createdAt,
        },
        {
          id: session?.followUps[1]?.id,
          question: 'Why "that"?',
          answer: 'About Why "that"?',
          createdAt: session?.followUps[1]?.createdAt,
        },
      ],
    });
    const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
    expect(session?.createdAt).toMatch(iso);
    expect(session?.followUps[0]?.createdAt).toMatch(iso);
  });

  test('is newest first, and leaves out conversations without questions', async () => {
    const person = await makePerson();
    const old = await makeChat(person, ['Old?'], subDays(new Date(), 2));
    const empty = await makeChat(person, []);
    const young = await makeChat(person, ['Young?'], subDays(new Date(), 1));
    const ids = (await history(person)).map(({ id }) => id);
    expect(ids).toEqual([young.id, old.id]);
    expect(ids).not.toContain(empty.id);
  });

  test('opening an episode to read its insight leaves no conversation behind', async () => {
    const person = await makePerson();
    const { episode } = await makeChat(person, []);
    await giveInsight(person, episode.id, 'Only this');
    expect(await history(person)).toEqual([]);
  });

  test('is private, including insights', async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const { episode } = await makeChat(person, ['Mine?']);
    await giveInsight(stranger, episode.id, 'For the stranger');
    expect(await history(stranger)).toEqual([]);
    expect(await history(person)).toMatchObject([{ initialInsight: null }]);
  });

  test('requires a login', async () => {
    expect((await ask('/api/user/chat-sessions')).status).toBe(401);
  });
});

/** The limits of an account besides saved insights: conversations, digests and quizzes. */
import { env } from 'cloudflare:workers';
import { addMilliseconds, subDays } from 'date-fns';
import { and, asc, eq, notExists } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  CONVERSATIONS_MAX,
  DIGESTS_MAX,
  QUIZ_QUESTIONS_MAX,
  QUIZ_RESULTS_MAX,
} from '../../../schema/limits.ts';
import { chatFollowUps, chatSessions, chatSockets } from '../../../schema/tables/chat.ts';
import { digests } from '../../../schema/tables/digest.ts';
import { quizQuestions, quizResults } from '../../../schema/tables/quiz.ts';
import type { ChatSessionInit } from '../../../schema/wire/insights.ts';
import { insertAsked } from '../../../worker/quiz/asked-questions.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';

/** For at most ten columns: D1 takes a hundred values per statement. */
const ROWS_AT_ONCE = 10;

/** In order, each a millisecond after the one before, all in the past. */
async function fill(count: number, insert: (times: Date[]) => Promise<unknown>) {
  const first = addMilliseconds(new Date(), -count - 60_000);
  const times = Array.from({ length: count }, (_, index) => addMilliseconds(first, index));
  for (let index = 0; index < count; index += ROWS_AT_ONCE) {
    await insert(times.slice(index, index + ROWS_AT_ONCE));
  }
}

describe('conversations', () => {
  const open = (person: Person, episodeId: string) =>
    person.send('POST', `/api/podcasts/episodes/${episodeId}/insights`);
  /** Each has a question, so none is reused and none makes room. */
  const fillWith = (person: Person, episodeId: string, count: number) =>
    fill(count, async (times) => {
      const rows = times.map((createdAt) => ({
        id: crypto.randomUUID(),
        userId: person.id,
        episodeId,
        remainingFollowUps: 9,
        createdAt,
      }));
      const asked = rows.map(({ id }) => ({ sessionId: id, question: 'Who?', answer: 'Ada.' }));
      await db.batch([
        db.insert(chatSessions).values(rows),
        db.insert(chatFollowUps).values(asked),
      ]);
    });
  /** The id of a conversation that `open` has opened, made to look days old. */
  const openDaysAgo = async (person: Person, episodeId: string, days: number) => {
    const reply = await open(person, episodeId);
    const { id } = (await reply.json<ChatSessionInit>()).data.session;
    await db
      .update(chatSessions)
      .set({ createdAt: subDays(new Date(), days) })
      .where(eq(chatSessions.id, id));
    return id;
  };
  const withoutQuestions = async (person: Person) => {
    const questions = db
      .select()
      .from(chatFollowUps)
      .where(eq(chatFollowUps.sessionId, chatSessions.id));
    const rows = await db
      .select({ id: chatSessions.id })
      .from(chatSessions)
      .where(and(eq(chatSessions.userId, person.id), notExists(questions)))
      .orderBy(asc(chatSessions.createdAt));
    return rows.map(({ id }) => id);
  };

  test('are limited, also if several are opened at once', async () => {
    const person = await makePerson();
    const { id: podcastId } = await makePodcast();
    const full = await makeEpisode(podcastId);
    await fillWith(person, full.id, CONVERSATIONS_MAX - 1);
    const others = [await makeEpisode(podcastId), await makeEpisode(podcastId)];
    const replies = await Promise.all(others.map(({ id }) => open(person, id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refusal = replies.find(({ status }) => status === 409);
    expect(await refusal?.json()).toEqual({
      error: 'conflict',
      message:
        'You have 1,000 conversations, which is the maximum. ' +
        'Delete some in your library, under Chat History, then try again.',
    });
    expect(await db.$count(chatSessions, eq(chatSessions.userId, person.id))).toBe(
      CONVERSATIONS_MAX,
    );

    const opened = replies.findIndex(({ status }) => status === 200);
    const again = await open(person, others[opened]?.id ?? '');
    expect(again.status, 'one that is there already is opened').toBe(200);

    const [old] = await db
      .select()
      .from(chatSessions)
      .where(eq(chatSessions.userId, person.id))
      .orderBy(asc(chatSessions.createdAt))
      .limit(1);
    expect((await person.send('DELETE', `/api/user/chat-sessions/${old?.id}`)).status).toBe(200);
    expect((await open(person, others[1 - opened]?.id ?? '')).status).toBe(200);
  });

  test('without questions make room, the oldest first, unless they are in use', async () => {
    const person = await makePerson();
    const { id: podcastId } = await makePodcast();
    const full = await makeEpisode(podcastId);
    await fillWith(person, full.id, CONVERSATIONS_MAX - 4);
    const episode = async () => (await makeEpisode(podcastId)).id;
    const openInATab = await openDaysAgo(person, await episode(), 4);
    await db
      .insert(chatSockets)
      .values({ chatSessionId: openInATab, loginId: 'tab', userId: person.id });
    const openedAgain = await episode();
    const again = await openDaysAgo(person, openedAgain, 3);
    expect((await open(person, openedAgain)).status).toBe(200);
    const oldest = await openDaysAgo(person, await episode(), 2);
    const newer = await openDaysAgo(person, await episode(), 1);
    const object = env.CHAT_SESSIONS.getByName(oldest);
    await object.read(person.id);

    const first = await open(person, await episode());
    expect(first.status).toBe(200);
    const firstId = (await first.json<ChatSessionInit>()).data.session.id;
    expect(await withoutQuestions(person)).toEqual([openInATab, newer, again, firstId]);
    expect(await object.read(person.id), 'its object is gone as well').toBeNull();

    expect((await open(person, await episode())).status).toBe(200);
    expect(await withoutQuestions(person)).not.toContain(newer);
    expect((await open(person, await episode())).status, 'the others are in use').toBe(409);
    expect(await db.$count(chatSessions, eq(chatSessions.userId, person.id))).toBe(
      CONVERSATIONS_MAX,
    );
  });

  test("of one user don't count against another", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const episode = await makeEpisode((await makePodcast()).id);
    await fillWith(person, episode.id, CONVERSATIONS_MAX);
    const reply = await open(other, episode.id);
    expect(reply.status).toBe(200);
    expect((await reply.json<ChatSessionInit>()).remainingFollowUps).toBe(10);
  });
});

test('the newest digests are kept, and other users lose none', async () => {
  const [person, other] = [await makePerson(), await makePerson()];
  await other.send('POST', '/api/digest/generate');
  await fill(DIGESTS_MAX, (times) =>
    db.insert(digests).values(
      times.map((createdAt) => ({
        userId: person.id,
        title: `Of ${createdAt.toISOString()}`,
        periodStart: createdAt,
        periodEnd: createdAt,
        digest: '',
        episodes: [],
        createdAt,
      })),
    ),
  );
  const oldest = await db
    .select({ title: digests.title })
    .from(digests)
    .where(eq(digests.userId, person.id))
    .orderBy(asc(digests.createdAt))
    .limit(2);
  expect((await person.send('POST', '/api/digest/generate')).status).toBe(200);
  const kept = await db.select().from(digests).where(eq(digests.userId, person.id));
  const titles = kept.map(({ title }) => title);
  expect(kept).toHaveLength(DIGESTS_MAX);
  expect(titles).toContain('Your week in podcasts');
  expect(titles).not.toContain(oldest[0]?.title);
  expect(titles).toContain(oldest[1]?.title);
  expect(await db.$count(digests, eq(digests.userId, other.id))).toBe(1);
});

describe('of quizzes', () => {
  const submit = (person: Person) =>
    person.send('POST', '/api/quiz/submit', { score: 4, totalQuestions: 5 });

  test('the newest results are kept, and other users lose none', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    await submit(other);
    await fill(QUIZ_RESULTS_MAX, (times) =>
      db.insert(quizResults).values(
        times.map((createdAt, index) => ({
          userId: person.id,
          score: index === 0 ? 0 : 1,
          totalQuestions: 5,
          performanceMessage: createdAt.toISOString(),
          createdAt,
        })),
      ),
    );
    const ofPerson = eq(quizResults.userId, person.id);
    const [oldest] = await db
      .select()
      .from(quizResults)
      .where(ofPerson)
      .orderBy(asc(quizResults.createdAt))
      .limit(1);
    expect((await submit(person)).status).toBe(201);
    expect(await db.$count(quizResults, ofPerson)).toBe(QUIZ_RESULTS_MAX);
    expect(await db.$count(quizResults, eq(quizResults.id, oldest?.id ?? ''))).toBe(0);
    const scores = await db.select({ score: quizResults.score }).from(quizResults).where(ofPerson);
    expect(scores.filter(({ score }) => score === 4)).toHaveLength(1);
    expect(await db.$count(quizResults, eq(quizResults.userId, other.id))).toBe(1);
  });

  test('the latest questions are kept', async () => {
    const person = await makePerson();
    const { id: episodeId } = await makeEpisode((await makePodcast()).id);
    const question = (text: string) => ({
      question: text,
      options: ['a', 'b', 'c', 'd'],
      correctAnswerIndex: 0,
      explanation: 'Said.',
    });
    await fill(QUIZ_QUESTIONS_MAX, (times) =>
      db.insert(quizQuestions).values(
        times.map((askedAt) => ({
          userId: person.id,
          questionHash: crypto.randomUUID(),
          episodeId,
          question: question('Why?'),
          askedAt,
        })),
      ),
    );
    const asked = ['Who?', 'When?'].map((text) => ({ ...question(text), episodeId }));
    await insertAsked(db, person.id, asked);
    const kept = await db.select().from(quizQuestions).where(eq(quizQuestions.userId, person.id));
    expect(kept).toHaveLength(QUIZ_QUESTIONS_MAX);
    const texts = kept.map((row) => row.question.question);
    expect(texts).toContain('Who?');
    expect(texts).toContain('When?');
  });
});

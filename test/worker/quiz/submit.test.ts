import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { quizResults } from '../../../schema/tables/quiz.ts';
import { sha256Hex, uuidFrom } from '../../../worker/platform/sha256.ts';
import { ask, makePerson } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { submitQuiz } from '../../support/quizzes.ts';

const PATH = '/api/quiz/submit';

const EXCELLENT = "Excellent! You're a podcast expert!";
const GREAT = "Great job! You've been paying attention.";
const GOOD = 'Good effort! Keep learning.';
const TRY = "Keep trying! There's always more to learn.";

describe('the result of a quiz', () => {
  test.each([
    [10, 10, EXCELLENT],
    [9, 10, EXCELLENT],
    [89, 100, GREAT],
    [7, 10, GREAT],
    [69, 100, GOOD],
    [1, 2, GOOD],
    [49, 100, TRY],
    [0, 5, TRY],
  ])('%i of %i earns its message', async (score, totalQuestions, performanceMessage) => {
    const person = await makePerson();
    const reply = await person.send('POST', PATH, { score, totalQuestions });
    expect(reply.status).toBe(201);
    expect(await reply.json()).toEqual({ score, totalQuestions, performanceMessage });
    const kept = await db.select().from(quizResults).where(eq(quizResults.userId, person.id));
    expect(kept).toMatchObject([{ score, totalQuestions, performanceMessage }]);
  });

  test('is stored once per quiz, however often it is sent', async () => {
    const person = await makePerson();
    const quizId = crypto.randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => submitQuiz(person, quizId, 3, 5)));
    for (const reply of replies) expect(await reply.json()).toMatchObject({ score: 3 });
    expect((await submitQuiz(person, crypto.randomUUID(), 3, 5)).status).toBe(201);
    expect(await db.$count(quizResults, eq(quizResults.userId, person.id))).toBe(2);
  });

  test("another user's use of a quiz's id doesn't affect its owner", async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const quizId = crypto.randomUUID();
    await submitQuiz(stranger, quizId, 0, 5);
    expect((await submitQuiz(person, quizId, 5, 5)).status).toBe(201);
    const scoresOf = async ({ id }: { id: string }) =>
      (await db.select().from(quizResults).where(eq(quizResults.userId, id))).map(
        ({ score }) => score,
      );
    expect(await scoresOf(person)).toEqual([5]);
    expect(await scoresOf(stranger)).toEqual([0]);
  });

  test('is stored under a UUID, also if it was stored before ids were UUIDs', async () => {
    const person = await makePerson();
    const results = Array.from({ length: 20 }, () => crypto.randomUUID());
    const uuids = await Promise.all(results.map((quizId) => uuidFrom(`${person.id} ${quizId}`)));
    for (const quizId of results) {
      const id = await sha256Hex(`${person.id} ${quizId}`);
      const result = { score: 1, totalQuestions: 5, performanceMessage: 'x', userId: person.id };
      await db.insert(quizResults).values({ ...result, id });
    }
    const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes('quiz_result_uuids'));
    if (migration === undefined) throw new Error('The migration has another name now');
    for (const query of migration.queries) await env.DB.prepare(query).run();
    const kept = await db.select().from(quizResults).where(eq(quizResults.userId, person.id));
    expect(kept.map(({ id }) => id).toSorted()).toEqual(uuids.toSorted());
    // One of them is sent once more.
    await submitQuiz(person, results[0] ?? '', 5, 5);
    expect(await db.$count(quizResults, eq(quizResults.userId, person.id))).toBe(20);
  });

  test('the server computes the message', async () => {
    const person = await makePerson();
    const body = { score: 0, totalQuestions: 5, performanceMessage: EXCELLENT };
    const reply = await person.send('POST', PATH, body);
    expect(await reply.json()).toMatchObject({ performanceMessage: TRY });
  });

  test.each([
    ['score', { totalQuestions: 5 }],
    ['score', { score: -1, totalQuestions: 5 }],
    ['score', { score: 2.5, totalQuestions: 5 }],
    ['score', { score: 6, totalQuestions: 5 }],
    ['score', { score: '3', totalQuestions: 5 }],
    ['totalQuestions', { score: 0, totalQuestions: 0 }],
    ['totalQuestions', { score: 0, totalQuestions: 1_000_000 }],
  ])('a wrong %s is refused by its name', async (field, body) => {
    const person = await makePerson();
    const reply = await person.send('POST', PATH, body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: 'bad_request', field });
    const kept = await db.select().from(quizResults).where(eq(quizResults.userId, person.id));
    expect(kept).toEqual([]);
  });

  test('requires a login', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"score":1,"totalQuestions":5}' };
    expect((await ask(PATH, init)).status).toBe(401);
  });
});

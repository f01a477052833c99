import { subDays } from 'date-fns';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { REVIEW_ITEMS_MAX } from '../../../schema/limits.ts';
import { reviewItems } from '../../../schema/tables/review.ts';
import type { ReviewProgress } from '../../../schema/wire/review.ts';
import { countAnswers } from '../../../worker/quiz/results.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { sendQuiz, submitQuiz } from '../../support/quizzes.ts';
import {
  addMany,
  addQuestions,
  askQuestions,
  atNoon,
  dueOf,
  grade,
  REVIEWS,
  today,
} from '../../support/reviews.ts';

atNoon();

async function dueInChart(person: Person): Promise<number | undefined> {
  const progress = await (await person.ask(`${REVIEWS}/progress`)).json<ReviewProgress>();
  return progress.forecast[0]?.due;
}

describe('the day', () => {
  test('has at most five new items and twenty in all; the rest waits', async () => {
    const person = await makePerson();
    expect(await dueOf(person)).toMatchObject({ dueToday: 0, hasItems: false });
    const items = await addMany(person, 30);
    expect(await dueOf(person)).toMatchObject({ hasItems: true });
    expect(await dueOf(person)).toMatchObject({ dueToday: 5, dueLater: 25 });
    expect(await dueInChart(person)).toBe(5);
    // Most of them were reviewed once and are long overdue.
    const seen = items.slice(0, 24);
    for (const { id } of seen) {
      await db
        .update(reviewItems)
        .set({ reps: 1, stability: 3, difficulty: 5, lastDay: today() - 60, dueDay: today() - 57 })
        .where(eq(reviewItems.id, id));
    }
    const due = await dueOf(person);
    expect(due).toMatchObject({ dueToday: 20, dueLater: 10 });
    expect(due.items.every(({ state }) => state === 'learning')).toBe(true);
    for (const { id } of due.items.slice(0, 18)) await grade(person, id, { rating: 3 });
    expect(await dueOf(person)).toMatchObject({ dueToday: 2, dueLater: 10, gradedToday: 18 });
    expect(await dueInChart(person)).toBe(2);
    for (const { id } of due.items.slice(18)) await grade(person, id, { rating: 3 });
    expect(await dueOf(person)).toMatchObject({ dueToday: 0, dueLater: 10 });
    expect(await dueInChart(person)).toBe(0);
  });

  test('is as long as the reader has set it', async () => {
    const person = await makePerson();
    await addMany(person, 6);
    const settings = { itemsPerDay: 4, newPerDay: 3, timeZone: 'Asia/Kolkata' };
    const reply = await person.send('PUT', `${REVIEWS}/settings`, settings);
    expect(await reply.json()).toEqual({ isOn: true, ...settings });
    const due = await dueOf(person);
    expect(due).toMatchObject({ dueToday: 3, dueLater: 3, settings });
    expect(due.items[0]?.dueAt).toMatch(/T18:30:00.000Z$/);
    expect(await dueOf(person, '?limit=0')).toMatchObject({ items: [], dueToday: 3 });
    const wrong = { timeZone: 'Mars/Olympus' };
    expect((await person.send('PUT', `${REVIEWS}/settings`, wrong)).status).toBe(400);
    expect((await person.ask(`${REVIEWS}/due?timeZone=nowhere`)).status).toBe(400);
  });

  test('that was read to its end keeps the streak, also with nothing due', async () => {
    const person = await makePerson();
    for (const daysAgo of [0, 1, 3]) {
      const at = subDays(new Date(), daysAgo).toISOString();
      expect((await person.send('POST', `${REVIEWS}/days`, { at })).status).toBe(200);
    }
    expect(await dueOf(person)).toMatchObject({ streak: 3, isKept: true });
  });
});

describe('what went wrong in a quiz', () => {
  test('is due tomorrow; what went right is not reviewed', async () => {
    const person = await makePerson();
    const { asked } = await askQuestions(person, 3);
    const answers = asked.map(({ question }, index) => ({ question, isCorrect: index === 0 }));
    expect((await sendQuiz(person, answers)).status).toBe(200);
    const rows = await db.select().from(reviewItems).where(eq(reviewItems.userId, person.id));
    expect(new Set(rows.map(({ sourceId }) => sourceId))).toEqual(
      new Set(asked.slice(1).map(({ id }) => id)),
    );
    expect(rows.every(({ dueDay }) => dueDay === today() + 1)).toBe(true);
    expect(await dueOf(person)).toMatchObject({ dueToday: 0 });
  });

  test('comes forward where it was due later', async () => {
    const person = await makePerson();
    const { asked } = await askQuestions(person, 1);
    const [item] = await addQuestions(
      person,
      asked.map(({ id }) => id),
    );
    await grade(person, item?.id ?? '', { rating: 4, at: subDays(new Date(), 2) });
    await sendQuiz(
      person,
      asked.map(({ question }) => ({ question, isCorrect: false })),
    );
    const [row] = await db.select().from(reviewItems).where(eq(reviewItems.userId, person.id));
    expect(row).toMatchObject({ dueDay: today() + 1, reps: 1 });
  });

  test('fills a review to its last place, also from two quizzes at once', async () => {
    const person = await makePerson();
    const { asked, episode } = await askQuestions(person, 5);
    const [known, ...others] = asked.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await addQuestions(person, [known?.id ?? '']);
    await db.run(sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers
        WHERE n < ${REVIEW_ITEMS_MAX - 2})
      INSERT INTO review_items (id, user_id, kind, source_id, episode_id, front, back, due_day,
        reps, lapses, revision, created_at)
      SELECT ${person.id} || n, ${person.id}, 'question', n, ${episode.id}, 'f', 'b', 0, 0, 0, 0, 0
      FROM numbers`);
    const wrong = (questions: typeof asked) =>
      sendQuiz(
        person,
        questions.map(({ question }) => ({ question, isCorrect: false })),
      );
    const [first, second, ...rest] = others;
    if (!known || !first || !second) throw new Error('there are too few questions');
    await Promise.all([wrong([known, first, second]), wrong([known, ...rest])]);
    expect(await db.$count(reviewItems, eq(reviewItems.userId, person.id))).toBe(REVIEW_ITEMS_MAX);
    const more = await askQuestions(person, 1);
    const body = { kind: 'question', sourceId: more.asked[0]?.id };
    const refused = await person.send('POST', REVIEWS, body);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(/^Your review is full/),
    });
  });

  test('comes in although the first try to count the answers ended halfway', async () => {
    const person = await makePerson();
    const { asked } = await askQuestions(person, 1);
    const answers = asked.map(({ question }) => ({ question, isCorrect: false }));
    const quizId = crypto.randomUUID();
    await submitQuiz(person, quizId, 0, 1);
    await countAnswers(db, person.id, quizId, answers);
    expect((await sendQuiz(person, answers, quizId)).status).toBe(200);
    expect(await db.$count(reviewItems, eq(reviewItems.userId, person.id))).toBe(1);
  });

  test('stays out for who has switched the review off', async () => {
    const person = await makePerson();
    const { asked } = await askQuestions(person, 1);
    await person.send('PUT', `${REVIEWS}/settings`, { isOn: false });
    await sendQuiz(
      person,
      asked.map(({ question }) => ({ question, isCorrect: false })),
    );
    expect(await db.$count(reviewItems, eq(reviewItems.userId, person.id))).toBe(0);
  });
});

import { env } from 'cloudflare:workers';
import { subDays } from 'date-fns';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reviewGrades, reviewItems } from '../../../schema/tables/review.ts';
import type { ReviewItem } from '../../../schema/wire/review.ts';
import { scheduleOf } from '../../../worker/review/schedule.ts';
import { interruptedDatabase } from '../../support/databases.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { sendQuiz } from '../../support/quizzes.ts';
import {
  addQuestions,
  askQuestions,
  atNoon,
  dueOf,
  grade,
  REVIEWS,
} from '../../support/reviews.ts';
import { seeded } from '../../support/sample.ts';

atNoon();

async function makeItem(person: Person): Promise<ReviewItem> {
  const { asked } = await askQuestions(person, 1);
  const [item] = await addQuestions(person, [asked[0]?.id ?? '']);
  if (!item) throw new Error('nothing was added');
  return item;
}

const rowOf = async (id: string) =>
  (await db.select().from(reviewItems).where(eq(reviewItems.id, id)))[0];
const logOf = (id: string) =>
  db.select().from(reviewGrades).where(eq(reviewGrades.itemId, id)).orderBy(asc(reviewGrades.day));

describe('a grade', () => {
  test('makes an item due later, and not again today', async () => {
    const person = await makePerson();
    const item = await makeItem(person);
    const due = await dueOf(person);
    expect(due).toMatchObject({ dueToday: 1, gradedToday: 0, streak: 0 });
    expect(due.items).toEqual([item]);
    const reply = await grade(person, item.id, { rating: 3 });
    expect(reply.status).toBe(200);
    const graded = await reply.json<ReviewItem>();
    expect(graded).toMatchObject({ id: item.id, state: 'learning' });
    expect(new Date(graded.dueAt).getTime()).toBeGreaterThan(Date.now());
    expect(await dueOf(person)).toMatchObject({
      items: [],
      gradedToday: 1,
      streak: 1,
      isKept: true,
    });
  });

  test('that is sent many times at once counts once', async () => {
    const person = await makePerson();
    const item = await makeItem(person);
    const sent = { rating: 3, gradeId: crypto.randomUUID(), at: new Date() };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => grade(person, item.id, sent)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await logOf(item.id)).toHaveLength(1);
    expect(await rowOf(item.id)).toMatchObject({ reps: 1, lapses: 0 });
  });

  test('of two devices on one day: the earlier one counts, whichever arrives first', async () => {
    const person = await makePerson();
    const at = (hour: number) => new Date(`${today()}T0${hour}:00:00Z`);
    for (const order of [
      [1, 3],
      [3, 1],
    ]) {
      const item = await makeItem(person);
      for (const rating of order) {
        await grade(person, item.id, { rating, at: subDays(at(rating), 1) });
      }
      expect(await logOf(item.id)).toMatchObject([{ rating: 1 }]);
      expect(await rowOf(item.id)).toMatchObject({ reps: 1 });
    }
  });

  test('that arrives late stands where it was given: any order makes the same schedule', async () => {
    const person = await makePerson();
    const random = seeded(11);
    const now = Date.now();
    const given = [28, 25, 20, 13, 4].map((daysAgo, index) => ({
      rating: (index === 2 ? 1 : 3) as 1 | 3,
      gradeId: crypto.randomUUID(),
      at: subDays(now, daysAgo),
    }));
    const expected = scheduleOf(
      given.map(({ at, rating }) => ({ day: Math.floor(at.getTime() / 86_400_000), rating })),
      { addedDay: 0, wrongDay: null },
    );
    for (let round = 0; round < 4; round++) {
      const item = await makeItem(person);
      // As several devices would send them: out of order, some twice, all at once.
      const sent = [...given, ...given.slice(0, 2)]
        .map((one) => ({ ...one, gradeId: `${one.gradeId.slice(0, -1)}${round}` }))
        .sort(() => random() - 0.5);
      await Promise.all(sent.map((one) => grade(person, item.id, one)));
      const { dueDay, stability, difficulty, reps, lapses } = expected;
      const row = await rowOf(item.id);
      expect(row).toMatchObject({ dueDay, reps, lapses });
      expect(row?.stability).toBeCloseTo(stability ?? 0, 9);
      expect(row?.difficulty).toBeCloseTo(difficulty ?? 0, 9);
    }
  });

  test('that comes with a wrong answer in a quiz makes the schedule of both', async () => {
    const DB = interruptedDatabase(env.DB, /^update "review_items" set "due_day"/, async () => {
      expect((await sendQuiz(person, answers)).status).toBe(200);
    });
    const person = await makePerson({ ...env, DB });
    const { asked } = await askQuestions(person, 1);
    const [item] = await addQuestions(person, [asked[0]?.id ?? '']);
    const answers = asked.map(({ question }) => ({ question, isCorrect: false }));
    const at = subDays(new Date(), 2);
    const reply = await grade(person, item?.id ?? '', { rating: 4, at });
    const dueDay = Math.floor(Date.now() / 86_400_000) + 1;
    expect(await rowOf(item?.id ?? '')).toMatchObject({ reps: 1, dueDay });
    expect(await reply.json()).toMatchObject({ state: 'learning' });
  });

  test('counts for the day it was where the reader is', async () => {
    const person = await makePerson();
    const item = await makeItem(person);
    const at = new Date(`${today(-2)}T23:30:00Z`);
    await grade(person, item.id, { rating: 3, at, timeZone: 'Pacific/Auckland' });
    const [entry] = await logOf(item.id);
    expect(entry?.day).toBe(Math.floor(at.getTime() / 86_400_000) + 1);
  });

  test('of a fast clock counts now, one older than a month is refused', async () => {
    const person = await makePerson();
    const item = await makeItem(person);
    const old = await grade(person, item.id, { rating: 3, at: subDays(new Date(), 31) });
    expect(old.status).toBe(422);
    await grade(person, item.id, { rating: 3, at: new Date(Date.now() + 86_400_000) });
    const [entry] = await logOf(item.id);
    expect(entry?.at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test.each([{ rating: 5 }, { rating: 0 }, { rating: 3, gradeId: 'mine' }])(
    'that is not one is refused: %o',
    async (fields) => {
      const person = await makePerson();
      const item = await makeItem(person);
      expect((await grade(person, item.id, fields)).status).toBe(400);
      expect(await logOf(item.id)).toEqual([]);
    },
  );

  test("of a stranger does nothing, nor does a stranger's deletion", async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const item = await makeItem(person);
    expect((await grade(stranger, item.id, { rating: 1 })).status).toBe(404);
    expect((await stranger.send('DELETE', `${REVIEWS}/${item.id}`)).status).toBe(404);
    expect(await dueOf(stranger)).toMatchObject({ dueToday: 0, streak: 0 });
    expect(await logOf(item.id)).toEqual([]);
    expect(await rowOf(item.id)).toMatchObject({ reps: 0, revision: 0 });
  });
});

/** `2026-11-22`, as UTC has it. */
function today(offset = 0): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

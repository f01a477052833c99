/** What a user learns: review items and days, quizzes. */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { quizQuestions, quizResults } from '../../../schema/tables/quiz.ts';
import { reviewDays, reviewGrades, reviewItems } from '../../../schema/tables/review.ts';
import { type Database, isAmong } from '../../platform/database.ts';
import { bySize, iso, mapPages, ofUser, PAGE, pagesBy, type Row, sizesOf } from './pages.ts';

async function readReviewItems(db: Database, ids: string[]): Promise<Row<'reviewItems'>[]> {
  const [items, grades] = await db.batch([
    db.select().from(reviewItems).where(isAmong(reviewItems.id, ids)).orderBy(asc(reviewItems.id)),
    db
      .select()
      .from(reviewGrades)
      .where(isAmong(reviewGrades.itemId, ids))
      .orderBy(asc(reviewGrades.day)),
  ]);
  const byItem = Map.groupBy(grades, ({ itemId }) => itemId);
  return items.map(({ userId: _user, revision: _revision, createdAt, ...item }) => ({
    ...item,
    createdAt: iso(createdAt),
    grades: (byItem.get(item.id) ?? []).map(({ gradeId, rating, at, day }) => ({
      gradeId,
      rating,
      at: iso(at),
      day,
    })),
  }));
}

/** A user's quiz questions, page by page. */
export const listQuestions = (db: Database, userId: string) =>
  pagesBy(
    (after: string | null) =>
      db
        .select()
        .from(quizQuestions)
        .where(
          and(
            eq(quizQuestions.userId, userId),
            after === null ? undefined : gt(quizQuestions.questionHash, after),
          ),
        )
        .orderBy(asc(quizQuestions.questionHash))
        .limit(PAGE),
    ({ questionHash }) => questionHash,
  );

/** A user's review items, page by page. */
export const listReviewItems = (db: Database, userId: string) =>
  pagesBy(
    (after: string | null) =>
      db
        .select()
        .from(reviewItems)
        .where(
          and(
            eq(reviewItems.userId, userId),
            after === null ? undefined : gt(reviewItems.id, after),
          ),
        )
        .orderBy(asc(reviewItems.id))
        .limit(PAGE),
    ({ id }) => id,
  );

export const pagesOfReviewItems = (db: Database, userId: string) =>
  bySize(
    sizesOf(
      db,
      sql`FROM review_items t LEFT JOIN review_grades g ON g.item_id = t.id ${ofUser(userId)}`,
      sql`octet_length(t.front) + octet_length(t.back) + 500 + 200 * count(g.day)`,
    ),
    (ids) => readReviewItems(db, ids),
  );

export const pagesOfReviewDays = (db: Database, userId: string) =>
  pagesBy(
    (after: number | null) =>
      db
        .select({
          day: reviewDays.day,
          isKept: reviewDays.isKept,
          takeaway: reviewDays.takeaway,
        })
        .from(reviewDays)
        .where(
          and(
            eq(reviewDays.userId, userId),
            after === null ? undefined : gt(reviewDays.day, after),
          ),
        )
        .orderBy(asc(reviewDays.day))
        .limit(PAGE),
    ({ day }) => day,
  );

export const pagesOfQuizQuestions = (db: Database, userId: string) =>
  mapPages(listQuestions(db, userId), ({ question, askedAt, userId: _, ...row }) => ({
    ...row,
    question: question.question,
    options: question.options,
    correctAnswerIndex: question.correctAnswerIndex,
    explanation: question.explanation,
    askedAt: iso(askedAt),
  }));

export const pagesOfQuizResults = (db: Database, userId: string) =>
  mapPages(
    pagesBy(
      (after: string | null) =>
        db
          .select()
          .from(quizResults)
          .where(
            and(
              eq(quizResults.userId, userId),
              after === null ? undefined : gt(quizResults.id, after),
            ),
          )
          .orderBy(asc(quizResults.id))
          .limit(PAGE),
      ({ id }) => id,
    ),
    ({ userId: _, ...row }) => ({ ...row, createdAt: iso(row.createdAt) }),
  );

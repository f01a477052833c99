/** What a user learns: review items and days, quizzes. */

import { asc, sql } from 'drizzle-orm';
import { quizQuestions, quizResults } from '../../../../schema/tables/quiz.ts';
import { reviewDays, reviewGrades, reviewItems } from '../../../../schema/tables/review.ts';
import type { DocumentRow } from '../../../../schema/wire/account-document.ts';
import { type Database, isAmong } from '../../../platform/database.ts';
import { bySize, iso, mapPages, ofUser, pagesOfTable, sizesOf } from './pages.ts';

async function readReviewItems(db: Database, ids: string[]): Promise<DocumentRow<'reviewItems'>[]> {
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
  pagesOfTable(db, userId, quizQuestions, 'questionHash');

/** A user's review items, page by page. */
export const listReviewItems = (db: Database, userId: string) =>
  pagesOfTable(db, userId, reviewItems, 'id');

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
  mapPages(pagesOfTable(db, userId, reviewDays, 'day'), ({ day, isKept, takeaway }) => ({
    day,
    isKept,
    takeaway,
  }));

export const pagesOfQuizQuestions = (db: Database, userId: string) =>
  mapPages(
    listQuestions(db, userId),
    ({ question, askedAt, userId: _user, quizId: _quiz, ...row }) => ({
      ...row,
      question: question.question,
      options: question.options,
      correctAnswerIndex: question.correctAnswerIndex,
      explanation: question.explanation,
      askedAt: iso(askedAt),
    }),
  );

export const pagesOfQuizResults = (db: Database, userId: string) =>
  mapPages(
    pagesOfTable(db, userId, quizResults, 'id'),
    ({ userId: _user, isCounted: _counted, ...row }) => ({
      ...row,
      createdAt: iso(row.createdAt),
    }),
  );

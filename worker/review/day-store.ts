/** What a day of the review holds. The owner's id goes into every statement. */
import { and, asc, desc, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { REVIEW_ITEMS_PER_DAY_MAX } from '../../schema/limits.ts';
import { reviewDays, reviewGrades, reviewItems } from '../../schema/tables/review.ts';
import type { Database } from '../platform/database.ts';
import { selectItems } from './store.ts';

/** More days than the longest streak. */
const DAYS_READ = 2_000;

/** Graded before, or wrong in a quiz; the others are new. */
export const isSeen = or(sql`${reviewItems.reps} > 0`, isNotNull(reviewItems.wrongDay));
const isUnseen = and(eq(reviewItems.reps, 0), isNull(reviewItems.wrongDay));

/** Selects the number of items graded on a day, and how many of them were new. */
export const selectGraded = (db: Database, userId: string, day: number) =>
  db
    .select({
      items: sql<number>`count(*)`,
      unseen: sql<number>`coalesce(sum(NOT EXISTS (
        SELECT 1 FROM review_grades AS earlier
        WHERE earlier.item_id = ${reviewGrades.itemId} AND earlier.day < ${day}
      ) AND ${reviewItems.wrongDay} IS NULL), 0)`,
    })
    .from(reviewGrades)
    .innerJoin(reviewItems, eq(reviewItems.id, reviewGrades.itemId))
    .where(and(eq(reviewGrades.userId, userId), eq(reviewGrades.day, day)));

/**
 * Reads the state of a day: due items, graded items and the days kept. Items that went wrong in a quiz
 * come first, then those most likely still known. In `npm run bench:review`, other orders of a backlog
 * make no difference.
 */
export async function readDay(db: Database, userId: string, today: number) {
  const { dueDay, lastDay, wrongDay, stability, createdAt, id } = reviewItems;
  const isOpen = and(
    eq(reviewItems.userId, userId),
    lte(dueDay, today),
    or(isNull(lastDay), lt(lastDay, today)),
  );
  const [seen, unseen, counts, some, graded, kept] = await db.batch([
    selectItems(db)
      .where(and(isOpen, isSeen))
      .orderBy(
        desc(sql`coalesce(${wrongDay} >= coalesce(${lastDay}, 0), 0)`),
        asc(sql`(${today} - ${lastDay}) / ${stability}`),
        asc(id),
      )
      .limit(REVIEW_ITEMS_PER_DAY_MAX),
    selectItems(db)
      .where(and(isOpen, isUnseen))
      .orderBy(asc(createdAt), asc(id))
      .limit(REVIEW_ITEMS_PER_DAY_MAX),
    db.select({ due: sql<number>`count(*)` }).from(reviewItems).where(isOpen),
    db.select({ id }).from(reviewItems).where(eq(reviewItems.userId, userId)).limit(1),
    selectGraded(db, userId, today),
    db
      .select({ day: reviewDays.day })
      .from(reviewDays)
      .where(and(eq(reviewDays.userId, userId), eq(reviewDays.isKept, true)))
      .orderBy(desc(reviewDays.day))
      .limit(DAYS_READ),
  ]);
  return {
    seen,
    unseen,
    due: counts[0]?.due ?? 0,
    hasItems: some.length > 0,
    gradedToday: graded[0]?.items ?? 0,
    unseenToday: graded[0]?.unseen ?? 0,
    keptDays: kept.map(({ day }) => day),
  };
}

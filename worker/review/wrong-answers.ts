import { and, eq, sql } from 'drizzle-orm';
import { REVIEW_ITEMS_MAX } from '../../schema/limits.ts';
import { quizQuestions } from '../../schema/tables/quiz.ts';
import { reviewItems } from '../../schema/tables/review.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { dayOf } from './days.ts';
import { findSettings } from './settings.ts';
import { asItem } from './sources.ts';

/**
 * Makes what went wrong in a quiz due tomorrow. What was not in review yet comes in, as far as there
 * is room; nothing does for readers who have switched the review off.
 *
 * @param questionIds those of questions this person was never asked are ignored
 */
export async function noteWrongAnswers(
  db: Database,
  userId: string,
  questionIds: string[],
  now: Date,
): Promise<void> {
  if (questionIds.length === 0) return;
  const { isOn, timeZone } = await findSettings(db, userId);
  if (!isOn) return;
  const today = dayOf(now, timeZone);
  const [asked, [kept]] = await db.batch([
    db
      .select()
      .from(quizQuestions)
      .where(
        and(eq(quizQuestions.userId, userId), isAmong(quizQuestions.questionHash, questionIds)),
      ),
    db
      .select({ count: sql<number>`count(*)` })
      .from(reviewItems)
      .where(eq(reviewItems.userId, userId)),
  ]);
  const room = REVIEW_ITEMS_MAX - (kept?.count ?? 0);
  const inserts = asked.slice(0, Math.max(0, room)).map(({ question, questionHash, episodeId }) =>
    db
      .insert(reviewItems)
      .values({
        ...asItem(question),
        userId,
        sourceId: questionHash,
        episodeId,
        dueDay: today + 1,
        wrongDay: today,
      })
      .onConflictDoNothing(),
  );
  await db.batch([
    db
      .update(reviewItems)
      .set({
        wrongDay: sql`max(coalesce(${reviewItems.wrongDay}, 0), ${today})`,
        dueDay: sql`CASE WHEN ${reviewItems.reps} = 0 THEN ${today + 1}
          ELSE min(${reviewItems.dueDay}, ${today + 1}) END`,
        revision: sql`${reviewItems.revision} + 1`,
      })
      .where(
        and(
          eq(reviewItems.userId, userId),
          eq(reviewItems.kind, 'question'),
          isAmong(reviewItems.sourceId, questionIds),
        ),
      ),
    ...inserts,
  ]);
}

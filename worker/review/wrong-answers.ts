import { and, eq, lt, sql } from 'drizzle-orm';
import { quizQuestions } from '../../schema/tables/quiz.ts';
import { reviewItems } from '../../schema/tables/review.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { dayOf } from './days.ts';
import { asItem } from './make-item.ts';
import { findSettings } from './settings.ts';
import { addingItem } from './store.ts';

/**
 * Makes questions that were answered wrongly in a quiz due on the next day. Adds those that weren't in
 * review yet while there is room. Does nothing for readers who have switched the review off, and nothing
 * more if it is repeated.
 *
 * @param questionIds questions that this user was never asked are ignored
 * @param at when they were answered
 */
export async function noteWrongAnswers(
  db: Database,
  userId: string,
  questionIds: string[],
  at: Date,
): Promise<void> {
  if (questionIds.length === 0) return;
  const { isOn, timeZone } = await findSettings(db, userId);
  if (!isOn) return;
  const wrongDay = dayOf(at, timeZone);
  const dueDay = wrongDay + 1;
  const asked = await db
    .select()
    .from(quizQuestions)
    .where(and(eq(quizQuestions.userId, userId), isAmong(quizQuestions.questionHash, questionIds)));
  await db.batch([
    db
      .update(reviewItems)
      .set({
        wrongDay,
        dueDay: sql`CASE WHEN ${reviewItems.reps} = 0 THEN ${dueDay}
          ELSE min(${reviewItems.dueDay}, ${dueDay}) END`,
        revision: sql`${reviewItems.revision} + 1`,
      })
      .where(
        and(
          eq(reviewItems.userId, userId),
          eq(reviewItems.kind, 'question'),
          isAmong(reviewItems.sourceId, questionIds),
          lt(sql`coalesce(${reviewItems.wrongDay}, -1)`, wrongDay),
        ),
      ),
    ...asked.map(({ question, questionHash: sourceId, episodeId }) =>
      addingItem(db, userId, { ...asItem(question), sourceId, episodeId }, { dueDay, wrongDay }),
    ),
  ]);
}

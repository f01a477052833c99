/** The quiz questions that users were asked. */

import { subDays } from 'date-fns';
import { and, asc, desc, eq, gt, lt, notInArray, type SQL } from 'drizzle-orm';
import { QUIZ_QUESTIONS_MAX } from '../../schema/limits.ts';
import { quizQuestions } from '../../schema/tables/quiz.ts';
import type { QuizQuestion } from '../../schema/wire/quiz.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { identityOf, questionIds } from './question-ids.ts';

/** Questions answered correctly, or never, this long ago are deleted. */
const FORGOTTEN_AFTER_DAYS = 90;

/** Within this time a question is only repeated if it was answered wrongly. */
const NOT_AGAIN_DAYS = 30;
/** How many of these questions are read at most: those of two hundred quizzes about the same episodes. */
const NOT_AGAIN_MAX = 1_000;

/** A question with a known episode, so it can be asked again. */
export type KnownQuestion = QuizQuestion & { episodeId: string };

/**
 * Returns questions about these episodes that were answered wrongly more often than correctly, least
 * recently asked first.
 */
export function listWrong(
  db: Database,
  userId: string,
  episodeIds: string[],
  count: number,
): Promise<KnownQuestion[]> {
  const wasWrong = gt(quizQuestions.timesWrong, quizQuestions.timesRight);
  return listQuestions(db, userId, episodeIds, {
    condition: wasWrong,
    order: asc(quizQuestions.askedAt),
    count,
  });
}

/** Returns the questions about these episodes from the last 30 days, which must not be repeated, latest first. */
export function listAskedLately(
  db: Database,
  userId: string,
  episodeIds: string[],
): Promise<KnownQuestion[]> {
  const isRecent = gt(quizQuestions.askedAt, subDays(new Date(), NOT_AGAIN_DAYS));
  return listQuestions(db, userId, episodeIds, {
    condition: isRecent,
    order: desc(quizQuestions.askedAt),
    count: NOT_AGAIN_MAX,
  });
}

/** Returns a user's questions about these episodes that meet a condition. */
async function listQuestions(
  db: Database,
  userId: string,
  episodeIds: string[],
  { condition, order, count }: { condition: SQL; order: SQL; count: number },
): Promise<KnownQuestion[]> {
  const rows = await db
    .select({ episodeId: quizQuestions.episodeId, question: quizQuestions.question })
    .from(quizQuestions)
    .where(
      and(
        eq(quizQuestions.userId, userId),
        isAmong(quizQuestions.episodeId, episodeIds),
        condition,
      ),
    )
    .orderBy(order, asc(quizQuestions.questionHash))
    .limit(count);
  return rows.map(({ episodeId, question }) => ({ ...question, episodeId }));
}

/** Returns the questions of a quiz, with their ids; fewer if another quiz has asked some since. */
export async function listOfQuiz(
  db: Database,
  userId: string,
  quizId: string,
): Promise<(KnownQuestion & { id: string })[]> {
  const rows = await db
    .select({
      id: quizQuestions.questionHash,
      episodeId: quizQuestions.episodeId,
      question: quizQuestions.question,
    })
    .from(quizQuestions)
    .where(and(eq(quizQuestions.userId, userId), eq(quizQuestions.quizId, quizId)));
  return rows.map(({ id, episodeId, question }) => ({ ...question, episodeId, id }));
}

/**
 * Stores new questions and deletes old ones.
 *
 * @param quizId by which `listOfQuiz` finds them; null for none
 * @returns the questions' ids, in their order
 */
export async function insertAsked(
  db: Database,
  userId: string,
  questions: KnownQuestion[],
  quizId: string | null = null,
): Promise<string[]> {
  const askedAt = new Date();
  const ids = await questionIds(
    db,
    userId,
    questions.map((question) => identityOf(question, question.episodeId)),
  );
  const inserts = questions.map(({ episodeId, ...question }, index) =>
    db
      .insert(quizQuestions)
      .values({ userId, questionHash: ids[index] ?? '', episodeId, question, askedAt, quizId })
      .onConflictDoUpdate({
        target: [quizQuestions.userId, quizQuestions.questionHash],
        set: { question, askedAt, quizId },
      }),
  );
  await db.batch([
    db
      .delete(quizQuestions)
      .where(
        and(
          eq(quizQuestions.userId, userId),
          lt(quizQuestions.askedAt, subDays(askedAt, FORGOTTEN_AFTER_DAYS)),
        ),
      ),
    ...inserts,
    db
      .delete(quizQuestions)
      .where(
        and(
          eq(quizQuestions.userId, userId),
          notInArray(
            quizQuestions.questionHash,
            db
              .select({ hash: quizQuestions.questionHash })
              .from(quizQuestions)
              .where(eq(quizQuestions.userId, userId))
              .orderBy(desc(quizQuestions.askedAt), asc(quizQuestions.questionHash))
              .limit(QUIZ_QUESTIONS_MAX),
          ),
        ),
      ),
  ]);
  return ids;
}

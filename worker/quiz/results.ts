/** The results of quizzes, and what was answered in them. */
import { and, asc, desc, eq, exists, notInArray, sql } from 'drizzle-orm';
import { QUIZ_RESULTS_MAX } from '../../schema/limits.ts';
import { quizQuestions, quizResults } from '../../schema/tables/quiz.ts';
import type { QuizAnswer, QuizResult } from '../../schema/wire/quiz.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { uuidFrom } from '../platform/sha256.ts';

/**
 * Returns the ids of the answered questions, in their order. An answer without an id counts for the
 * question of that wording (and episode, if it names one) that was asked last; null if there is none.
 */
async function answeredIds(
  db: Database,
  userId: string,
  answers: QuizAnswer[],
): Promise<(string | null)[]> {
  const wordings = answers.flatMap(({ id, question }) => (id === undefined ? [question] : []));
  const wording = sql<string>`${quizQuestions.question} ->> 'question'`;
  const rows =
    wordings.length === 0
      ? []
      : await db
          .select({ id: quizQuestions.questionHash, episodeId: quizQuestions.episodeId, wording })
          .from(quizQuestions)
          .where(and(eq(quizQuestions.userId, userId), isAmong(wording, wordings)))
          .orderBy(desc(quizQuestions.askedAt), asc(quizQuestions.questionHash));
  return answers.map(({ id, question, episodeId }) => {
    const isAnswered = (row: (typeof rows)[number]) =>
      row.wording === question && (episodeId === undefined || row.episodeId === episodeId);
    return id ?? rows.find(isAnswered)?.id ?? null;
  });
}

/** Combined with the user's id, so that nobody can take another user's quiz id. */
const resultIdOf = (userId: string, quizId: string) => uuidFrom(`${userId} ${quizId}`);

/** Stores a quiz's result; does nothing if this quiz has one. */
export async function saveResult(
  db: Database,
  userId: string,
  quizId: string,
  result: QuizResult,
): Promise<void> {
  const id = await resultIdOf(userId, quizId);
  const newest = db
    .select({ id: quizResults.id })
    .from(quizResults)
    .where(eq(quizResults.userId, userId))
    .orderBy(desc(quizResults.createdAt), desc(quizResults.id))
    .limit(QUIZ_RESULTS_MAX);
  await db.batch([
    db
      .insert(quizResults)
      .values({ ...result, id, userId })
      .onConflictDoNothing(),
    db
      .delete(quizResults)
      .where(and(eq(quizResults.userId, userId), notInArray(quizResults.id, newest))),
  ]);
}

/**
 * Counts the answers to a quiz in its questions, once. Questions this user was never asked are ignored.
 *
 * @returns when the quiz was submitted, and the ids of the questions answered wrongly
 * @throws AppError not_found if no result of this quiz is stored
 */
export async function countAnswers(
  db: Database,
  userId: string,
  quizId: string,
  answers: QuizAnswer[],
): Promise<{ submittedAt: Date; wrong: string[] }> {
  const id = await resultIdOf(userId, quizId);
  const ids = await answeredIds(db, userId, answers);
  const { timesRight, timesWrong } = quizQuestions;
  const isResult = eq(quizResults.id, id);
  const uncounted = db
    .select({ id: quizResults.id })
    .from(quizResults)
    .where(and(isResult, eq(quizResults.isCounted, false)));
  const updates = answers.map(({ episodeId, isCorrect }, index) =>
    db
      .update(quizQuestions)
      .set(
        isCorrect ? { timesRight: sql`${timesRight} + 1` } : { timesWrong: sql`${timesWrong} + 1` },
      )
      .where(
        and(
          exists(uncounted),
          eq(quizQuestions.userId, userId),
          eq(quizQuestions.questionHash, ids[index] ?? ''),
          episodeId === undefined ? undefined : eq(quizQuestions.episodeId, episodeId),
        ),
      ),
  );
  const [results] = await db.batch([
    db.select({ submittedAt: quizResults.createdAt }).from(quizResults).where(isResult),
    ...updates,
    db.update(quizResults).set({ isCounted: true }).where(isResult),
  ]);
  const [result] = results;
  if (!result) throw new AppError('not_found', 'This quiz was not submitted');
  const wrong = ids.flatMap((one, index) => (one && !answers[index]?.isCorrect ? [one] : []));
  return { ...result, wrong };
}

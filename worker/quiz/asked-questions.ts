/** Users' quiz questions and results. */

import { subDays } from 'date-fns';
import { and, asc, desc, eq, exists, gt, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { QUIZ_QUESTIONS_MAX, QUIZ_RESULTS_MAX } from '../../schema/limits.ts';
import { quizQuestions, quizResults } from '../../schema/tables/quiz.ts';
import type { QuizAnswer, QuizQuestion, QuizResult } from '../../schema/wire/quiz.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { uuidFrom } from '../platform/sha256.ts';
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

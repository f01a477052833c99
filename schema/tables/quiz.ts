import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { QuizQuestion } from '../wire/quiz.ts';
import { userIdColumn } from './accounts.ts';
import { createdAtColumn, idColumn, timeColumn } from './columns.ts';
import { episodeIdColumn } from './episodes.ts';

export const quizResults = sqliteTable(
  'quiz_results',
  {
    id: idColumn(),
    userId: userIdColumn(),
    score: integer('score').notNull(),
    totalQuestions: integer('total_questions').notNull(),
    performanceMessage: text('performance_message').notNull(),
    /** Whether its answers have been counted in the questions. */
    isCounted: integer('is_counted', { mode: 'boolean' }).notNull().default(false),
    createdAt: createdAtColumn(),
  },
  (table) => [index('quiz_results_user_created').on(table.userId, table.createdAt)],
);

/** A quiz question that may be asked again. */
export type StoredQuestion = Omit<QuizQuestion, 'episodeId' | 'id'>;

/** A user's quiz questions and results. Wrongly answered ones come back. */
export const quizQuestions = sqliteTable(
  'quiz_questions',
  {
    userId: userIdColumn(),
    /** SHA-256 in hex of the episode, the wording and the right answer; in older rows of the wording alone. */
    questionHash: text('question_hash').notNull(),
    episodeId: episodeIdColumn(),
    question: text('question', { mode: 'json' }).$type<StoredQuestion>().notNull(),
    askedAt: timeColumn('asked_at').notNull(),
    timesWrong: integer('times_wrong').notNull().default(0),
    timesRight: integer('times_right').notNull().default(0),
    /** The quiz that asked it last, to send it again; null if the model could not answer. */
    quizId: text('quiz_id'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.questionHash] }),
    index('quiz_questions_user_asked').on(table.userId, table.askedAt),
    index('quiz_questions_episode').on(table.episodeId),
  ],
);

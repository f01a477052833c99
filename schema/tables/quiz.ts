import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { createdAtColumn, idColumn } from './columns.ts';

export const quizResults = sqliteTable(
  'quiz_results',
  {
    id: idColumn(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    score: integer('score').notNull(),
    totalQuestions: integer('total_questions').notNull(),
    performanceMessage: text('performance_message').notNull(),
    createdAt: createdAtColumn(),
  },
  (table) => [index('quiz_results_user_created').on(table.userId, table.createdAt)],
);

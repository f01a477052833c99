import { z } from 'zod';
import { quizQuestionSchema } from '../quiz.ts';
import { done, inRoom } from './operation.ts';

/** The reply of `POST /api/quiz/generate`. */
const quizSchema = z.object({
  id: z
    .string()
    .describe('Sent back with the result, as its `Idempotency-Key`, and with the answers.'),
  questions: z.array(quizQuestionSchema),
  notice: z
    .string()
    .optional()
    .describe('Says that the model failed and the embedded assistant replaced it.'),
});
export type Quiz = z.output<typeof quizSchema>;

const quizResultSchema = z.object({
  score: z.number().int(),
  totalQuestions: z.number().int(),
  performanceMessage: z.string(),
});
export type QuizResult = z.output<typeof quizResultSchema>;

export const QUIZ_OPERATIONS = inRoom('quiz', {
  'POST /api/quiz/generate': {
    summary: 'Write a quiz about a podcast or all your podcasts',
    status: 200,
    description: 'The quiz with its correct answers.',
    schema: quizSchema,
  },
  'POST /api/quiz/submit': {
    summary: 'Submit a quiz',
    status: 201,
    description: 'The result and a comment on it.',
    schema: quizResultSchema,
  },
  'POST /api/quiz/answers': {
    summary: 'Tell which questions of a submitted quiz were answered correctly',
    ...done('Those that are wrong come back in later quizzes and in the review.'),
  },
});

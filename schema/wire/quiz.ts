import { z } from 'zod';
import { QUIZ_OPTIONS } from '../limits.ts';
import { failFast, idSchema } from './common.ts';

export type { Quiz, QuizResult } from './replies/quiz.ts';

/** Longer than any question. */
const QUIZ_TEXT_MAX_CHARS = 4_000;

export const quizRequestSchema = z
  .object({
    podcastId: z.preprocess((value) => value ?? null, idSchema.nullable()),
    useWholeLibrary: z.boolean(),
  })
  .refine((body) => body.useWholeLibrary || body.podcastId !== null, {
    error: 'Please select a podcast to continue',
    path: ['podcastId'],
  });
export type QuizRequest = z.output<typeof quizRequestSchema>;

/** SHA-256 in hex. */
export const questionIdSchema = z.string().regex(/^[\da-f]{64}$/, 'Invalid question id');

const quizAnswerSchema = z.object({
  /** Exactly as it was asked. */
  question: z.string().min(1).max(QUIZ_TEXT_MAX_CHARS),
  episodeId: idSchema.optional(),
  /** The question's, to tell apart questions with the same wording. */
  id: questionIdSchema.optional(),
  isCorrect: z.boolean(),
});
export type QuizAnswer = z.output<typeof quizAnswerSchema>;

export const quizSubmitSchema = z
  .object({
    score: z.number().int().min(0),
    totalQuestions: z.number().int().min(1).max(100),
  })
  .refine((body) => body.score <= body.totalQuestions, {
    error: 'A score cannot exceed the number of questions',
    path: ['score'],
  });

/** What the answers were to the questions of a quiz, whose result is submitted. */
export const quizAnswersSchema = z.object({
  quizId: idSchema.describe(
    'As it was submitted. Its answers count once, however often they are sent.',
  ),
  /** Those that are wrong are asked again soon. */
  answers: failFast(z.array(quizAnswerSchema).max(100)),
});

/** A quiz that was taken, which takes two requests to send. */
export const takenQuizSchema = quizSubmitSchema.and(quizAnswersSchema);
export type TakenQuiz = z.output<typeof takenQuizSchema>;

export const quizQuestionSchema = z.object({
  question: z.string().min(1),
  options: z.array(z.string().min(1)).length(QUIZ_OPTIONS),
  correctAnswerIndex: z
    .number()
    .int()
    .min(0)
    .max(QUIZ_OPTIONS - 1),
  explanation: z.string().min(1),
  /** The question's episode, sent back with the answer. */
  episodeId: idSchema.optional(),
  /** Identifies it in answers and reviews. */
  id: questionIdSchema.optional(),
});
export type QuizQuestion = z.infer<typeof quizQuestionSchema>;

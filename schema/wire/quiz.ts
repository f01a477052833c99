import { z } from 'zod';
import { QUIZ_OPTIONS } from '../limits.ts';
import { idSchema } from './common.ts';

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

export const quizSubmitSchema = z
  .object({
    score: z.number().int().min(0),
    totalQuestions: z.number().int().min(1).max(100),
  })
  .refine((body) => body.score <= body.totalQuestions, {
    error: 'A score cannot exceed the number of questions',
    path: ['score'],
  });

export const quizQuestionSchema = z.object({
  question: z.string().min(1),
  options: z.array(z.string().min(1)).length(QUIZ_OPTIONS),
  correctAnswerIndex: z
    .number()
    .int()
    .min(0)
    .max(QUIZ_OPTIONS - 1),
  explanation: z.string().min(1),
});
export type QuizQuestion = z.infer<typeof quizQuestionSchema>;

export interface QuizResult {
  score: number;
  totalQuestions: number;
  performanceMessage: string;
}

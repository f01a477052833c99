/** The quiz in progress, stored in this browser per reader. */
import { z } from 'zod';
import { quizQuestionSchema, takenQuizSchema } from '../../../schema/wire/quiz.ts';
import { readLocalJson } from '../../ui/local-json.ts';
import { writeLocal } from '../../ui/local-storage.ts';
import { QUIZ_START, type QuizState } from './quiz-state.ts';
import { quizKey } from './stored-quiz-key.ts';

const optionSchema = z.number().int().min(0);

const stateSchema = z.discriminatedUnion('phase', [
  z.object({
    phase: z.literal('question'),
    quizId: z.string(),
    questions: z.array(quizQuestionSchema).min(1),
    index: z.number().int().min(0),
    selected: optionSchema.nullable(),
    isSubmitted: z.boolean(),
    chosen: z.array(optionSchema),
  }),
  z.object({
    phase: z.literal('results'),
    score: z.number().int().min(0),
    totalQuestions: z.number().int().min(1),
    mistakes: z.array(z.object({ question: quizQuestionSchema, chosen: optionSchema })),
    unsent: takenQuizSchema.nullable().default(null),
  }),
]);

/** Returns the stored quiz, or the setup state if there is nothing readable. */
export function readQuiz(userId: string): QuizState {
  const stored = readLocalJson(quizKey(userId), stateSchema);
  return stored && hasQuestion(stored) ? stored : QUIZ_START;
}

function hasQuestion(state: z.output<typeof stateSchema>): boolean {
  return state.phase !== 'question' || state.index < state.questions.length;
}

/** Stores a quiz, except while it is being generated: after a reload nobody would receive the reply. */
export function storeQuiz(userId: string, state: QuizState): void {
  const isStored = state.phase === 'question' || state.phase === 'results';
  writeLocal(quizKey(userId), isStored ? JSON.stringify(state) : null);
}

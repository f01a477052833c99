/** Where the browser stores a reader's quiz. */
import { readLocal } from '../../ui/local-storage.ts';

export const quizKey = (userId: string) => `dripcast.quiz.${userId}`;

/** Whether the reader has a quiz in progress or its results here. Known before the quiz has loaded. */
export const hasStoredQuiz = (userId: string): boolean => readLocal(quizKey(userId)) !== null;

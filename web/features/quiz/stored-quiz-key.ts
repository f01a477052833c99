/** Where the browser stores a reader's quiz. */
export const quizKey = (userId: string) => `dripcast.quiz.${userId}`;

/** Whether the reader has a quiz in progress or its results here. Known before the quiz has loaded. */
export function hasStoredQuiz(userId: string): boolean {
  try {
    return localStorage.getItem(quizKey(userId)) !== null;
  } catch {
    return false;
  }
}

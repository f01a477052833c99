import type { QuizAnswer } from '../../schema/wire/quiz.ts';
import { ORIGIN, type Person } from './people.ts';

/** Submits the result of a quiz as the web app does. */
export const submitQuiz = (person: Person, quizId: string, score: number, totalQuestions: number) =>
  person.ask('/api/quiz/submit', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: ORIGIN, 'Idempotency-Key': quizId },
    body: JSON.stringify({ score, totalQuestions }),
  });

/** Sends a quiz that was taken: its result, then its answers. Returns the reply to the latter. */
export async function sendQuiz(
  person: Person,
  answers: QuizAnswer[],
  quizId: string = crypto.randomUUID(),
): Promise<Response> {
  const score = answers.filter(({ isCorrect }) => isCorrect).length;
  const submitted = await submitQuiz(person, quizId, score, answers.length);
  if (!submitted.ok) return submitted;
  return person.send('POST', '/api/quiz/answers', { quizId, answers });
}

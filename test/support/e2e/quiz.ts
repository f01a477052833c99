/** The card 'Knowledge Quiz', as the browser tests find it. */
import { expect, type Page } from '@playwright/test';
import type { QuizQuestion } from '../../../schema/wire/quiz.ts';

export const quizCard = (page: Page) => page.getByRole('region', { name: 'Knowledge Quiz' });

/** A button of the card. */
export const quizButton = (page: Page, name: string) =>
  quizCard(page).getByRole('button', { name, exact: true });

/** Has a quiz made and returns its questions. */
export async function generateQuiz(page: Page): Promise<QuizQuestion[]> {
  const reply = page.waitForResponse(/\/api\/quiz\/generate$/);
  await quizButton(page, 'Generate Quiz').click();
  const { questions }: { questions: QuizQuestion[] } = await (await reply).json();
  return questions;
}

/** Answers every question from the one on screen on, the first `right` of all rightly, up to the results. */
export async function answerAll(
  page: Page,
  questions: QuizQuestion[],
  right: number,
  from: number,
): Promise<void> {
  for (const [index, { options, correctAnswerIndex }] of questions.entries()) {
    if (index < from) continue;
    const chosen = index < right ? correctAnswerIndex : (correctAnswerIndex + 1) % options.length;
    await expect(
      quizCard(page).getByText(`Question ${index + 1} of ${questions.length}`, { exact: true }),
    ).toBeVisible();
    await quizCard(page).getByRole('radio').nth(chosen).click();
    await quizButton(page, 'Submit Answer').click();
    const isLast = index === questions.length - 1;
    await expect(quizButton(page, isLast ? 'Next Question' : 'See Results')).toHaveCount(0);
    await quizButton(page, isLast ? 'See Results' : 'Next Question').click();
  }
}

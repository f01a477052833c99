/** A quiz on the screen: what scrolls into view, and what stays until it has been sent. */
import { playEpisode } from '../support/e2e/player.ts';
import { answerAll, generateQuiz, quizButton, quizCard } from '../support/e2e/quiz.ts';
import { expectErrorToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test('the explanation and the focused button come into view above the player', async ({
  page,
  subscribedReader: _,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const player = await playEpisode(page);
  await generateQuiz(page);
  const card = quizCard(page);
  await card.getByRole('radio').first().click();
  await quizButton(page, 'Submit Answer').click();
  const next = quizButton(page, 'Next Question');
  await expect(next).toBeFocused();
  // It loads last, above the focused button.
  await expect(card.getByRole('button', { name: 'Add to Review' })).toBeVisible();
  const explanation = await card.locator('.option-answer').boundingBox();
  const focused = await next.boundingBox();
  const [header, docked] = [await page.locator('header').boundingBox(), await player.boundingBox()];
  if (!explanation || !focused || !header || !docked) throw new Error('Not shown');
  expect(explanation.y).toBeGreaterThanOrEqual(header.y + header.height);
  expect(focused.y).toBeGreaterThanOrEqual(explanation.y + explanation.height);
  expect(focused.y + focused.height).toBeLessThan(docked.y);
});

test('a new question comes into view with its answers', async ({ page, subscribedReader: _ }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/podcasts?category=hr');
  await generateQuiz(page);
  await expect(quizCard(page).getByRole('heading', { level: 3 })).toBeFocused();
  await expect(quizCard(page).getByText('Question 1 of 5', { exact: true })).toBeInViewport();
  await expect(quizButton(page, 'Submit Answer')).toBeInViewport({ ratio: 1 });
});

test('a result that could not be sent stays on screen and is sent again', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  // Dozens of clicks.
  test.slow();
  await page.goto('/podcasts?category=hr');
  const questions = await generateQuiz(page);
  // Even existing review items are only due tomorrow once the result is stored.
  for (const { id } of questions) {
    await page.request.post('/api/user/reviews', { data: { kind: 'question', sourceId: id } });
  }
  await network.fail('POST', '/api/quiz/submit');
  const failed = page.waitForRequest(/\/api\/quiz\/submit$/);
  await answerAll(page, questions, 4, 0);
  await expectErrorToast(page, 'Failed to submit quiz results');
  const card = quizCard(page);
  await expect(card.getByText('4 / 5', { exact: true })).toBeVisible();
  const note = card.getByText('1 question is in your daily review from tomorrow.');
  await expect(note).toHaveCount(0);

  await test.step('which may fail, too', async () => {
    await quizButton(page, 'Submit Result Again').click();
    await expectErrorToast(page, 'Failed to submit quiz results');
    await expect(quizButton(page, 'Submit Result Again')).toBeVisible();
  });

  await page.reload();
  await expect(card.getByRole('button', { name: 'Remove from Review' })).toBeVisible();
  await expect(note, 'is in review, but the result is not kept').toHaveCount(0);
  await network.restore();
  const sent = page.waitForRequest(/\/api\/quiz\/submit$/);
  await quizButton(page, 'Submit Result Again').click();
  expect((await sent).postDataJSON()).toEqual((await failed).postDataJSON());
  await expect(quizButton(page, 'Submit Result Again')).toHaveCount(0);
  await expect(card.getByRole('heading', { name: 'Quiz Results' })).toBeFocused();
  await expect(note).toBeVisible();
});

import type { Locator } from '@playwright/test';
import type { Quiz, QuizQuestion } from '../../schema/wire/quiz.ts';
import { SAMPLER } from '../support/e2e/people.ts';
import { answerAll, generateQuiz, quizButton, quizCard } from '../support/e2e/quiz.ts';
import { expectErrorToast, recentEpisodes } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test("source choice: 'Entire Library' (default) or 'Specific Podcast' with 'Choose a podcast' (label 'Select a podcast:'); 'Please select a podcast to continue'", async ({
  page,
  network,
  subscribedReader,
}) => {
  await network.fail('GET', '/api/user/sources');
  await page.goto('/podcasts?category=hr');
  const card = quizCard(page);
  await expect(card.getByRole('radio', { name: 'Entire Library', exact: true })).toBeChecked();
  await expect(quizButton(page, 'Generate Quiz')).toBeEnabled();
  await expect(card.getByText('Select a podcast:')).toHaveCount(0);
  await expect(card.getByText('Please select a podcast to continue')).toHaveCount(0);

  await card.getByRole('radio', { name: 'Specific Podcast', exact: true }).click();
  await expect(card.getByText('Select a podcast:', { exact: true })).toBeVisible();
  const select = card.getByRole('combobox', { name: 'Select a podcast:' });
  await expect(select.getByRole('option', { selected: true })).toHaveText('Choose a podcast');
  await expect(
    card.getByText('Please select a podcast to continue', { exact: true }),
  ).toBeVisible();
  await expect(quizButton(page, 'Generate Quiz')).toBeDisabled();

  await test.step('sources that do not load are told of, and asked for again', async () => {
    const warning = card.getByText('Your sources did not load.');
    await expect(warning).toBeVisible();
    await select.selectOption(SAMPLER);
    await network.restore();
    await card.getByRole('button', { name: 'Try Again' }).click();
    await expect(warning).toHaveCount(0);
  });

  await expect(card.getByText('Please select a podcast to continue')).toHaveCount(0);
  const sent = page.waitForRequest(/\/api\/quiz\/generate$/);
  await quizButton(page, 'Generate Quiz').click();
  expect((await sent).postDataJSON()).toEqual({
    podcastId: subscribedReader.podcastId,
    useWholeLibrary: false,
  });
  await expect(card.getByText('Question 1 of 5')).toBeVisible();
});

test('the choice of podcasts follows the subscriptions, which change on the same screen', async ({
  page,
  subscribedReader: _,
}) => {
  await page.goto('/podcasts?category=marketing');
  const card = quizCard(page);
  await card.getByRole('radio', { name: 'Specific Podcast', exact: true }).click();
  const select = card.getByRole('combobox', { name: 'Select a podcast:' });
  await select.selectOption(SAMPLER);
  await expect(quizButton(page, 'Generate Quiz')).toBeEnabled();

  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(card.getByText("You haven't subscribed to any podcasts yet.")).toBeVisible();
  await expect(card.getByText('Please select a podcast to continue')).toBeVisible();
  await expect(quizButton(page, 'Generate Quiz')).toBeDisabled();

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(select.getByRole('option', { name: SAMPLER })).toBeAttached();
});

test('an explanation reads as it was said, whatever marks are in it', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await network.change('POST', '/api/quiz/generate', (quiz: Quiz) => ({
    ...quiz,
    questions: quiz.questions.map((question) => ({
      ...question,
      explanation: 'Ana: “The \\*new\\* bridge costs \\~5 \\[million\\].” [0:20]',
    })),
  }));
  await page.goto('/podcasts');
  await quizButton(page, 'Generate Quiz').click();
  await quizCard(page).getByRole('radio').first().click();
  await quizButton(page, 'Submit Answer').click();
  await expect(quizCard(page).locator('[aria-live]')).toContainText(
    'Ana: “The *new* bridge costs ~5 [million].” 0:20',
  );
});

test("a quiz, from 'Generating Knowledge Quiz' to 'Quiz Results' and 'Take Another Quiz'", async ({
  page,
  network,
  subscribedReader: _,
}) => {
  // Dozens of clicks.
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/podcasts?category=hr');
  const card = quizCard(page);
  const made = page.waitForResponse(/\/api\/quiz\/generate$/);

  await test.step("generating: 'Generating Knowledge Quiz', 'Creating questions based on your podcast library...', progress bar fixed at 60", async () => {
    const release = await network.hold('POST', '/api/quiz/generate');
    const sent = page.waitForRequest(/\/api\/quiz\/generate$/);
    await quizButton(page, 'Generate Quiz').click();
    expect((await sent).postDataJSON()).toEqual({ podcastId: null, useWholeLibrary: true });
    await expect(card.getByText('Generating Knowledge Quiz', { exact: true })).toBeVisible();
    await expect(
      card.getByText('Creating questions based on your podcast library...', { exact: true }),
    ).toBeVisible();
    await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
    await expect(quizButton(page, 'Generate Quiz')).toHaveCount(0);
    release();
    await expect(card.getByText('Question 1 of 5', { exact: true })).toBeVisible();
  });

  const { questions }: { questions: QuizQuestion[] } = await (await made).json();
  const [first] = questions;
  const options = card.getByRole('radio');

  await test.step("'Question {n} of {total}', progress bar, radio options, over the whole width; Submit Answer disabled until an option is chosen", async () => {
    const other = await recentEpisodes(page).boundingBox();
    await expect.poll(async () => (await card.boundingBox())?.width).toBe(other?.width);
    await expect(card.getByRole('progressbar')).toBeVisible();
    await expect(card.getByText(first?.question ?? '', { exact: true })).toBeVisible();
    await expect(options).toHaveCount(4);
    for (const option of first?.options ?? []) {
      await expect(card.getByRole('radio', { name: option, exact: true })).toBeEnabled();
    }
    await expect(quizButton(page, 'Submit Answer')).toBeDisabled();
    await expect(card.getByText('Explanation:')).toHaveCount(0);
  });

  await test.step("submitting locks it and shows 'Explanation:'", async () => {
    const right = first?.correctAnswerIndex ?? 0;
    const wrong = (right + 1) % 4;
    await options.nth(wrong).click();
    await options.nth(right).click();
    await expect(options.nth(right), 'before submitting the choice may change').toBeChecked();
    await quizButton(page, 'Submit Answer').click();

    await expect(card.getByText('Explanation:', { exact: true })).toBeVisible();
    const [, said = '', time] = /^(.+)\[([\d:]+)\]$/.exec(first?.explanation ?? '') ?? [];
    const explanation = card.getByText(`${said}${time}`, { exact: true });
    await expect(explanation.locator('.citation'), 'the place as evidence').toHaveText(`${time}`);
    await expect(quizButton(page, 'Submit Answer')).toHaveCount(0);
    for (const option of await options.all()) await expect(option).toBeDisabled();
    await options.nth(wrong).click({ force: true });
    await expect(options.nth(right), 'one answer only; no change after submit').toBeChecked();
    await quizButton(page, 'Next Question').click();
    await expect(card.getByText('Question 2 of 5', { exact: true })).toBeVisible();
    await expect(card.getByText('Explanation:')).toHaveCount(0);
  });

  const results: { quizId: string }[] = [];
  const finish = async (from: number, right: number, percent: number, message: string) => {
    const all = results.length === 0 ? questions : await generateQuiz(page);
    const submitted = page.waitForRequest(/\/api\/quiz\/submit$/);
    const answered = page.waitForRequest(/\/api\/quiz\/answers$/);
    await answerAll(page, all, right, from);
    expect((await submitted).postDataJSON()).toEqual({ score: right, totalQuestions: 5 });
    const { answers, quizId } = (await answered).postDataJSON() as {
      quizId: string;
      answers: { question: string; isCorrect: boolean }[];
    };
    expect((await submitted).headers()['idempotency-key']).toBe(quizId);
    expect(results.map((one) => one.quizId)).not.toContain(quizId);
    results.push({ quizId });
    expect(answers.map(({ question }) => question)).toEqual(all.map(({ question }) => question));
    expect(answers.filter(({ isCorrect }) => isCorrect)).toHaveLength(right);
    await expect(card.getByText('Quiz Results', { exact: true })).toBeVisible();
    await expect(card.getByText(`${right} / 5`, { exact: true })).toBeVisible();
    await expect(card.getByText(`You scored ${percent}%`, { exact: true })).toBeVisible();
    await expect(card.getByText(message, { exact: true })).toBeVisible();
  };

  await test.step("results: 'Quiz Results', 'score / total', 'You scored {pct}%', the performance message", async () => {
    await finish(1, 3, 60, 'Good effort! Keep learning.');
  });

  await test.step("they list missed questions, and an explanation's time opens its place in the transcript", async () => {
    const missed = card.getByRole('region', { name: 'What You Missed' });
    await expect(missed.getByRole('listitem')).toHaveCount(2);
    await expect(
      missed.getByText('2 questions are in your daily review from tomorrow.'),
    ).toBeVisible();
    for (const { question, options: said, correctAnswerIndex } of questions.slice(3)) {
      const item = missed.getByRole('listitem').filter({ hasText: question });
      await expect(item.getByText(said[correctAnswerIndex] ?? '', { exact: true })).toBeVisible();
    }
    const time = missed.getByRole('button', { name: /^Open the transcript at/ }).first();
    await time.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('.cited-text').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(missed).toBeVisible();
  });

  await test.step("'Take Another Quiz' makes another one", async () => {
    await quizButton(page, 'Take Another Quiz').click();
    await finish(0, 5, 100, "Excellent! You're a podcast expert!");
    await quizButton(page, 'Take Another Quiz').click();
    await expect(quizButton(page, 'Generate Quiz')).toBeVisible();
  });
});

test('a quiz in progress is still there after leaving and after a reload', async ({
  page,
  subscribedReader: _,
}) => {
  // Dozens of clicks.
  test.slow();
  await page.goto('/podcasts?category=hr');
  const questions = await generateQuiz(page);
  const card = quizCard(page);
  await card
    .getByRole('radio')
    .nth(questions[0]?.correctAnswerIndex ?? 0)
    .click();
  await quizButton(page, 'Submit Answer').click();
  await quizButton(page, 'Next Question').click();
  await card.getByRole('radio').nth(2).click();

  await page.getByRole('link', { name: 'My Library' }).first().click();
  await expect(page.getByRole('heading', { name: 'Your Insights Library' })).toBeVisible();
  await page.getByRole('link', { name: 'Our Podcasts' }).first().click();
  await expect(card.getByText('Question 2 of 5', { exact: true })).toBeVisible();

  await page.reload();
  await expect(card.getByText('Question 2 of 5', { exact: true })).toBeVisible();
  await expect(card.getByRole('radio').nth(2)).toBeChecked();
  const submitted = page.waitForRequest(/\/api\/quiz\/submit$/);
  for (const { options, correctAnswerIndex } of questions.slice(1)) {
    await card
      .getByRole('radio')
      .nth((correctAnswerIndex + 1) % options.length)
      .click();
    await quizButton(page, 'Submit Answer').click();
    await card.getByRole('button', { name: /^(Next Question|See Results)$/ }).click();
  }
  const result = (await submitted).postDataJSON();
  expect(result, 'what was answered before the reload counts').toEqual({
    score: 1,
    totalQuestions: 5,
  });
  await page.reload();
  await expect(card.getByText('1 / 5', { exact: true })).toBeVisible();
});

test('the chosen podcast stays chosen after a failure and after a quiz', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  const end = await network.fail('POST', '/api/quiz/generate');
  await page.goto('/podcasts?category=hr');
  const card = quizCard(page);
  await card.getByRole('radio', { name: 'Specific Podcast' }).click();
  await card.getByLabel('Select a podcast:').selectOption(SAMPLER);
  await quizButton(page, 'Generate Quiz').click();
  await expectErrorToast(page, 'Failed to generate quiz');
  const chosen = card.locator('option:checked');
  await expect(chosen).toHaveText(SAMPLER);
  await end();
  const questions = await generateQuiz(page);
  await answerAll(page, questions, questions.length, 0);
  await quizButton(page, 'Take Another Quiz').click();
  await expect(chosen).toHaveText(SAMPLER);
});

test('a failure is over once a quiz comes; its card is as wide inside as the episodes beside it', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await network.fail('POST', '/api/quiz/generate');
  await page.goto('/podcasts?category=hr');
  await quizButton(page, 'Generate Quiz').click();
  await expectErrorToast(page, 'Failed to generate quiz');
  await network.restore();
  await quizButton(page, 'Generate Quiz').click();
  const question = quizCard(page).getByRole('heading', { level: 3 });
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleDescription('Question 1 of 5');
  await expect(page.getByText('Failed to generate quiz')).toHaveCount(0);

  const start = (card: Locator) =>
    card.getByRole('heading', { level: 2 }).evaluate((title) => title.getBoundingClientRect().x);
  expect(await start(quizCard(page))).toBe(await start(recentEpisodes(page)));
});

import type { Locator, Page } from '@playwright/test';
import type { QuizQuestion } from '../../schema/wire/quiz.ts';
import { SAMPLER } from '../support/e2e/people.ts';
import { playEpisode } from '../support/e2e/player.ts';
import { expectErrorToast, recentEpisodes } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const quiz = (page: Page) => page.getByRole('region', { name: 'Knowledge Quiz' });
const button = (page: Page, name: string) => quiz(page).getByRole('button', { name, exact: true });

/** Has a quiz made and returns its questions. */
async function generate(page: Page): Promise<QuizQuestion[]> {
  const reply = page.waitForResponse(/\/api\/quiz\/generate$/);
  await button(page, 'Generate Quiz').click();
  const { questions }: { questions: QuizQuestion[] } = await (await reply).json();
  return questions;
}

/** Answers every question from the one on screen on, the first `right` of all rightly, up to the results. */
async function answerAll(
  page: Page,
  questions: QuizQuestion[],
  right: number,
  from: number,
): Promise<void> {
  for (const [index, { options, correctAnswerIndex }] of questions.entries()) {
    if (index < from) continue;
    const chosen = index < right ? correctAnswerIndex : (correctAnswerIndex + 1) % options.length;
    await expect(
      quiz(page).getByText(`Question ${index + 1} of ${questions.length}`, { exact: true }),
    ).toBeVisible();
    await quiz(page).getByRole('radio').nth(chosen).click();
    await button(page, 'Submit Answer').click();
    const isLast = index === questions.length - 1;
    await expect(button(page, isLast ? 'Next Question' : 'See Results')).toHaveCount(0);
    await button(page, isLast ? 'See Results' : 'Next Question').click();
  }
}

test("source choice: 'Entire Library' (default) or 'Specific Podcast' with 'Choose a podcast' (label 'Select a podcast:'); 'Please select a podcast to continue'", async ({
  page,
  network,
  subscribedReader,
}) => {
  await network.fail('GET', '/api/user/sources');
  await page.goto('/podcasts?category=hr');
  const card = quiz(page);
  await expect(card.getByRole('radio', { name: 'Entire Library', exact: true })).toBeChecked();
  await expect(button(page, 'Generate Quiz')).toBeEnabled();
  await expect(card.getByText('Select a podcast:')).toHaveCount(0);
  await expect(card.getByText('Please select a podcast to continue')).toHaveCount(0);

  await card.getByRole('radio', { name: 'Specific Podcast', exact: true }).click();
  await expect(card.getByText('Select a podcast:', { exact: true })).toBeVisible();
  const select = card.getByRole('combobox', { name: 'Select a podcast:' });
  await expect(select.getByRole('option', { selected: true })).toHaveText('Choose a podcast');
  await expect(
    card.getByText('Please select a podcast to continue', { exact: true }),
  ).toBeVisible();
  await expect(button(page, 'Generate Quiz')).toBeDisabled();

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
  await button(page, 'Generate Quiz').click();
  expect((await sent).postDataJSON()).toEqual({
    podcastId: subscribedReader.podcastId,
    useWholeLibrary: false,
  });
  await expect(card.getByText('Question 1 of 5')).toBeVisible();
});

test("a quiz, from 'Generating Knowledge Quiz' to 'Quiz Results' and 'Take Another Quiz'", async ({
  page,
  network,
  subscribedReader,
}) => {
  // Dozens of clicks.
  test.slow();
  expect(subscribedReader.episodes).not.toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/podcasts?category=hr');
  const card = quiz(page);
  const made = page.waitForResponse(/\/api\/quiz\/generate$/);

  await test.step("generating: 'Generating Knowledge Quiz', 'Creating questions based on your podcast library...', progress bar fixed at 60", async () => {
    const release = await network.hold('POST', '/api/quiz/generate');
    const sent = page.waitForRequest(/\/api\/quiz\/generate$/);
    await button(page, 'Generate Quiz').click();
    expect((await sent).postDataJSON()).toEqual({ podcastId: null, useWholeLibrary: true });
    await expect(card.getByText('Generating Knowledge Quiz', { exact: true })).toBeVisible();
    await expect(
      card.getByText('Creating questions based on your podcast library...', { exact: true }),
    ).toBeVisible();
    await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
    await expect(button(page, 'Generate Quiz')).toHaveCount(0);
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
    await expect(button(page, 'Submit Answer')).toBeDisabled();
    await expect(card.getByText('Explanation:')).toHaveCount(0);
  });

  await test.step("submitting locks it and shows 'Explanation:'", async () => {
    const right = first?.correctAnswerIndex ?? 0;
    const wrong = (right + 1) % 4;
    await options.nth(wrong).click();
    await options.nth(right).click();
    await expect(options.nth(right), 'before submitting the choice may change').toBeChecked();
    await button(page, 'Submit Answer').click();

    await expect(card.getByText('Explanation:', { exact: true })).toBeVisible();
    const [, said = '', time] = /^(.+)\[([\d:]+)\]$/.exec(first?.explanation ?? '') ?? [];
    const explanation = card.getByText(`${said}${time}`, { exact: true });
    await expect(explanation.locator('.citation'), 'the place as evidence').toHaveText(`${time}`);
    await expect(button(page, 'Submit Answer')).toHaveCount(0);
    for (const option of await options.all()) await expect(option).toBeDisabled();
    await options.nth(wrong).click({ force: true });
    await expect(options.nth(right), 'one answer only; no change after submit').toBeChecked();
    await button(page, 'Next Question').click();
    await expect(card.getByText('Question 2 of 5', { exact: true })).toBeVisible();
    await expect(card.getByText('Explanation:')).toHaveCount(0);
  });

  const results: { quizId: string }[] = [];
  const finish = async (from: number, right: number, percent: number, message: string) => {
    const all = results.length === 0 ? questions : await generate(page);
    const submitted = page.waitForRequest(/\/api\/quiz\/submit$/);
    await answerAll(page, all, right, from);
    const { answers, quizId, ...result } = (await submitted).postDataJSON() as {
      quizId: string;
      answers: { question: string; isCorrect: boolean }[];
    };
    expect(result).toEqual({ score: right, totalQuestions: 5 });
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
    await expect(dialog.locator('.cited-text').first()).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(missed).toBeVisible();
  });

  await test.step("'Take Another Quiz' makes another one", async () => {
    await button(page, 'Take Another Quiz').click();
    await finish(0, 5, 100, "Excellent! You're a podcast expert!");
    await button(page, 'Take Another Quiz').click();
    await expect(button(page, 'Generate Quiz')).toBeVisible();
  });
});

test('a quiz in progress is still there after leaving and after a reload', async ({
  page,
  subscribedReader,
}) => {
  // Dozens of clicks.
  test.slow();
  expect(subscribedReader.episodes).not.toEqual([]);
  await page.goto('/podcasts?category=hr');
  const questions = await generate(page);
  const card = quiz(page);
  await card
    .getByRole('radio')
    .nth(questions[0]?.correctAnswerIndex ?? 0)
    .click();
  await button(page, 'Submit Answer').click();
  await button(page, 'Next Question').click();
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
    await button(page, 'Submit Answer').click();
    await card.getByRole('button', { name: /^(Next Question|See Results)$/ }).click();
  }
  const { score, quizId }: { score: number; quizId: string } = (await submitted).postDataJSON();
  expect(score, 'what was answered before the reload counts').toBe(1);
  expect(quizId).not.toBe('');
  await page.reload();
  await expect(card.getByText('1 / 5', { exact: true })).toBeVisible();
});

test('a failure is over once a quiz comes; its card is as wide inside as the episodes beside it', async ({
  page,
  network,
  subscribedReader,
}) => {
  expect(subscribedReader.episodes).not.toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  await network.fail('POST', '/api/quiz/generate');
  await page.goto('/podcasts?category=hr');
  await button(page, 'Generate Quiz').click();
  await expectErrorToast(page, 'Failed to generate quiz');
  await network.restore();
  await button(page, 'Generate Quiz').click();
  const question = quiz(page).getByRole('heading', { level: 3 });
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleDescription('Question 1 of 5');
  await expect(page.getByText('Failed to generate quiz')).toHaveCount(0);

  const start = (card: Locator) =>
    card.getByRole('heading', { level: 2 }).evaluate((title) => title.getBoundingClientRect().x);
  expect(await start(quiz(page))).toBe(await start(recentEpisodes(page)));
});

test('the explanation and the focused button come into view above the player', async ({
  page,
  subscribedReader,
}) => {
  expect(subscribedReader.episodes).not.toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const player = await playEpisode(page);
  await generate(page);
  const card = quiz(page);
  await card.getByRole('radio').first().click();
  await button(page, 'Submit Answer').click();
  const next = button(page, 'Next Question');
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

test('a new question comes into view with its answers', async ({ page, subscribedReader }) => {
  expect(subscribedReader.episodes).not.toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/podcasts?category=hr');
  await generate(page);
  await expect(quiz(page).getByRole('heading', { level: 3 })).toBeFocused();
  await expect(quiz(page).getByText('Question 1 of 5', { exact: true })).toBeInViewport();
  await expect(button(page, 'Submit Answer')).toBeInViewport({ ratio: 1 });
});

test('a result that could not be sent stays on screen and is sent again', async ({
  page,
  network,
  subscribedReader,
}) => {
  // Dozens of clicks.
  test.slow();
  expect(subscribedReader.episodes).not.toEqual([]);
  await page.goto('/podcasts?category=hr');
  const questions = await generate(page);
  await network.fail('POST', '/api/quiz/submit');
  const failed = page.waitForRequest(/\/api\/quiz\/submit$/);
  await answerAll(page, questions, 4, 0);
  await expectErrorToast(page, 'Failed to submit quiz results');
  const card = quiz(page);
  await expect(card.getByText('4 / 5', { exact: true })).toBeVisible();
  const note = card.getByText('1 question is in your daily review from tomorrow.');
  await expect(note).toHaveCount(0);

  await test.step('which may fail, too', async () => {
    await button(page, 'Submit Result Again').click();
    await expectErrorToast(page, 'Failed to submit quiz results');
    await expect(button(page, 'Submit Result Again')).toBeVisible();
  });

  await page.reload();
  await network.restore();
  const sent = page.waitForRequest(/\/api\/quiz\/submit$/);
  await button(page, 'Submit Result Again').click();
  expect((await sent).postDataJSON()).toEqual((await failed).postDataJSON());
  await expect(button(page, 'Submit Result Again')).toHaveCount(0);
  await expect(card.getByRole('heading', { name: 'Quiz Results' })).toBeFocused();
  await expect(note).toBeVisible();
});

/** A double click does the same as a click. */
import type { Page } from '@playwright/test';
import type { QuizQuestion } from '../../schema/wire/quiz.ts';
import { SAMPLER, subscribe } from '../support/e2e/people.ts';
import { expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

/** The calls that change something, as `POST /api/quiz/submit`. */
function watchChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') return;
    changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return changes;
}

test('a double click on a button that works for a while counts once', async ({
  page,
  reader: _,
}) => {
  await page.goto('/tools');
  const changes = watchChanges(page);
  await page.getByRole('button', { name: 'Create Address' }).first().dblclick();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  const card = page.getByRole('region', { name: 'Take Everything With You' });
  await card.getByRole('button', { name: 'Export' }).dblclick();
  await expect(card.getByRole('link', { name: /^Download/ })).toBeVisible();
  await expect(card.getByRole('alert')).toHaveCount(0);
  expect(changes).toEqual(['POST /api/user/feeds/digests', 'POST /api/user/exports']);
});

test('a quiz is made once and its result is sent once, however often the button is clicked', async ({
  page,
  subscribedReader: _,
}) => {
  await page.goto('/podcasts?category=hr');
  const changes = watchChanges(page);
  const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
  const reply = page.waitForResponse(/\/api\/quiz\/generate$/);
  await quiz.getByRole('button', { name: 'Generate Quiz' }).dblclick();
  const { questions }: { questions: QuizQuestion[] } = await (await reply).json();
  const counted = page.waitForResponse(/\/api\/quiz\/answers$/);
  for (const [index] of questions.entries()) {
    await expect(quiz.getByText(`Question ${index + 1} of ${questions.length}`)).toBeVisible();
    await quiz.getByRole('radio').first().click();
    await quiz.getByRole('button', { name: 'Submit Answer' }).click();
    await quiz.getByRole('button', { name: /^(Next Question|See Results)$/ }).dblclick();
  }
  await expect(quiz.getByText('Quiz Results')).toBeVisible();
  await counted;
  expect(changes).toEqual([
    'POST /api/quiz/generate',
    'POST /api/quiz/submit',
    'POST /api/quiz/answers',
  ]);
});

test('a key that is pressed twice while the page is busy counts once', async ({
  page,
  reader: _,
}) => {
  await subscribe(page.request, SAMPLER);
  await page.goto('/podcasts');
  const changes = watchChanges(page);
  const fetch = page.getByRole('button', { name: 'Fetch Recent Episodes' });
  await expect(fetch).toBeEnabled();
  await fetch.focus();
  await page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 1_000;
      while (performance.now() < end);
    });
  });
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
  await expectSuccessToast(page, 'Recent episodes fetched successfully');
  expect(changes).toEqual(['POST /api/podcasts/fetch-recent']);
});

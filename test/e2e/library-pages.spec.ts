/** A library longer than a page continues when it is scrolled. */
import { action, libraryRow } from '../support/e2e/library.ts';
import { ask, EPISODE, episodeOf, makeSession, saveInsight } from '../support/e2e/people.ts';
import { expect, test } from './fixtures.ts';

test('scrolling loads more saved insights, in one group with the total count; a failed page can be retried', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  // Of more than fifty requests at once, some are refused.
  for (const half of [0, 30]) {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        saveInsight(page.request, { episodeId, insight: `Point ${half + index}` }),
      ),
    );
  }
  await page.goto('/library');
  await expect(page.getByText('60 insight(s) saved', { exact: true })).toBeVisible();
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await network.fail('GET', '/api/user/insights');
  await page.keyboard.press('End');
  await expect(page.getByText('Could not load more')).toBeVisible();
  await network.restore();
  await page.getByRole('button', { name: 'Try Again' }).press('Enter');
  await expect(rows).toHaveCount(60);
  await expect(page.locator('body'), 'the focus is not lost').not.toBeFocused();
  await expect(page.getByRole('region', { name: 'Dripcast Sampler' })).toHaveCount(1);

  await test.step('a long insight loads in full when opened, and a failure can be retried', async () => {
    const insight = `${'A long way to the point. '.repeat(200)}\n\nThe very end.`;
    await saveInsight(page.request, { episodeId, insight });
    await network.fail('GET', /^\/api\/user\/insights\/./);
    await page.goto('/library');
    const row = libraryRow(page, EPISODE).first();
    await action(row, EPISODE).click();
    await expect(row.getByText('The insight did not load')).toBeVisible();
    await network.restore();
    await row.getByRole('button', { name: 'Try Again' }).press('Enter');
    await expect(row.getByText('The very end.', { exact: true })).toBeVisible();
    await expect(row).toBeFocused();
  });
});

test('conversations about one episode are grouped, each with its first question', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const questions = ['What is attribution?', 'What is said about dashboards?'];
  for (const message of questions) {
    const { id: sessionId } = await makeSession(page.request, episodeId);
    await ask(page.request, { episodeId, sessionId, message });
  }
  await page.goto('/library?tab=history');
  const row = libraryRow(page, EPISODE);
  await expect(row).toHaveCount(1);
  await expect(row.getByText('2 conversations', { exact: true })).toBeVisible();
  for (const question of questions) {
    const conversation = row.getByRole('article', { name: question });
    await expect(action(conversation, 'Continue Chat')).toBeVisible();
    await action(conversation, 'View Conversation').click();
    await expect(conversation.getByText('AI Assistant', { exact: true })).toBeVisible();
  }
});

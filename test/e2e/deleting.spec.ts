/** What users can delete: a conversation, and everything. */
import type { Page } from '@playwright/test';
import type { ChatHistoryPage } from '../../schema/wire/chat.ts';
import type { SavedInsightsPage } from '../../schema/wire/library.ts';
import { ask, EPISODE, episodeOf, makeSession, saveInsight } from '../support/e2e/people.ts';
import { expectErrorToast, expectSuccessToast, toastRegion } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const sessionsOf = async (page: Page) => {
  const history = await page.request.get('/api/user/chat-sessions');
  const { chatSessions }: ChatHistoryPage = await history.json();
  return chatSessions;
};

test('deleting a conversation can be undone; once it is deleted, insights saved from it stay', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await ask(page.request, { episodeId, sessionId, message: 'What is attribution?' });
  await saveInsight(page.request, { episodeId, insight: 'Kept from it.' });
  await page.clock.install();
  await page.goto('/library?tab=history');
  const row = page.getByRole('tabpanel').getByRole('listitem').first();
  const remove = page.getByRole('button', { name: `Delete the conversation about ${EPISODE}` });

  await remove.click();
  await expect(page.getByText('No Chat History')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row.getByRole('heading', { name: 'What is attribution?' })).toBeVisible();
  await page.clock.runFor(15_000);
  expect(await sessionsOf(page)).toHaveLength(1);

  await network.fail('DELETE', /\/chat-sessions\//);
  await remove.click();
  await page.clock.runFor(15_000);
  await expectErrorToast(page, 'Failed to delete conversation');
  await expect(row).toBeVisible();
  await network.restore();

  await remove.click();
  await expectSuccessToast(page, 'Conversation deleted');
  await page.getByRole('tab', { name: 'Saved Insights' }).click();
  await expect(page.getByText('1 insight(s) saved', { exact: true })).toBeVisible();
  await page.clock.runFor(15_000);
  await expect.poll(() => sessionsOf(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Chat History' }).click();
  await expect(page.getByText('No Chat History')).toBeVisible();
});

test("a deleted item doesn't return after a reload", async ({ page, subscribedReader }) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'To be deleted.' });
  await page.goto('/library');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No Insights Yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No Insights Yet')).toBeVisible();
  await expect
    .poll(async () => {
      const reply = await page.request.get('/api/user/insights');
      return ((await reply.json()) as SavedInsightsPage).podcastGroups;
    })
    .toEqual([]);
});

test("what one tab has deleted doesn't return in another", async ({
  page,
  context,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'To be deleted.' });
  const other = await context.newPage();
  await other.goto('/library');
  const row = other.getByRole('button', { name: EPISODE });
  await expect(row).toBeVisible();
  await page.goto('/library');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row).toBeHidden();
  const deleted = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
  await toastRegion(page).getByRole('button', { name: 'Close notification' }).click();
  await deleted;
  const isPending = () =>
    other.evaluate(() => Object.keys(localStorage).some((key) => key.includes('deletions')));
  await expect.poll(isPending).toBe(false);
  await expect(row).toBeHidden();
});

test('an account is only deleted with its password, which frees its name', async ({
  page,
  network,
  reader,
}) => {
  network.allow('/api/user');
  network.allow('/api/login');
  await page.goto('/profile');
  const open = page.getByRole('button', { name: 'Delete Account' });
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });

  await test.step("'Keep Account' keeps the account and returns the focus", async () => {
    await open.click();
    await dialog.getByRole('button', { name: 'Keep Account' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(open).toBeFocused();
  });

  await open.click();
  const password = dialog.getByLabel('Your password');
  const remove = dialog.getByRole('button', { name: 'Delete Account' });

  await remove.click();
  await expect(dialog.getByRole('alert')).toHaveText('Please enter your password');
  await password.fill('not this one');
  await remove.click();
  await expect(dialog.getByRole('alert')).toHaveText('Wrong password');
  await network.cut('DELETE', '/api/user');
  await remove.click();
  await expect(dialog.getByRole('alert')).toHaveText(/^No connection to the server/);
  await network.restore();

  await password.fill(reader.password);
  await password.press('Enter');
  await expectSuccessToast(page, 'Your account has been deleted');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible();
  const { username } = reader;
  const login = await page.request.post('/api/login', {
    data: { username, password: reader.password },
  });
  expect(login.status()).toBe(401);
});

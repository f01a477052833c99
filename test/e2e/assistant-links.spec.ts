/** The assistant's links show their host, and open only if the reader confirms. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { openedLiveChat } from '../support/e2e/chat.ts';
import { enter } from '../support/e2e/keyboard.ts';
import { action, libraryRow } from '../support/e2e/library.ts';
import { EPISODE, episodeOf, saveInsight } from '../support/e2e/people.ts';
import { expect, test } from './fixtures.ts';

const WRITTEN = 'Read [dripcast.com](https://reports.test/q3) or [your account](/profile).';
const NAME = 'dripcast.com (reports.test)';

async function expectAsked(page: Page, context: BrowserContext, text: Locator): Promise<void> {
  await context.route('https://reports.test/**', (route) => route.fulfill({ body: 'The report' }));
  const link = text.getByRole('link', { name: NAME, exact: true });
  const question = page.getByRole('alertdialog', { name: 'Open reports.test?' });
  await expect(text.getByRole('link')).toHaveText([NAME]);

  await enter(page, link);
  await expect(question).toHaveAccessibleDescription('This link was written by the assistant.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // Radix hands Escape over to the newest dialog in a later task than the one that focuses it.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(link).toBeFocused();

  await link.click({ button: 'middle' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(context.pages(), 'nothing was opened').toEqual([page]);

  await link.click();
  const opened = context.waitForEvent('page');
  await question.getByRole('link', { name: 'Open', exact: true }).click();
  const report = await opened;
  await expect(report.getByText('The report')).toBeVisible();
  expect(await report.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  await expect(question).toBeHidden();
}

test('in a conversation', async ({ page, context, subscribedReader }) => {
  const { live, chat } = await openedLiveChat(page, subscribedReader);
  const message = { role: 'assistant', isPartial: false, isComplete: true } as const;
  live.tell({ type: 'chat_message', message: { ...message, id: 'linked', content: WRITTEN } });
  await expectAsked(page, context, chat.locator('.reading').last());
  await expect(chat, 'the conversation stays open').toBeVisible();
});

test('in a saved insight', async ({ page, context, subscribedReader }) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: WRITTEN });
  await page.goto('/library');
  const row = libraryRow(page, EPISODE);
  await action(row, EPISODE).click();
  await expectAsked(page, context, row.locator('.reading'));
});

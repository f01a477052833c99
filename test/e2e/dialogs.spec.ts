/** What was typed into a dialog stays there until its reader lets it go. */
import type { Locator, Page } from '@playwright/test';
import { action, libraryRow } from '../support/e2e/library.ts';
import { EPISODE, episodeOf, type SubscribedPerson, saveInsight } from '../support/e2e/people.ts';
import { expectErrorToast, expectToast, openChat, toastRegion } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

async function openLibraryRow(page: Page, reader: SubscribedPerson): Promise<Locator> {
  const { id: episodeId } = episodeOf(reader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'Send the **numbers** the day before.' });
  await page.goto('/library');
  return libraryRow(page, EPISODE);
}

async function closeToast(page: Page, press: (button: Locator) => Promise<void>): Promise<void> {
  await press(toastRegion(page).getByRole('button', { name: /close/i }));
  await expect(toastRegion(page).locator('.toast')).toHaveCount(0);
}

for (const { device, press, use } of [
  {
    device: 'with the mouse',
    press: (button: Locator) => button.click(),
    use: { viewport: { width: 1280, height: 800 } },
  },
  {
    device: 'with a finger on a phone',
    press: (button: Locator) => button.tap(),
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
]) {
  test.describe(`closing a toast ${device}`, () => {
    test.use(use);

    test('keeps the notes dialog open with its text', async ({
      page,
      network,
      subscribedReader,
    }) => {
      await network.fail('PUT', /^\/api\/user\/insights\//);
      await action(await openLibraryRow(page, subscribedReader), 'Add Notes').click();
      const dialog = page.getByRole('dialog', { name: 'Add Notes' });
      await dialog.getByRole('textbox').fill('Do not lose me');
      await action(dialog, 'Save Notes').click();
      await expectErrorToast(page, 'Failed to update notes');
      await closeToast(page, press);
      await expect(dialog.getByRole('textbox')).toHaveValue('Do not lose me');
    });

    test('keeps the tags dialog open with its text', async ({ page, subscribedReader }) => {
      await action(await openLibraryRow(page, subscribedReader), 'Add Tag').click();
      const dialog = page.getByRole('dialog', { name: 'Add Tags' });
      await dialog.getByRole('textbox').fill('budget');
      await action(dialog, 'Add').click();
      await expectToast(page, 'Feature Coming Soon');
      await closeToast(page, press);
      await expect(dialog.getByRole('textbox')).toHaveValue('budget');
    });

    test('keeps the chat open with the typed question', async ({
      page,
      network,
      subscribedReader,
    }) => {
      expect(subscribedReader.episodes).not.toEqual([]);
      await network.fail('POST', '/api/user/insights');
      const chat = await openChat(page);
      // It would replace the error.
      await expectToast(page, 'Insights generated successfully');
      await chat.getByRole('textbox').last().fill('What about');
      await chat.getByRole('button', { name: 'Save to Library' }).first().click();
      await expectErrorToast(page, 'Failed to save insight');
      await closeToast(page, press);
      await expect(chat.getByRole('textbox').last()).toHaveValue('What about');
    });
  });
}

const LEAVING = [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['a click outside', (page: Page) => page.mouse.click(5, 400)],
] as const;

for (const [way, leave] of LEAVING) {
  test(`${way} asks before discarding typed notes`, async ({ page, subscribedReader }) => {
    const row = await openLibraryRow(page, subscribedReader);
    await action(row, 'Add Notes').click();
    const dialog = page.getByRole('dialog', { name: 'Add Notes', includeHidden: true });
    await dialog.getByRole('textbox').fill('Only a thought');
    await leave(page);
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await action(question, 'Keep Editing').click();
    await expect(question).toHaveCount(0);
    await expect(dialog.getByRole('textbox')).toHaveValue('Only a thought');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await leave(page);
    await action(question, 'Discard').click();
    await expect(dialog).toHaveCount(0);
    await expect(action(row, 'Add Notes')).toBeFocused();
  });
}

test('an untouched notes dialog closes on Escape', async ({ page, subscribedReader }) => {
  await action(await openLibraryRow(page, subscribedReader), 'Add Notes').click();
  await expect(page.getByRole('dialog', { name: 'Add Notes' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Escape asks before discarding a typed tag', async ({ page, subscribedReader }) => {
  await action(await openLibraryRow(page, subscribedReader), 'Add Tag').click();
  const dialog = page.getByRole('dialog', { name: 'Add Tags', includeHidden: true });
  await dialog.getByRole('textbox').fill('budget');
  await page.keyboard.press('Escape');
  await action(page.getByRole('alertdialog'), 'Keep Editing').click();
  await expect(dialog.getByRole('textbox')).toHaveValue('budget');
});

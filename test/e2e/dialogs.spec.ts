/** Text typed into a dialog stays until the reader discards it. */
import type { Locator, Page } from '@playwright/test';
import { action, libraryRow } from '../support/e2e/library.ts';
import { EPISODE, episodeOf, type SubscribedPerson, saveInsight } from '../support/e2e/people.ts';
import {
  clickInChat,
  expectErrorToast,
  expectToast,
  openChat,
  toastRegion,
} from '../support/e2e/screen.ts';
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

    test('keeps the dialog of notes or tags open with its text', async ({
      page,
      network,
      subscribedReader,
    }) => {
      await network.fail('PUT', /^\/api\/user\/insights\//);
      const row = await openLibraryRow(page, subscribedReader);
      await action(row, 'Add Notes').click();
      const notes = page.getByRole('dialog', { name: 'Add Notes' });
      await notes.getByRole('textbox').fill('Do not lose me');
      await action(notes, 'Save Notes').click();
      await expectErrorToast(page, 'Failed to update notes');
      await closeToast(page, press);
      await expect(notes.getByRole('textbox')).toHaveValue('Do not lose me');
      await notes.getByRole('textbox').fill('');
      await action(notes, 'Cancel').click();
      await expect(notes).toHaveCount(0);

      await action(row, 'Add Tag').click();
      const tags = page.getByRole('dialog', { name: 'Add Tags' });
      await tags.getByRole('textbox').fill('budget');
      await action(tags, 'Add').click();
      await expectToast(page, 'Feature Coming Soon');
      await closeToast(page, press);
      await expect(tags.getByRole('textbox')).toHaveValue('budget');
    });

    test('keeps the chat open with the typed question', async ({
      page,
      network,
      subscribedReader: _,
    }) => {
      await network.fail('POST', '/api/user/insights');
      const chat = await openChat(page);
      // It would replace the error.
      await expectToast(page, 'Insights generated successfully');
      await chat.getByRole('textbox').last().fill('What about');
      await clickInChat(chat.getByRole('button', { name: 'Save to Library' }).first());
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

test('an untouched dialog closes at once; what was typed is asked about before it is discarded', async ({
  page,
  subscribedReader,
}) => {
  const row = await openLibraryRow(page, subscribedReader);
  const notes = page.getByRole('dialog', { name: 'Add Notes', includeHidden: true });
  await action(row, 'Add Notes').click();
  await expect(notes).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  for (const [way, leave] of LEAVING) {
    await test.step(`by ${way}`, async () => {
      await action(row, 'Add Notes').click();
      await notes.getByRole('textbox').fill('Only a thought');
      await leave(page);
      const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
      await action(question, 'Keep Editing').click();
      await expect(question).toHaveCount(0);
      await expect(notes.getByRole('textbox')).toHaveValue('Only a thought');
      await expect(notes.getByRole('textbox')).toBeFocused();
      await leave(page);
      await action(question, 'Discard').click();
      await expect(notes).toHaveCount(0);
      await expect(action(row, 'Add Notes')).toBeFocused();
    });
  }

  await test.step('a typed tag is not asked about: it could not be saved', async () => {
    await action(row, 'Add Tag').click();
    const tags = page.getByRole('dialog', { name: 'Add Tags', includeHidden: true });
    await tags.getByRole('textbox').fill('budget');
    await action(tags, 'Add').click();
    await expectToast(page, 'Feature Coming Soon');
    await page.reload();
    await action(row, 'Add Tag').click();
    await expect(tags.getByRole('textbox'), 'outlasts a reload').toHaveValue('budget');
    await tags.getByRole('textbox').press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(tags).toHaveCount(0);
    await expect(action(row, 'Add Tag')).toBeFocused();
    await action(row, 'Add Tag').click();
    await expect(tags.getByRole('textbox')).toHaveValue('');
  });
});

for (const { name, path, label } of [
  { name: 'Add a Podcast', path: '/podcasts', label: 'Address' },
  { name: 'Create Token', path: '/profile', label: 'Name' },
]) {
  test(`'${name}' asks before it discards what was typed`, async ({ page, reader: _ }) => {
    await page.goto(path);
    const opener = page.getByRole('main').getByRole('button', { name });
    const dialog = page.getByRole('dialog', { name, includeHidden: true });
    const field = dialog.getByRole('textbox', { name: label, includeHidden: true });
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    for (const [, leave] of LEAVING) {
      await opener.click();
      await expect(field).toBeFocused();
      await field.fill('Half a text');
      await leave(page);
      await action(question, 'Keep Editing').click();
      await expect(field).toHaveValue('Half a text');
      await expect(field).toBeFocused();
      await leave(page);
      await action(question, 'Discard').click();
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
      await opener.click();
      await expect(field).toHaveValue('');
      await leave(page);
      await expect(dialog).toHaveCount(0);
    }
    await opener.click();
    await field.fill('Half a text');
    await page.reload();
    await opener.click();
    await expect(field, 'typed texts outlast a reload').toHaveValue('Half a text');
    await action(dialog, 'Cancel').click();
    await expect(dialog).toHaveCount(0);
    await page.reload();
    await opener.click();
    await expect(field).toHaveValue('');
  });
}

import type { Locator, Page } from '@playwright/test';
import { askOnScreen, input, messagesBy, openedChat, send } from '../support/e2e/chat.ts';
import { action, libraryRow } from '../support/e2e/library.ts';
import { EPISODE, episodeOf, saveInsight } from '../support/e2e/people.ts';
import { expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

/** Like pasting and unlike `fill`, this obeys a field's `maxLength`. */
async function paste(page: Page, field: Locator, text: string) {
  await field.focus();
  await page.keyboard.insertText(text);
}

/** Every request that changes something. */
function watchChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(request.url());
  });
  return changes;
}

async function expectTooLong(scope: Page | Locator, field: Locator, words: string) {
  await expect(field).toHaveAccessibleDescription(words);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(scope.getByRole('status').filter({ hasText: words })).toBeAttached();
}

const endingIn = (length: number, end: string) => `${'a'.repeat(length - end.length)}${end}`;

test('the editor takes in all of a text that is too long, keeps it as a draft, and saves once it fits', async ({
  page,
  reader: _,
}) => {
  await page.goto('/editor');
  const field = page.getByRole('textbox', { name: 'Your content' });
  const text = endingIn(200_012, ' the end');
  await paste(page, field, text);
  await expect(field).toHaveValue(text);
  await expectTooLong(page, field, '12 characters too long. The limit is 200,000.');

  const changes = watchChanges(page);
  await page.getByRole('button', { name: 'Save Content' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+s');
  expect(changes, 'nothing is saved').toEqual([]);
  await expect(page.getByText('Your draft is stored in this browser.')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(field).toHaveValue(text);

  await field.press('Control+End');
  for (let count = 0; count < 12; count += 1) await field.press('Backspace');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Save Content' }).click();
  await expectSuccessToast(page, 'Your content has been saved.');
});

test('the editor says so if the browser cannot store the draft', async ({ page, reader: _ }) => {
  await page.goto('/editor');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByRole('textbox', { name: 'Your content' }).fill('Half a thought');
  await expect(
    page.getByText("This browser can't store your draft, so keep this page open."),
  ).toBeVisible();
});

test('a note that is too long stays in its dialog until it fits', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'Prices rose.' });
  await page.goto('/library');
  await action(libraryRow(page, EPISODE), 'Add Notes').click();
  const dialog = page.getByRole('dialog', { name: 'Add Notes' });
  const field = dialog.getByRole('textbox', { name: 'Your notes' });
  const note = endingIn(20_001, ' the end');
  await paste(page, field, note);
  await expect(field).toHaveValue(note);
  await expectTooLong(dialog, field, '1 character too long. The limit is 20,000.');

  const changes = watchChanges(page);
  await action(dialog, 'Save Notes').click();
  await expect(field).toBeFocused();
  expect(changes, 'nothing is saved').toEqual([]);
  await field.press('Control+End');
  await field.press('Backspace');
  await expect(dialog.getByText('0 characters left').first()).toBeVisible();
  await action(dialog, 'Save Notes').click();
  await expectSuccessToast(page, 'Notes updated successfully');
});

test('a question that is too long stays in the input until it fits', async ({
  page,
  subscribedReader,
}) => {
  const chat = await openedChat(page, subscribedReader);
  const question = endingIn(2_003, ' the end');
  await paste(page, input(chat), question);
  await expect(input(chat)).toHaveValue(question);
  await expectTooLong(chat, input(chat), '3 characters too long. The limit is 2,000.');
  await input(chat).press('Enter');
  await send(chat).click();
  await expect(input(chat)).toHaveValue(question);
  await expect(messagesBy(chat, 'user')).toHaveCount(0);
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'user')).toHaveCount(1);
});

test('a form with a field that is too long is not submitted', async ({ page, reader: _ }) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Token' });
  const field = dialog.getByRole('textbox', { name: 'Name' });
  await paste(page, field, 'a'.repeat(70));
  await expectTooLong(dialog, field, '6 characters too long. The limit is 64.');
  const changes = watchChanges(page);
  await field.press('Enter');
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  expect(changes, 'nothing is sent').toEqual([]);
});

test('a source with a title that is too long is not added', async ({ page, reader: _ }) => {
  await page.goto('/tools?tool=sources');
  const field = page.getByRole('textbox', { name: 'Title' });
  await paste(page, field, 'a'.repeat(305));
  await expectTooLong(page, field, '5 characters too long. The limit is 300.');
  const changes = watchChanges(page);
  await page.getByRole('textbox', { name: 'Text' }).fill('Some words.');
  await page.getByRole('button', { name: 'Add Source' }).click();
  await expect(field).toBeFocused();
  expect(changes, 'nothing is sent').toEqual([]);
});

test('nobody registers with a name or a password that is too long', async ({ page }) => {
  await page.goto('/register');
  const name = page.getByRole('textbox', { name: 'Username' });
  await paste(page, name, 'a'.repeat(65));
  await expectTooLong(page, name, '1 character too long. The limit is 64.');
  const password = page.getByLabel('Password', { exact: true });
  await paste(page, password, 'a'.repeat(258));
  await expectTooLong(page, password, '2 characters too long. The limit is 256.');
  const changes = watchChanges(page);
  await password.press('Enter');
  await expect(name).toBeFocused();
  await expect(page.getByRole('alert'), 'the hints say it all').toHaveCount(0);
  expect(changes, 'nothing is sent').toEqual([]);
});

test('a search that is too long stays in the field and is not sent until it fits', async ({
  page,
  search,
  subscribedReader: _,
}) => {
  await page.goto('/podcasts');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/search')) sent.push(request.url());
  });
  const text = endingIn(2_002, ' the end');
  await paste(page, search.field, text);
  await expectTooLong(search.dialog, search.field, '2 characters too long. The limit is 2,000.');
  await search.field.press('Enter');
  await expect(search.field).toHaveValue(text);
  expect(sent, 'nothing is sent').toEqual([]);
  await search.field.press('End');
  await search.field.press('Backspace');
  await search.field.press('Backspace');
  await expect(search.field).not.toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => sent.length).toBe(1);
  await expect(search.field).toHaveValue(text.slice(0, -2));
});

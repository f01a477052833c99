/** Opening and closing the search. */
import { expectTrapped } from '../support/e2e/keyboard.ts';
import { scriptOf } from '../support/e2e/network.ts';
import { chatDialog, openChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test('the address contains the search: links, reload, Back and Forward work', async ({
  page,
  reader: _,
  search,
}) => {
  await page.goto('/tools');
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await opener.click();
  await expect(search.field).toBeFocused();
  await expect(page).toHaveURL('/tools?find=');
  await page.keyboard.type('2026');
  await expect(page).toHaveURL('/tools?find=%222026%22');
  await page.reload();
  await expect(search.field).toHaveValue('2026');
  await page.goBack();
  await expect(search.dialog).toHaveCount(0);
  await expect(page).toHaveURL('/tools');
  await page.goForward();
  await expect(search.field).toHaveValue('2026');
  await page.goto('/library?find=a%20budget&tab=history');
  await expect(search.field).toHaveValue('a budget');
  await page.keyboard.press('Escape');
  await expect(search.dialog).toHaveCount(0);
  await expect(page).toHaveURL('/library?tab=history');
});

test('its shortcut opens and closes it on every screen, and returns the focus', async ({
  page,
  reader: _,
  search,
}) => {
  for (const path of ['/', '/podcasts', '/library', '/tools', '/profile', '/editor']) {
    await page.goto(path);
    const link = page.getByRole('banner').getByRole('link', { name: 'My Library' });
    await link.focus();
    await search.openByShortcut();
    await expect(search.field).toBeFocused();
    await expectTrapped(page, search.dialog, 8);
    await page.keyboard.press('Control+k');
    await expect(search.dialog).toHaveCount(0);
    await expect(link).toBeFocused();
    await expect(page).toHaveURL(path);
  }
});

test('its shortcut and what is typed after it work before its code is there, and only once', async ({
  page,
  network,
  reader: _,
  search,
}) => {
  const release = await network.hold('GET', scriptOf('LazySearchDialog'));
  await page.goto('/tools');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('bugdet');
  await page.keyboard.press('Backspace');
  // A page that waits can still be reloaded.
  const isLeft = () =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F5', cancelable: true }));
  expect(await page.evaluate(isLeft)).toBe(true);
  release();
  await expect(search.field).toBeFocused();
  await expect(search.field).toHaveValue('bugde');
  await search.field.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page).toHaveURL('/tools?find=');
  await page.keyboard.press('Escape');
  await expect(search.dialog).toHaveCount(0);
  // The legal texts take the place of the search.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await page.getByRole('dialog', { name: 'Terms' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(search.field).toBeFocused();
});

test('opens above the chat; any other dialog must be closed first', async ({
  page,
  subscribedReader: _,
  search,
}) => {
  const chat = await openChat(page);
  const question = chat.getByRole('textbox', { name: 'Your question' });
  await question.fill('What is');
  await page.keyboard.press('Control+k');
  await expect(search.field).toBeFocused();
  await page.keyboard.type('budget');
  await expect(search.field).toHaveValue('budget');
  await page.keyboard.press('Escape');
  await expect(search.dialog).toHaveCount(0);
  await expect(question).toBeFocused();
  await expect(question).toHaveValue('What is');
  await page.keyboard.press('Escape');
  await expect(chatDialog(page)).toHaveCount(0);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('dialog', { name: 'Terms' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(search.dialog).toHaveCount(0);
});

test('keeps what is typed right after its shortcut, before its code or its field is there', async ({
  page,
  network,
  reader: _,
  search,
}) => {
  const release = await network.hold('GET', scriptOf('SearchDialog'));
  await page.goto('/editor');
  const text = page.getByLabel('Your content');
  await text.fill('A thought');
  await search.openByShortcut();
  await page.keyboard.type('my bugd');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('dget');
  release();
  await expect(search.field).toHaveValue('my budget');
  await expect(search.field).toBeFocused();
  await expect(page).toHaveURL('/editor?find=my+budget');
  await page.keyboard.press('Escape');
  await expect(search.dialog).toHaveCount(0);

  await text.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('margins');
  await expect(search.field).toHaveValue('margins');
  await page.keyboard.press('Escape');
  await expect(search.dialog).toHaveCount(0);
  await expect(text).toHaveValue('A thought');

  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(search.dialog).toHaveCount(0);
  await expect(page).toHaveURL('/editor');
});

import type { Locator, Page } from '@playwright/test';
import { input, messagesBy, openedChat, send } from '../support/e2e/chat.ts';
import { action, libraryRow } from '../support/e2e/library.ts';
import { EPISODE, episodeOf, type Person, register, saveInsight } from '../support/e2e/people.ts';
import { moveTo } from '../support/e2e/player.ts';
import { expectErrorToast, expectSuccessToast, toastRegion } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const NEW_PASSWORD = 'a newer password';

/** The row of another device than this one. */
const OTHER_DEVICE = /^Log out (?!.*this device)/;

async function login(page: Page, { username, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Opens the dialog for a new password on the profile. */
async function openPasswordDialog(page: Page): Promise<Locator> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change Password' }).click();
  return page.getByRole('dialog', { name: 'Change Password' });
}

/** Like from another device, so this tab doesn't know. */
const logOutElsewhere = (page: Page) =>
  page.request.post('/api/logout', { headers: { Origin: new URL(page.url()).origin } });

test('the profile lists the sessions, and one device can be logged out, or all', async ({
  page,
  browser,
  baseURL,
  network,
  reader,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const { username, password } = reader;
  expect((await elsewhere.request.post('/api/login', { data: { username, password } })).ok()).toBe(
    true,
  );

  await test.step('a list that fails to load says so and can be retried', async () => {
    await network.fail('GET', '/api/user/sessions');
    await page.goto('/profile');
    const failure = page.getByRole('alert').filter({ hasText: 'Your devices did not load' });
    await expect(failure).toBeVisible();
    await network.restore();
    await failure.getByRole('button', { name: 'Try Again' }).click();
  });

  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await expect(page.getByText('In use now', { exact: true })).toBeVisible();
  await expect(page.getByText('Last used within the hour', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: OTHER_DEVICE }).click();
  await expectSuccessToast(page, 'Chrome on Linux has been logged out');
  await expect(page.getByRole('button', { name: OTHER_DEVICE })).toHaveCount(0);
  expect((await elsewhere.request.get('/api/user')).status()).toBe(401);
  await elsewhere.close();

  await test.step("'Log Out Everywhere' asks first, ends every session and goes to the login screen", async () => {
    await page.getByRole('button', { name: 'Log Out Everywhere' }).click();
    const question = page.getByRole('alertdialog', { name: 'Log out everywhere?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Log Out Everywhere' }).click();
    await question.getByRole('button', { name: 'Log Out', exact: true }).click();
    await expectSuccessToast(page, 'Logged out successfully');
    await expect(page).toHaveURL('/login');
    expect((await page.request.get('/api/user')).status()).toBe(401);
  });
});

test('after a logout elsewhere, a page that Back brings back as it was left shows it to nobody', async ({
  page,
  reader,
}) => {
  // Playwright turns the browser's own back/forward cache off.
  const bringBack = () =>
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.goto('/profile');
  const name = page.getByText(reader.username).first();
  await expect(name).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await bringBack();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  expect((await page.request.post('/api/logout')).ok()).toBe(true);
  await bringBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(name).toBeHidden();
});

test('changing the password needs the old one, and a wrong one shows an error at its field', async ({
  page,
  network,
  reader,
}) => {
  network.allow('/api/user/password');
  const dialog = await openPasswordDialog(page);
  await dialog.getByRole('button', { name: 'Save Password' }).click();
  await expect(dialog.getByText('Please enter your password')).toBeVisible();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await dialog.getByLabel('Current password').fill('not the one');
  await dialog.getByLabel('New password').fill('short');
  await dialog.getByRole('button', { name: 'Save Password' }).click();
  await expect(dialog.getByText('Password must be at least 6 characters')).toBeVisible();
  await dialog.getByLabel('New password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Save Password' }).click();
  await expect(dialog.getByText('Wrong password')).toBeVisible();
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await dialog.getByLabel('Current password').fill(reader.password);
  await dialog.getByRole('button', { name: 'Save Password' }).click();
  await expectSuccessToast(page, 'Your password has been changed');
  await expect(dialog).toBeHidden();
  const data = { username: reader.username, password: NEW_PASSWORD };
  expect((await page.request.post('/api/login', { data })).status()).toBe(200);

  await test.step('replacing the email asks for the password', async () => {
    network.allow('/api/user/profile');
    const first = { email: 'ada@example.com', linkedinUrl: null };
    expect((await page.request.put('/api/user/profile', { data: first })).ok()).toBe(true);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const password = page.getByLabel('Your password (needed to change the email)');
    await expect(password).toHaveCount(0);
    await page.getByLabel('Email', { exact: true }).fill('ada@example.org');
    await password.fill('not the one');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectErrorToast(page, 'Wrong password');
    await password.fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectSuccessToast(page, 'Profile updated successfully');
    await expect(page.getByRole('main').getByText('ada@example.org')).toBeVisible();
  });
});

test('a new password leaves this browser logged in, and a chat in another tab connects again', async ({
  page,
  context,
  subscribedReader: reader,
}) => {
  const other = await context.newPage();
  const chat = await openedChat(other, reader);
  await input(chat).fill('Half a question');
  const reconnected = other.waitForEvent('websocket');
  const dialog = await openPasswordDialog(page);
  await dialog.getByLabel('Current password').fill(reader.password);
  await dialog.getByLabel('New password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Save Password' }).click();
  await expectSuccessToast(page, 'Your password has been changed');
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await reconnected;
  await expect(input(chat)).toBeEnabled();
  await expect(input(chat)).toHaveValue('Half a question');
  await expect(chat.getByRole('button', { name: 'Log In' })).toHaveCount(0);
  await input(chat).fill('How is it priced?');
  await send(chat).click();
  await expect(messagesBy(chat, 'user')).toHaveText('You: How is it priced?');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible();
});

test('a new password takes what it revokes off the lists', async ({ page, reader }) => {
  const data = { name: 'Notes sync', scopes: ['read'], expiresAt: null };
  expect((await page.request.post('/api/user/tokens', { data })).ok()).toBe(true);
  expect((await page.request.post('/api/user/feeds/digests')).ok()).toBe(true);
  await page.goto('/tools');
  const create = action(page.getByRole('region', { name: 'Your Feeds' }), 'Create Address');
  await expect(create).toHaveCount(1);
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByText('Notes sync')).toBeVisible();
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('Current password').fill(reader.password);
  await dialog.getByLabel('New password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Save Password' }).click();
  await expectSuccessToast(page, 'Your password has been changed');
  await expect(page.getByText('You have no access tokens yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await expect(create).toHaveCount(2);
});

test('a page that loads while another tab changes the password stays logged in', async ({
  page,
  context,
  reader,
}) => {
  await page.goto('/profile');
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
  const other = await context.newPage();
  const { promise: changed, resolve: change } = Promise.withResolvers<void>();
  const { promise: refused, resolve: refuse } = Promise.withResolvers<number>();
  await other.route(
    '/api/user',
    async (route) => {
      await changed;
      const headers = { ...route.request().headers(), cookie: cookies.join('; ') };
      const response = await route.fetch({ headers });
      refuse(response.status());
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await other.goto('/library');
  const data = { currentPassword: reader.password, password: NEW_PASSWORD };
  expect((await page.request.put('/api/user/password', { data })).ok()).toBe(true);
  change();
  expect(await refused, 'with the old cookie').toBe(401);
  await expect(other.getByRole('button', { name: 'User menu' })).toBeVisible();
  await expect(other).toHaveURL('/library');
  await other.reload();
  await expect(other.getByRole('button', { name: 'User menu' })).toBeVisible();
});

test('a session that ended elsewhere is told where something fails, with a way back', async ({
  page,
  network,
  reader,
}) => {
  network.allow(/.*/);
  await page.goto('/editor');
  const text = page.getByPlaceholder('Start writing your content here...');
  await text.fill('Half a thought');
  await logOutElsewhere(page);
  await page.getByRole('button', { name: 'Save Content' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'You have been logged out.' });
  await notice.getByRole('link', { name: 'Log In' }).click();
  // The editor asks; its draft stays in this browser.
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(notice).toBeHidden();
  await login(page, reader);
  await expect(page).toHaveURL('/editor');
  await expect(text).toHaveValue('Half a thought');
  await expect(notice).toBeHidden();
});

test('a note that a log-out elsewhere keeps from being saved is there after logging in', async ({
  page,
  network,
  subscribedReader: reader,
}) => {
  network.allow(/.*/);
  const { id: episodeId } = episodeOf(reader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'Kept.' });
  await page.goto('/library');
  const openNotes = async () => {
    await action(libraryRow(page, EPISODE), EPISODE).click();
    await action(libraryRow(page, EPISODE), 'Add Notes').click();
  };
  await openNotes();
  const field = page.getByLabel('Your notes');
  await field.fill('Half a note');
  await logOutElsewhere(page);
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expectErrorToast(page, 'Failed to update notes');
  await page.getByRole('dialog').getByRole('link', { name: 'Log In' }).click();
  await login(page, reader);
  await expect(page).toHaveURL('/library');
  await openNotes();
  await expect(field).toHaveValue('Half a note');
  await page.getByRole('button', { name: 'Save Notes' }).click();
  await expectSuccessToast(page, 'Notes updated successfully');
});

test('what a log-out elsewhere keeps from being saved about a moment is there after logging in', async ({
  page,
  network,
  subscribedReader: reader,
}) => {
  network.allow(/.*/);
  const { id: episodeId } = episodeOf(reader, EPISODE);
  const moment = { id: crypto.randomUUID(), episodeId, start: 60, end: 60 };
  await page.request.post('/api/user/moments', { data: moment });
  const moments = page.getByRole('region', { name: `Moments of ${EPISODE}` });
  const dialog = page.getByRole('dialog');
  for (const { opener, field, save, failure } of [
    {
      opener: 'Add Note',
      field: dialog.getByLabel('Your note'),
      save: 'Save Note',
      failure: 'Failed to save the note',
    },
    {
      opener: 'Add to Review',
      field: dialog.getByLabel('Front'),
      save: 'Add',
      failure: 'Failed to add it to your review',
    },
  ]) {
    await test.step(opener, async () => {
      await page.goto('/library');
      await action(moments, opener).click();
      await field.fill('Half a thought');
      await logOutElsewhere(page);
      await action(dialog, save).click();
      await expectErrorToast(page, failure);
      await expect(dialog.getByRole('alert')).toContainText('You have been logged out.');
      await dialog.getByRole('link', { name: 'Log In' }).click();
      await login(page, reader);
      await expect(page).toHaveURL('/library');
      await action(moments, opener).click();
      await expect(field).toHaveValue('Half a thought');
      await action(dialog, save).click();
      await expect(dialog).toHaveCount(0);
    });
  }

  await test.step('a note from the player', async () => {
    await moments.getByRole('button', { name: /^Play from/ }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await moveTo(page, 200);
    await page.getByRole('button', { name: 'Save this moment' }).click();
    await expect(moments.getByRole('listitem')).toHaveCount(2);
    await toastRegion(page)
      .getByRole('button', { name: /^(Add|Edit) Note$/ })
      .click();
    await dialog.getByLabel('Your note').fill('Another half');
    await logOutElsewhere(page);
    await action(dialog, 'Save Note').click();
    await dialog.getByRole('link', { name: 'Log In' }).click();
    await expect(dialog, 'does not cover the next screen').toHaveCount(0);
    await login(page, reader);
    await expect(page).toHaveURL('/library');
  });
});

test('a profile that a log-out elsewhere keeps from being saved is there after logging in', async ({
  page,
  network,
  reader,
}) => {
  network.allow(/.*/);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const goals = page.getByRole('textbox', { name: 'Goals' });
  await goals.fill('Sell more rye');
  await logOutElsewhere(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('link', { name: 'Log In' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await login(page, reader);
  await expect(page).toHaveURL('/profile');
  await expect(goals).toHaveValue('Sell more rye');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectSuccessToast(page, 'Profile updated successfully');
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
});

test('what another tab does with the session shows in this one, and nothing is saved for somebody else', async ({
  page,
  context,
  browser,
  baseURL,
  reader,
}) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await register(elsewhere.request);
  await elsewhere.close();
  await page.goto('/editor');
  const text = page.getByRole('textbox', { name: 'Your content' });
  await text.fill('What Ada writes');
  const tab = await context.newPage();
  await tab.goto('/');

  await test.step('a logout', async () => {
    await tab.getByRole('button', { name: 'User menu' }).click();
    await tab.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(tab).toHaveURL('/login');
    await expect(page.getByText('You have been logged out.')).toBeVisible();
    await expect(text).toHaveValue('What Ada writes');
  });

  await test.step('a login of somebody else: the page is loaded again for them', async () => {
    // As one who does not want to leave what they typed.
    const asked = page.waitForEvent('dialog').then((question) => question.dismiss());
    await tab.getByLabel('Username').fill(other.username);
    await tab.getByLabel('Password').fill(other.password);
    await tab.getByRole('button', { name: 'Login', exact: true }).click();
    await asked;
    await page.getByRole('button', { name: 'Save Content' }).click();
    const refusal = 'Somebody else has logged in in this browser. Please reload the page.';
    await expectErrorToast(page, refusal);
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await expect(text).toHaveValue('');
  });

  await test.step('whoever comes back finds what they typed', async () => {
    const { username, password } = reader;
    await page.request.post('/api/login', { data: { username, password } });
    await page.goto('/editor');
    await expect(text).toHaveValue('What Ada writes');
  });
});

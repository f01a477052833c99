import type { Page } from '@playwright/test';
import { expectDestructive, expectErrorToast, expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const USERNAME_SHORT = 'Username must be at least 3 characters';
const PASSWORD_SHORT = 'Password must be at least 6 characters';

async function fill(page: Page, username: string, password: string) {
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

const submit = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });

test("fields username and password, a Login button, 'a link to /register'; nothing that breaks a rule is sent", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  await expect(page.getByRole('textbox')).toHaveCount(2);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  await expect(submit(page)).toBeEnabled();

  await test.step("'Username must be at least 3 characters', 'Password must be at least 6 characters'", async () => {
    await expect(page.getByText(USERNAME_SHORT)).toBeHidden();
    await expect(page.getByText(PASSWORD_SHORT)).toBeHidden();
    await submit(page).click();
    await expect(page.getByText(USERNAME_SHORT, { exact: true })).toBeVisible();
    await expect(page.getByText(PASSWORD_SHORT, { exact: true })).toBeVisible();

    await fill(page, 'ab', 'five5');
    await submit(page).click();
    await expect(page.getByText(USERNAME_SHORT)).toBeVisible();
    await expect(page.getByText(PASSWORD_SHORT)).toBeVisible();
    await expect(page.getByLabel('Username', { exact: true })).toHaveAccessibleDescription(
      USERNAME_SHORT,
    );

    await fill(page, 'abc', 'sixsix');
    await expect(page.getByText(USERNAME_SHORT)).toBeHidden();
    await expect(page.getByText(PASSWORD_SHORT)).toBeHidden();
    expect(sent).toEqual([]);
  });

  const link = page.getByRole('main').getByRole('link', { name: /account|register/i });
  await expect(link).toHaveAttribute('href', '/register');
  await link.click();
  await expect(page).toHaveURL('/register');
});

test("a failure is the raw response text in a destructive toast titled Error; success is 'Successfully logged in', and the user goes to /", async ({
  page,
  context,
  network,
  reader,
}) => {
  network.allow('/api/login');
  await context.clearCookies();
  await page.goto('/login');
  await fill(page, reader.username, 'not the password');
  await submit(page).click();
  await expectErrorToast(page, 'Invalid username or password');
  await expectDestructive(page);
  await expect(page).toHaveURL('/login');
  await expect(submit(page)).toBeEnabled();
  await expect(page.getByLabel('Username', { exact: true })).toHaveValue(reader.username);

  await test.step("the Login button reads 'Loading...' and is disabled while submitting", async () => {
    const release = await network.hold('POST', '/api/login');
    await fill(page, reader.username, reader.password);
    await submit(page).click();
    await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled();
    await expect(submit(page)).toHaveCount(0);
    release();
  });

  await expectSuccessToast(page, 'Successfully logged in');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
});

test('after logging in, Back leads to the screen before the login', async ({
  page,
  context,
  reader,
}) => {
  await context.clearCookies();
  await page.goto('/podcasts');
  await page.goto('/login');
  await fill(page, reader.username, reader.password);
  await submit(page).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/podcasts');
});

test('the other ways to log in say so if they did not load, and are tried again', async ({
  page,
  network,
}) => {
  await network.fail('GET', '/api/auth/providers');
  await page.goto('/login');
  const main = page.getByRole('main');
  await expect(main.getByText('Other ways to log in did not load.')).toBeVisible();
  await network.restore();
  await network.answer('GET', '/api/auth/providers', () => ({ providers: ['github'] }));
  await main.getByRole('button', { name: 'Try Again' }).press('Enter');
  await expect(main.getByRole('link', { name: 'Continue with GitHub' })).toBeVisible();
  await expect(main.getByText('Other ways to log in did not load.')).toHaveCount(0);
  await expect(page.locator('body'), 'the focus is not lost').not.toBeFocused();
});

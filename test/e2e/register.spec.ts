import type { Page } from '@playwright/test';
import { someName } from '../support/e2e/people.ts';
import { expectErrorToast, expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const RULES = {
  username: 'Username must be at least 3 characters',
  password: 'Password must be at least 6 characters',
  email: 'Invalid email address',
  linkedinUrl: 'Invalid LinkedIn URL',
};

async function fill(page: Page, fields: Partial<Record<keyof typeof RULES, string>>) {
  const labels = {
    username: 'Username',
    password: 'Password',
    email: 'Email (Optional)',
    linkedinUrl: 'LinkedIn URL (Optional)',
  };
  for (const [name, label] of Object.entries(labels)) {
    const value = fields[name as keyof typeof RULES];
    if (value !== undefined) await page.getByLabel(label, { exact: true }).fill(value);
  }
}

const submit = (page: Page) => page.getByRole('button', { name: 'Register', exact: true });

test("fields username, password, 'Email (Optional)', 'LinkedIn URL (Optional)'; a Register button; a link to /login", async ({
  page,
  context,
  network,
  reader,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await context.clearCookies();
  await page.goto('/register');
  await expect(page.getByRole('textbox')).toHaveCount(4);
  for (const label of ['Username', 'Password', 'Email (Optional)', 'LinkedIn URL (Optional)']) {
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
  }
  await expect(submit(page)).toBeEnabled();

  await test.step("the same two rules; 'Invalid email address' and 'Invalid LinkedIn URL' when given", async () => {
    await submit(page).click();
    await expect(page.getByText(RULES.username, { exact: true })).toBeVisible();
    await expect(page.getByText(RULES.password, { exact: true })).toBeVisible();
    await expect(page.getByText(RULES.email)).toBeHidden();
    await expect(page.getByText(RULES.linkedinUrl)).toBeHidden();

    await fill(page, { username: 'ab', password: '12345', email: 'nobody', linkedinUrl: 'in/ada' });
    await submit(page).click();
    for (const rule of Object.values(RULES)) {
      await expect(page.getByText(rule, { exact: true })).toBeVisible();
    }
    await fill(page, {
      username: reader.username.toUpperCase(),
      password: '123456',
      email: 'ada@example.com',
      linkedinUrl: 'https://www.linkedin.com/in/ada',
    });
    for (const rule of Object.values(RULES)) await expect(page.getByText(rule)).toBeHidden();
    expect(sent).toEqual([]);
  });

  await test.step('Error toast with the response text', async () => {
    network.allow('/api/register');
    await submit(page).click();
    await expectErrorToast(page, 'Username already exists');
    await expect(page).toHaveURL('/register');
    await expect(submit(page)).toBeEnabled();
  });

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login');
});

test("on success 'Account created successfully' appears and the page does a full reload to /", async ({
  page,
}) => {
  await page.goto('/register');
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await fill(page, {
    username: someName(),
    password: 'secret word',
    email: 'ada@example.com',
    linkedinUrl: 'https://www.linkedin.com/in/ada',
  });
  await submit(page).click();
  await expect(page).toHaveURL('/');
  await expectSuccessToast(page, 'Account created successfully');
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
  expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false);
  await page.goto('/profile');
  await expect(page.getByRole('main').getByText('ada@example.com')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Profile' })).toHaveAttribute(
    'href',
    'https://www.linkedin.com/in/ada',
  );
});

test('an empty string counts as absent; the button is disabled while submitting', async ({
  page,
  network,
}) => {
  const release = await network.hold('POST', '/api/register');
  await page.goto('/register');
  await fill(page, { username: someName(), password: 'secret word', email: '', linkedinUrl: '' });
  await submit(page).click();
  const button = page.getByRole('main').locator('button[type=submit]');
  await expect(button).toBeDisabled();
  release();
  await expect(page).toHaveURL('/');
  await page.goto('/profile');
  await expect(page.getByText('Not set', { exact: true }).first()).toBeVisible();
  const user: { email: unknown; linkedinUrl: unknown } = await (
    await page.request.get('/api/user')
  ).json();
  expect([user.email, user.linkedinUrl]).toEqual([null, null]);
});

test('what was typed outlasts a reload and a look at the login, except the password', async ({
  page,
}) => {
  await page.goto('/register');
  const username = page.getByLabel('Username');
  const email = page.getByLabel('Email (Optional)');
  await username.fill('ada');
  await page.getByLabel('Password').fill('a quiet drip');
  await email.fill('ada@example.org');
  await page.reload();
  await expect(username).toHaveValue('ada');
  await expect(email).toHaveValue('ada@example.org');
  await expect(page.getByLabel('Password')).toHaveValue('');

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login');
  await expect(username).toHaveValue('');
  await page.goBack();
  await expect(email).toHaveValue('ada@example.org');

  const name = someName();
  await username.fill(name);
  await page.getByLabel('Password').fill('a quiet drip');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL('/');
  await page.request.post('/api/logout', { headers: { Origin: new URL(page.url()).origin } });
  await page.goto('/register');
  await expect(username, 'nobody else sees it').toHaveValue('');
});

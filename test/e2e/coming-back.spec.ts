import { expect, test } from './fixtures.ts';

test('logging in returns to the previous screen', async ({ page, reader }) => {
  const { username, password } = reader;
  await page.context().clearCookies();
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Profile');
});

test('the return path may have a query, and survives switching forms', async ({ page }) => {
  await page.goto(`/login?redirect=${encodeURIComponent('/podcasts?category=law')}`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register');
  await page.getByLabel('Username').fill(`someone-${crypto.randomUUID().slice(0, 8)}`);
  await page.getByLabel('Password').fill('a password');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL('/podcasts?category=law');
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
});

test('never redirects to another site', async ({ page, reader }) => {
  expect(reader.id).not.toBe('');
  await page.goto(`/login?redirect=${encodeURIComponent('/\\elsewhere.test')}`);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
});

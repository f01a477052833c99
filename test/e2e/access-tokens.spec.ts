import { expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test('a reader makes an access token, sees it once, and revokes it', async ({
  page,
  playwright,
  baseURL,
  reader,
}) => {
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Access Tokens' });
  await expect(section.getByText('You have no access tokens yet.')).toBeVisible();

  await section.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Token' });
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  await expect(dialog.getByText('Enter a name for the token')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Notes sync');
  await dialog.getByRole('combobox', { name: 'Expires after' }).click();
  await page.getByRole('option', { name: '1 year' }).click();
  await dialog.getByRole('radio', { name: 'Read and write' }).click();
  await dialog.getByRole('button', { name: 'Create Token' }).click();

  const newToken = page.getByRole('dialog', { name: 'Your New Token' });
  const token = await newToken.getByLabel('Access token').inputValue();
  expect(token).toMatch(/^dripcast_[\w-]{43}$/);
  await expect(newToken).toContainText('Send it as Authorization: Bearer <token>.');
  await expect(newToken.getByRole('button', { name: 'Copy' })).toBeVisible();
  await newToken.getByRole('button', { name: 'Done' }).click();
  await expect(section.getByText('Notes sync')).toBeVisible();
  await expect(section.getByText('Read and write')).toBeVisible();
  await expect(section.getByText(/^Never used\. Expires /)).toBeVisible();

  const program = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  });
  expect(await (await program.get('/api/user')).json()).toMatchObject({ id: reader.id });
  await page.reload();
  await expect(section.getByText(/^Last used within the hour\./)).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);

  await section.getByRole('button', { name: 'Revoke Notes sync' }).click();
  const question = page.getByRole('alertdialog', { name: 'Revoke this token?' });
  await question.getByRole('button', { name: 'Revoke Token' }).click();
  await expectSuccessToast(page, 'Notes sync has been revoked');
  await expect(section.getByText('You have no access tokens yet.')).toBeVisible();
  expect((await program.get('/api/user')).status()).toBe(401);
  await program.dispose();
});

test('the list says what each access token may do in the words that were chosen from', async ({
  page,
  reader: _,
}) => {
  const data = { name: 'Notes sync', scopes: ['read'], expiresAt: null };
  await page.request.post('/api/user/tokens', { data });
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Access Tokens' });
  await expect(section.getByText('Read only', { exact: true })).toBeVisible();
  await section.getByRole('button', { name: 'Create Token' }).click();
  await expect(page.getByRole('radio', { name: 'Read only', exact: true })).toBeVisible();
});

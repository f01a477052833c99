import { SAMPLER } from '../support/e2e/people.ts';
import { expectErrorToast, expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test("/tools holds the weekly digest: 'Weekly digest generated successfully'", async ({
  page,
  network,
  subscribedReader,
}) => {
  expect(subscribedReader.episodes).not.toEqual([]);
  const release = await network.hold('POST', '/api/digest/generate');
  await page.goto('/tools');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tools');
  const card = page.getByRole('region', { name: 'Weekly Digest' });
  await card.getByRole('button', { name: 'Generate Digest' }).click();
  await expect(card.getByRole('button', { name: 'Generating...' })).toBeDisabled();
  release();
  await expectSuccessToast(page, 'Weekly digest generated successfully');
  const digest = card.getByRole('article');
  await expect(digest.getByText(SAMPLER).first()).toBeVisible();
  await page.reload();
  await expect(digest, 'the latest one is kept').toBeVisible();
});

test("'Failed to generate digest'", async ({ page, network, reader }) => {
  expect(reader.id).not.toBe('');
  await network.fail('POST', '/api/digest/generate');
  await page.goto('/tools');
  const button = page.getByRole('button', { name: 'Generate Digest' });
  await button.click();
  await expectErrorToast(page, 'Failed to generate digest');
  await expect(button).toBeEnabled();
});

test('a stranger is led to /login', async ({ page }) => {
  await page.goto('/tools');
  await expect(page).toHaveURL('/login');
});

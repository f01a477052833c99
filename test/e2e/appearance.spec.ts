/** Light and dark. */
import type { Page } from '@playwright/test';
import { colourOf } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const dark = async (page: Page) => {
  const [red = 0, green = 0, blue = 0] = await colourOf(page.locator('html'), 'background-color');
  return red + green + blue < 3 * 128;
};

test("light and dark follow the system; the reader's own choice is remembered", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  expect(await dark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => dark(page)).toBe(false);

  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect.poll(() => dark(page)).toBe(true);
  await page.goto('/podcasts');
  expect(await dark(page)).toBe(true);

  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => dark(page), 'the system is followed again').toBe(true);
});

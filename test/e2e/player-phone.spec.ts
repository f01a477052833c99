/** The player on the narrowest phones, which fold most of its controls away. */
import type { Locator } from '@playwright/test';
import { EPISODE } from '../support/e2e/people.ts';
import { playEpisode, playerOf } from '../support/e2e/player.ts';
import { episodeRow, readyChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('the opened player has its settings in one row', async ({ page, subscribedReader: _ }) => {
  const player = await playEpisode(page);
  await player.getByRole('button', { name: 'More controls' }).click();
  const top = (name: string) =>
    player.getByRole('button', { name }).evaluate((button) => button.getBoundingClientRect().top);
  await expect(player.getByRole('button', { name: 'Share this moment' })).toBeVisible();
  expect(await top('Share this moment')).toBe(await top('Save this moment'));
});

test("Tab goes from 'More controls' to what it opens", async ({ page, subscribedReader: _ }) => {
  const player = await playEpisode(page);
  await player.getByRole('button', { name: 'More controls' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(player.getByRole('combobox').first()).toBeFocused();
});

test('the opened player stays open in a dialog, which keeps its height', async ({
  page,
  subscribedReader: _,
}) => {
  const player = await playEpisode(page);
  await player.getByRole('button', { name: 'More controls' }).click();
  const height = (await player.boundingBox())?.height;
  await episodeRow(page, EPISODE).getByRole('button', { name: 'Generate Insights' }).click();
  const inDialog = playerOf(await readyChat(page));
  await expect(inDialog.getByRole('button', { name: 'Share this moment' })).toBeVisible();
  expect((await inDialog.boundingBox())?.height).toBe(height);
});

test('Escape folds the opened player, also over a dialog, which closes at the next one', async ({
  page,
  subscribedReader: _,
}) => {
  const foldByEscape = async (player: Locator) => {
    const more = player.getByRole('button', { name: 'More controls' });
    await more.click();
    await player.getByRole('button', { name: 'Share this moment' }).focus();
    await page.keyboard.press('Escape');
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await expect(more).toBeFocused();
  };
  await foldByEscape(await playEpisode(page));

  await episodeRow(page, EPISODE).getByRole('button', { name: 'Generate Insights' }).click();
  const dialog = await readyChat(page);
  await foldByEscape(playerOf(dialog));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

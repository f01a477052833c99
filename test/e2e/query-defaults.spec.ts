/** How long data counts as fresh, and when it is fetched again. */
import type { Page } from '@playwright/test';
import { recentEpisodes } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Counts the calls of a path from now on. */
function countCalls(page: Page, path: string): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === path) calls += 1;
  });
  return () => calls;
}

/** Away from the screen and back to it, without loading the page anew. */
async function leaveAndComeBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dripcast, home' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('navigation', { name: 'Main' }).getByText('Our Podcasts').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Podcasts');
}

async function lookAwayAndBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    window.dispatchEvent(new Event('focus'));
  });
}

test('a 5-minute (300000 ms) stale window; no refetch on window focus', async ({ page }) => {
  const asked = countCalls(page, '/api/podcasts');
  await page.clock.install();
  await page.goto('/podcasts');
  await expect(page.getByText(/^Showing all \d+ podcasts$/)).toBeVisible();
  expect(asked()).toBe(1);
  await page.clock.fastForward(5 * MINUTE_MS - 10_000);
  await leaveAndComeBack(page);
  expect(asked()).toBe(1);
  await page.clock.fastForward(20_000);
  // Advancing the clock during a call would make it time out and retry.
  const reply = page.waitForResponse('/api/podcasts');
  await leaveAndComeBack(page);
  await reply;
  expect(asked()).toBe(2);

  await test.step('no refetch on window focus, however old the data', async () => {
    await page.clock.fastForward(60 * MINUTE_MS);
    await lookAwayAndBack(page);
    await page.clock.runFor(1_000);
    expect(asked()).toBe(2);
  });
});

test('recent-episodes stale time 7 days', async ({ page, subscribedReader: _ }) => {
  const asked = countCalls(page, '/api/podcasts/recent-episodes');
  await page.clock.install();
  await page.goto('/podcasts');
  const podcast = recentEpisodes(page).getByRole('button', { name: /^Dripcast Sampler/ });
  await expect(podcast).toBeVisible();
  expect(asked()).toBe(1);
  for (const [days, calls] of [
    [6, 1],
    [2, 2],
  ] as const) {
    // Not longer than the query client keeps unused data.
    await page.clock.fastForward(days * DAY_MS);
    await leaveAndComeBack(page);
    await expect(podcast).toBeVisible();
    await expect.poll(asked, `after ${days} days more`).toBe(calls);
  }
});

test('cache status polling 60 s', async ({ page, reader: _ }) => {
  const asked = countCalls(page, '/api/podcasts/cache-status');
  await page.clock.install();
  await page.goto('/podcasts');
  await expect(recentEpisodes(page).getByRole('button', { name: /^Fetch/ })).toBeEnabled();
  expect(asked()).toBe(1);
  // The clock ran while the page loaded, so part of the first minute is over.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await page.clock.runFor(40_000);
  expect(asked()).toBe(1);
  await page.clock.runFor(40_000);
  await expect.poll(asked).toBe(2);
});

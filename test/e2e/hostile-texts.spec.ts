/** Saved hostile texts do no harm when they are opened in a real browser. */
import type { Page } from '@playwright/test';
import { renderInsight } from '../../worker/library/render-insight.ts';
import { EPISODE, episodeOf, saveInsight } from '../support/e2e/people.ts';
import { harmIn } from '../support/harm-in.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { expect, test } from './fixtures.ts';

const TEXTS_IN_ONE_INSIGHT = 150;

/** What a page does that plain text wouldn't: dialogs it opens, addresses it requests. */
function watchDeeds(page: Page): string[] {
  const deeds: string[] = [];
  page.on('dialog', (dialog) => {
    deeds.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on('request', (request) => {
    if (!/^(?:about|data):|\/\/localhost[:/]/.test(request.url())) deeds.push(request.url());
  });
  return deeds;
}

test('each one alone, on a page without other protection', async ({ page }) => {
  const texts = hostileTexts('sec-');
  const deeds = watchDeeds(page);
  await page.setContent(
    texts.map((text) => `<div data-ours>${renderInsight(text)}</div>`).join('\n'),
  );
  await expect(page.locator('[data-ours]')).toHaveCount(texts.length);
  const html = await page.evaluate(() => document.body.innerHTML);
  expect(harmIn(html)).toEqual([]);
  expect(deeds).toEqual([]);
});

test('many of them in one insight, opened in the library', async ({ page, subscribedReader }) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const texts = hostileTexts('sec-');
  const deeds = watchDeeds(page);
  for (let index = 0; index < texts.length; index += TEXTS_IN_ONE_INSIGHT) {
    const insight = texts
      .slice(index, index + TEXTS_IN_ONE_INSIGHT)
      .join('\n\n')
      .slice(0, 50_000);
    await saveInsight(page.request, { episodeId, insight });
  }
  await page.goto('/library');
  const expanders = page.getByRole('main').locator('.library-expander[aria-expanded="false"]');
  await expect(expanders.first()).toBeVisible();
  while ((await expanders.count()) > 0) await expanders.first().click();
  // Each loads its whole text once it is opened.
  const opened = page.getByRole('main').locator('.library-expander[aria-expanded="true"]');
  const readings = page.locator('.reading');
  await expect(readings).toHaveCount(await opened.count());
  const shown = await readings.evaluateAll((all) => all.map((one) => one.innerHTML));
  expect(shown.join('').length).toBeGreaterThan(100);
  for (const html of shown) expect(harmIn(html, ['button', 'bdi'])).toEqual([]);
  expect(deeds).toEqual([]);
});

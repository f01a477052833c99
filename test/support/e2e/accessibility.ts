/** What axe says of what is on the screen. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Both themes, at phone and desktop width. */
export const LOOKS = (['light', 'dark'] as const).flatMap((theme) => [
  { theme, device: 'phone', viewport: { width: 390, height: 844 } },
  { theme, device: 'desktop', viewport: { width: 1280, height: 800 } },
]);

/** No violation of any impact on what is to be seen now. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // What was prerendered is inert, and nothing in it counts, until the scripts have run.
  await page.locator('#root:not([inert])').waitFor();
  // A colour in the middle of a fade is nobody's choice.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
        .filter((one) => one.timeline instanceof DocumentTimeline)
        .map((one) => one.finished.catch(() => null)),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes
        .slice(0, 4)
        .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`)
        .join(' | ')}`,
  );
  expect.soft(found, what).toEqual([]);
}

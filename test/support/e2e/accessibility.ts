/** What axe says of what is on the screen. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The widths that a screen is laid out for. Both themes are looked at in each. */
export const DEVICES = [
  { device: 'phone', viewport: { width: 390, height: 844 } },
  { device: 'desktop', viewport: { width: 1280, height: 800 } },
];

/** axe's rules whose result a theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * No violation of any impact on what can be seen now. All rules are run on the light theme; on the dark
 * one only those of colour, since nothing else differs between the two.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // What was prerendered is inert, and nothing in it counts, until the scripts have run.
  await page.locator('#root:not([inert])').waitFor();
  // What is rendered only once it is scrolled to would keep the colours of the other theme.
  await page.evaluate(() => {
    const rendered = new CSSStyleSheet();
    rendered.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [rendered];
  });
  await expectNoViolation(page, `${what}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, `${what}, dark`, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNoViolation(page: Page, what: string, rules?: string[]): Promise<void> {
  await page.evaluate(async () => {
    // A theme is there with the frame after its change.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // A colour in the middle of a fade is nobody's choice.
    const fades = document
      .getAnimations()
      .filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
      .filter((one) => one.timeline instanceof DocumentTimeline);
    await Promise.all(fades.map((one) => one.finished.catch(() => null)));
  });
  // Legacy mode judges in the page itself; the other one opens a blank page each time, for frames of
  // other origins, and there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact}): ${nodes
        .slice(0, 4)
        .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`)
        .join(' | ')}`,
  );
  expect.soft(found, what).toEqual([]);
}

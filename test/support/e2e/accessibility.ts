/** Runs axe on the current screen. */
import { expect, type Locator, type Page } from '@playwright/test';
import axe from 'axe-core';

export const PHONE = { device: 'phone', viewport: { width: 390, height: 844 } };
declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The widths that screens are designed for. Both themes are checked in each. */
export const DEVICES = [PHONE, { device: 'desktop', viewport: { width: 1280, height: 800 } }];

/** axe's rules that depend on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Puts axe into this document, where it stays: a first analysis takes as long as the next two. */
async function injectAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}

/**
 * Expects no violation of any impact. The light theme is checked with all rules, the dark one with the
 * colour rules only, because nothing else differs.
 *
 * @param within the part that is judged, where what is around it has been judged already; null for all
 */
export async function expectAccessible(
  page: Page,
  what: string,
  within: Locator | null = null,
): Promise<void> {
  // The prerendered page is inert until the scripts have run.
  await page.locator('#root:not([inert])').waitFor();
  // Content rendered only when scrolled to would keep the other theme's colours.
  await page.evaluate(() => {
    const rendered = new CSSStyleSheet();
    rendered.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [rendered];
  });
  const part = within && (await mark(within));
  await injectAxe(page);
  await expectNoViolation(page, `${what}, light`, part);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolation(page, `${what}, dark`, part, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Marks the part, because axe takes selectors. */
async function mark(part: Locator): Promise<string> {
  await part.evaluate((element) => element.setAttribute('data-judged', ''));
  return '[data-judged]';
}

async function expectNoViolation(
  page: Page,
  what: string,
  part: string | null,
  rules?: string[],
): Promise<void> {
  const found = await page.evaluate(
    async ({ part, rules }) => {
      // Colours in the middle of a fade don't count. A colour that is inherited fades once more at each
      // level of the tree, after the level above: there are fades until there are none.
      const fades = () =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
          .filter((one) => one.timeline instanceof DocumentTimeline);
      do {
        await Promise.all(fades().map((one) => one.finished.catch(() => null)));
        // A theme change shows in the next frame.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      } while (fades().length > 0);
      const { violations } = await window.axe.run(part ?? document, {
        // Only violations are described in full: most of the time went into the rest.
        resultTypes: ['violations'],
        // None of our content is in a frame.
        iframes: false,
        ...(rules && { runOnly: rules }),
      });
      return violations.map(
        ({ id, impact, nodes }) =>
          `${id} (${impact}): ${nodes
            .slice(0, 4)
            .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`)
            .join(' | ')}`,
      );
    },
    { part, rules },
  );
  expect.soft(found, what).toEqual([]);
}

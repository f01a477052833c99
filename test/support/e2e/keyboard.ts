/** Keyboard navigation. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Radio buttons follow an arrow key while it is pressed. */
export const FINGER_PRESS = { delay: 80 };

/**
 * Presses Tab (with `back` Shift+Tab) until the target has the focus, and expects the focus to be
 * visible.
 */
export async function tabTo(
  page: Page,
  target: Locator,
  { most = 60, back = false }: { most?: number; back?: boolean } = {},
): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    if (await target.evaluate((element) => element === document.activeElement)) {
      return expectVisibleFocus(target);
    }
  }
  throw new Error(`Not reached in ${most} steps: ${target}`);
}

/** Tabs to the target and presses Enter. */
export async function enter(page: Page, target: Locator, back = false): Promise<void> {
  await tabTo(page, target, { back });
  await page.keyboard.press('Enter');
}

/** Expects Tab to keep the focus inside a dialog. */
export async function expectTrapped(page: Page, dialog: Locator, steps = 12): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab');
    const isInside = await dialog.evaluate(
      (element) =>
        element.contains(document.activeElement) ||
        // Between the last and the first stop, a browser may focus its own controls.
        document.activeElement === document.body,
    );
    expect(isInside, `after ${step + 1} steps`).toBe(true);
  }
}

/**
 * Expects a focus ring of two pixels inside the window: on the target, on a part of it, or on the field
 * around it.
 */
async function expectVisibleFocus(target: Locator): Promise<void> {
  await expect(target).toBeInViewport();
  const rings = await target.evaluate((element) => {
    const field = element.parentElement ?? element;
    const styles = [field, element, ...element.children].map((one) => getComputedStyle(one));
    return [...styles, getComputedStyle(element, '::before')].map(
      ({ outlineStyle, outlineWidth }) =>
        outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
    );
  });
  expect(Math.max(...rings), `the focus of ${target} is visible`).toBeGreaterThanOrEqual(2);
}

/** The player, as the browser tests find it. */
import type { Locator, Page } from '@playwright/test';

/** The bar at the bottom of the page, or of the dialog over it. */
export function playerOf(within: Page | Locator): Locator {
  return within.getByRole('region', { name: 'Audio player' });
}

/** Where the sound is, in seconds. */
export function heardAt(page: Page): Promise<number> {
  return page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
}

/** Moves the sound, as a reader would with patience. */
export function moveTo(page: Page, seconds: number): Promise<void> {
  return page.locator('audio').evaluate((audio: HTMLAudioElement, to) => {
    audio.currentTime = to;
  }, seconds);
}

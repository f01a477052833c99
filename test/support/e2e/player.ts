/** The player, as the browser tests find it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { EPISODE } from './people.ts';
import { episodeRow, unfoldPodcast } from './screen.ts';

/** The bar at the bottom of the page, or of the dialog over it. */
export function playerOf(within: Page | Locator): Locator {
  return within.getByRole('region', { name: 'Audio player' });
}

/** Where the sound is, in seconds. */
export function heardAt(page: Page): Promise<number> {
  return page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
}

/** Moves the audio element, as if the time had been played. */
export function moveTo(page: Page, seconds: number): Promise<void> {
  return page.locator('audio').evaluate((audio: HTMLAudioElement, to) => {
    audio.currentTime = to;
  }, seconds);
}

/** Plays an episode from the list of recent ones, and waits until it is heard. Returns the player. */
export async function playEpisode(page: Page, title = EPISODE): Promise<Locator> {
  await startEpisode(page, title);
  const player = playerOf(page);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => heardAt(page)).toBeGreaterThan(0);
  return player;
}

/** Presses the episode's Play in the list of recent ones. */
export async function startEpisode(page: Page, title = EPISODE): Promise<void> {
  await unfoldPodcast(page);
  await playButton(page, title).click();
}

/** The episode's Play in the list of recent ones, which is unfolded. */
export function playButton(page: Page, title: string): Locator {
  return episodeRow(page, title).getByRole('button', { name: 'Play', exact: true });
}

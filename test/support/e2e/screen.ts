/** Navigates the screens and finds things on them by role and label. */
import { expect, type Locator, type Page } from '@playwright/test';
import { EPISODE, SAMPLER } from './people.ts';

export function toastRegion(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' });
}

/** Expects a visible toast with exactly this text. Errors use the destructive variant. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const region = toastRegion(page);
  if (description !== undefined) {
    await expect(region.getByText(description, { exact: true })).toBeVisible();
  }
  await expect(region.getByText(title, { exact: true })).toBeVisible();
}

export const expectErrorToast = (page: Page, description: string) =>
  expectToast(page, 'Error', description);

export const expectSuccessToast = (page: Page, description: string) =>
  expectToast(page, 'Success', description);

/** Returns where the shown toast ends. Hovers it, so that it stays. */
export async function toastEnd(page: Page): Promise<number> {
  const toast = toastRegion(page).locator('.toast');
  await toast.hover();
  const box = await toast.boundingBox();
  if (!box) throw new Error('No toast is shown');
  return box.y + box.height;
}

/** Expects the visible toast to be red. */
export async function expectDestructive(page: Page): Promise<void> {
  const toast = toastRegion(page).locator('.toast');
  const [red = 0, green = 0, blue = 0] = await colourOf(toast, 'background-color');
  expect(red).toBeGreaterThan(Math.max(green, blue) * 1.5);
}

/** Returns red, green and blue, 0 to 255, of a computed colour. */
export function colourOf(locator: Locator, property: string): Promise<number[]> {
  return locator.evaluate((element, name) => {
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas');
    context.fillStyle = getComputedStyle(element).getPropertyValue(name);
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }, property);
}

export function styleOf(locator: Locator, property: string): Promise<string> {
  return locator.evaluate(
    (element, name) => getComputedStyle(element).getPropertyValue(name),
    property,
  );
}

/** Returns how many pixels of a field's placeholder are cut off. */
export function placeholderCut(field: Locator): Promise<number> {
  return field.evaluate((element: HTMLInputElement | HTMLTextAreaElement) => {
    const { font } = getComputedStyle(element, '::placeholder');
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('No canvas');
    context.font = font;
    const room =
      element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return Math.max(0, Math.ceil(context.measureText(element.placeholder).width - room));
  });
}

/** Returns a grid's current number of columns. */
export async function columnsOf(grid: Locator): Promise<number> {
  return (await styleOf(grid, 'grid-template-columns')).split(' ').length;
}

/** The 'Recent Episodes' card. */
export function recentEpisodes(page: Page): Locator {
  return page.getByRole('region', { name: 'Recent Episodes' });
}

/** An episode's row; its podcast must be expanded. */
export function episodeRow(page: Page, title: string): Locator {
  return recentEpisodes(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** Opens the recent episodes, below the whole catalogue or a part of it, and expands a podcast. */
export async function unfoldPodcast(
  page: Page,
  podcast = SAMPLER,
  path = '/podcasts',
): Promise<void> {
  await page.goto(path);
  await recentEpisodes(page).getByRole('button', { name: podcast }).click();
}

/** Further from a conversation's end than this, the button 'Latest' is shown. */
const LATEST_FROM_PX = 96;

/**
 * Clicks what may be out of sight in a conversation. Near its end the button 'Latest' gives its room to the
 * messages, which moves the target: between press and release, the click would be lost.
 */
export async function clickInChat(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const hasSettled = () =>
    target.evaluate((element, far) => {
      const scroller = element.closest('.conversation-scroll');
      if (!scroller) throw new Error('This is in no conversation');
      const below = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
      const isShown = scroller.parentElement?.querySelector('.conversation-to-end') != null;
      return isShown === below > far;
    }, LATEST_FROM_PX);
  await expect.poll(hasSettled).toBe(true);
  await target.click();
}

/** Opens an episode's chat through its button, and waits until it is ready. */
export async function openChat(page: Page, title = EPISODE): Promise<Locator> {
  await unfoldPodcast(page);
  await episodeRow(page, title)
    .getByRole('button', { name: /^(Generate|View) Insights$/ })
    .click();
  return await readyChat(page);
}

export function chatDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Chat about this episode' });
}

/** The open chat, ready for a question or out of questions. */
export async function readyChat(page: Page): Promise<Locator> {
  const chat = chatDialog(page);
  await expect(chat).toBeVisible({ timeout: 30_000 });
  return chat;
}

/** Goes to another screen as a link does. The document stays, with its data and what was put into it. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** The messages of a chat, in order. */
export function messagesOf(chat: Locator): Locator {
  return chat.getByRole('region', { name: 'Conversation' }).getByRole('listitem');
}

export function catalogue(page: Page): Locator {
  return page.getByRole('region', { name: 'Catalogue' });
}

/** The catalogue's card of a podcast. */
export function cardOf(page: Page, title: string): Locator {
  return catalogue(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** How much of the page has moved by itself so far: the browser's own layout shift score. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifted += Number(entry.value);
      document.documentElement.dataset.shifted = String(shifted);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.shifted ?? 0));
}

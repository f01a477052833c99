import type { Locator, Page } from '@playwright/test';
import { askOnScreen, input, messagesBy, openedChat } from '../support/e2e/chat.ts';
import { action, libraryRow } from '../support/e2e/library.ts';
import {
  EPISODE,
  episodeOf,
  SAMPLER,
  saveInsight,
  someName,
  updateInsight,
} from '../support/e2e/people.ts';
import { playerOf } from '../support/e2e/player.ts';
import {
  cardOf,
  clickInChat,
  colourOf,
  expectDestructive,
  expectErrorToast,
  expectSuccessToast,
  toastEnd,
  toastRegion,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const toasts = (page: Page) => toastRegion(page).locator('.toast');
const button = (page: Page, name: RegExp) => cardOf(page, SAMPLER).getByRole('button', { name });

/** Opens the catalogue and subscribes. No more of the page's time passes than until the toast is there. */
async function subscribeInStoppedTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/podcasts?category=marketing');
  await expect(button(page, /^Subscribe/)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await button(page, /^Subscribe/).click();
  await passTimeUntil(page, toastRegion(page).getByText('Successfully subscribed to podcast'));
}

async function passTimeUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(50);
    expect(await shown.isVisible()).toBe(true);
  }).toPass({ intervals: [50] });
}

/** Toasts stay until they are closed, however long the test takes. */
const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const startTimer = window.setInterval;
    const longest = 5_000;
    window.setInterval = ((run: () => void, ms = 0) =>
      ms > longest ? 0 : startTimer(run, ms)) as typeof window.setInterval;
  });

test('toasts: one at a time; default and destructive variants', async ({
  page,
  network,
  reader: _,
}) => {
  await page.goto('/podcasts?category=marketing');
  await button(page, /^Subscribe/).click();
  await expectSuccessToast(page, 'Successfully subscribed to podcast');
  await expect(toasts(page)).toHaveCount(1);
  const [red = 0, green = 0] = await colourOf(toasts(page), 'background-color');
  expect(Math.abs(red - green), 'the default variant is not red').toBeLessThan(40);

  await network.fail('DELETE', /\/subscribe$/);
  await button(page, /^Unsubscribe/).click();
  await expectErrorToast(page, 'Failed to unsubscribe from podcast');
  await expect(toasts(page)).toHaveCount(1);
  await expect(toastRegion(page).getByText('Successfully subscribed to podcast')).toHaveCount(0);
  await expectDestructive(page);

  await test.step('they have a close button', async () => {
    await toastRegion(page).getByRole('button', { name: /close/i }).click();
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('the toast region is at most 420px wide at medium screens and up, and announced; a toast disappears on its own, but not while hovered', async ({
  page,
  reader: _,
}) => {
  await subscribeInStoppedTime(page);
  await expect(toasts(page).locator('xpath=..')).toHaveAttribute('aria-live', 'polite');
  await toasts(page).hover();
  await page.clock.fastForward('01:00');
  await expect(toasts(page)).toHaveCount(1);
  for (const [width, most] of [
    [1920, 420],
    [768, 420],
    [767, 767],
    [390, 390],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const box = await toastRegion(page).boundingBox();
    expect(box?.width, `at ${width} px`).toBe(most);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(width);
    await toasts(page).hover();
  }

  await test.step('nor while it has the focus, wherever the pointer is', async () => {
    await page.keyboard.press('F8');
    await page.mouse.move(5, 300);
    await page.clock.fastForward('01:00');
    await expect(toasts(page)).toHaveCount(1);
  });
  await page.keyboard.press('Shift+Tab');
  await page.clock.fastForward('01:00');
  await expect(toasts(page)).toHaveCount(0);
});

test('on a phone, a toast is below the header and covers nothing that can be pressed', async ({
  page,
  reader: _,
}) => {
  await keepToasts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toasts(page)).toHaveCount(1);
  await toasts(page).hover();
  const toast = await toasts(page).boundingBox();
  const header = await page.locator('header').boundingBox();
  if (!toast || !header) throw new Error('Not shown');
  expect(toast.y).toBeGreaterThanOrEqual(header.y + header.height);
  for (const control of await page.getByRole('main').locator('button, a').all()) {
    const box = await control.boundingBox();
    if (!box) continue;
    const isBelow = box.y >= toast.y + toast.height;
    expect(isBelow || box.y + box.height <= toast.y, (await control.textContent()) ?? '').toBe(
      true,
    );
  }
});

test('a toast that names podcasts with very long titles stays on the screen', async ({
  page,
  network,
  reader: _,
}) => {
  await keepToasts(page);
  const titles = ['of words '.repeat(100), 'M'.repeat(1_000)];
  await network.answer('POST', '/api/podcasts/fetch-recent', () => ({
    episodes: {},
    status: 'fetched',
    message: `Recent episodes fetched successfully; could not be fetched: ${titles.join(' and ')}.`,
    nextFetchWindow: null,
    feeds: [],
  }));
  await page.goto('/podcasts?category=marketing');
  await page.getByRole('button', { name: 'Fetch Recent Episodes' }).click();
  await expect(toasts(page)).toContainText('could not be fetched: of words of words');
  for (const [width, height] of [
    [390, 844],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(toastRegion(page).getByRole('button', { name: /close/i })).toBeInViewport();
    await expect(toasts(page)).toBeInViewport({ ratio: 1 });
  }
});

test('on a phone, a toast leaves a notice below the header free', async ({
  page,
  network,
  reader: _,
}) => {
  await keepToasts(page);
  network.allow(/^\/api\/user/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/library');
  await expect(page.getByText('No Insights Yet')).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('tab', { name: 'Chat History' }).click();
  await expect(toasts(page)).toHaveCount(1);
  await toasts(page).hover();
  const toast = await toasts(page).boundingBox();
  const login = await page.getByRole('status').getByRole('link', { name: 'Log In' }).boundingBox();
  if (!toast || !login) throw new Error('Not shown');
  expect(login.y + login.height).toBeLessThanOrEqual(toast.y);
});

for (const [tab, path, failure] of [
  ['saved', '/api/user/insights', 'Failed to load insights. Please try again.'],
  ['history', '/api/user/chat-sessions', 'Failed to load chat history. Please try again.'],
] as const) {
  test(`'${failure}' goes once it has loaded`, async ({ page, network, reader: _ }) => {
    await network.fail('GET', path);
    await page.goto(`/library?tab=${tab}`);
    await expectErrorToast(page, failure);
    await network.restore();
    // A pointer on it keeps it from going by itself.
    await toasts(page).hover();
    await page.getByRole('button', { name: 'Try Again' }).press('Enter');
    await expect(page.getByText(/^No (Insights Yet|Chat History)$/)).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
  });
}

test('on a phone, a toast leaves the title of a tall dialog visible', async ({
  page,
  subscribedReader,
}) => {
  await keepToasts(page);
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id } = await saveInsight(page.request, { episodeId, insight: 'Kept' });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const count of [1, 20, 35, 50]) {
    const tags = Array.from({ length: count }, (_, index) => `a subject of the ${index}th kind`);
    await updateInsight(page.request, id, { tags });
    await page.goto('/library');
    await action(libraryRow(page, EPISODE), 'Add Tag').click();
    const dialog = page.getByRole('dialog', { name: 'Add Tags' });
    await dialog.getByRole('textbox').fill('budget');
    await action(dialog, 'Add').click();
    await expect(async () => {
      const end = await toastEnd(page);
      const title = await dialog.getByRole('heading', { name: 'Add Tags' }).boundingBox();
      expect(title?.y, `with ${count} tags`).toBeGreaterThanOrEqual(end);
    }).toPass();
  }
});

test('a message from before a reload is added to a live region that screen readers know by then', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: { region?: number; text?: number } = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const region = document.querySelector('.toasts [aria-live]');
      // The prerendered page is inert.
      if (!region || region.closest('[inert]')) return;
      seen.region ??= performance.now();
      if (region.textContent !== '') seen.text ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto('/register');
  await page.getByLabel('Username').fill(someName());
  await page.getByLabel('Password').fill('a quiet drip');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expectSuccessToast(page, 'Account created successfully');
  const waited = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { region: number; text: number } };
    return seen.text - seen.region;
  });
  expect(waited).toBeGreaterThan(500);
});

test('a toast that takes the place of the focused one disappears by itself', async ({
  page,
  network,
  reader: _,
}) => {
  await subscribeInStoppedTime(page);
  await passTimeUntil(page, button(page, /^Unsubscribe/));
  const release = await network.hold('DELETE', /\/subscribe$/);
  await button(page, /^Unsubscribe/).click();
  await page.keyboard.press('F8');
  await expect(toasts(page).getByRole('button')).toBeFocused();
  release();
  await passTimeUntil(page, toastRegion(page).getByText('Successfully unsubscribed from podcast'));
  await page.clock.fastForward('01:00');
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast over a chat in which something plays covers no control', async ({
  page,
  subscribedReader,
}) => {
  await keepToasts(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const chat = await openedChat(page, subscribedReader);
  await chat
    .getByRole('region', { name: 'Conversation' })
    .getByRole('button', { name: /^Play from/ })
    .first()
    .click();
  const player = playerOf(chat);
  await player.getByRole('button', { name: 'Pause' }).click();
  await clickInChat(chat.getByRole('button', { name: 'Save to Library' }));
  await input(chat).fill('A question of several lines on a phone. '.repeat(4));
  await expectSuccessToast(page, 'Insight saved to your library');
  for (const [width, height] of [
    [360, 740],
    [1280, 720],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      const end = await toastEnd(page);
      expect(end).toBeLessThan((await input(chat).boundingBox())?.y ?? 0);
      expect(end).toBeLessThan((await player.boundingBox())?.y ?? 0);
    }, `at ${width} px`).toPass();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await chat.getByRole('region', { name: 'Conversation' }).evaluate((scroller) => {
    scroller.scrollTo({ top: 0 });
  });
  const latest = chat.getByRole('button', { name: 'Latest' });
  await expect(latest).toBeVisible();
  await expect(async () => {
    expect(await toastEnd(page)).toBeLessThan((await latest.boundingBox())?.y ?? 0);
  }).toPass();
});

for (const [device, width, height] of [
  ['phone', 360, 740],
  ['tablet', 800, 1100],
] as const) {
  test(`on a ${device}, a toast leaves the buttons of the last answer free`, async ({
    page,
    subscribedReader,
  }) => {
    await keepToasts(page);
    await page.setViewportSize({ width, height });
    const chat = await openedChat(page, subscribedReader);
    await askOnScreen(chat);
    const save = chat.getByRole('button', { name: /^Saved?\b/ }).last();
    const copy = chat.getByRole('button', { name: 'Copy' }).last();
    await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
    await chat.getByRole('region', { name: 'Conversation' }).evaluate((scroller) => {
      scroller.scrollTo({ top: scroller.scrollHeight });
    });
    await clickInChat(save);
    await expectSuccessToast(page, 'Insight saved to your library');
    await expect(save).toHaveText('Saved');
    const end = await toastEnd(page);
    for (const button of [save, copy]) {
      await expect(button).toBeInViewport({ ratio: 1 });
      expect((await button.boundingBox())?.y).toBeGreaterThan(end);
    }
    const toast = await toasts(page).boundingBox();
    const header = await chat.locator('.chat-header').boundingBox();
    expect(toast?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));

    // In a window as low as this, or a page at 400 %, the input must stay visible.
    await page.setViewportSize({ width: 320, height: 230 });
    await expect(async () => {
      expect(await toastEnd(page)).toBeLessThan((await input(chat).boundingBox())?.y ?? 0);
    }).toPass();
  });
}

import type { Locator } from '@playwright/test';
import { PHONE } from '../support/e2e/accessibility.ts';
import { expectTrapped, FINGER_PRESS, tabTo } from '../support/e2e/keyboard.ts';
import { scriptOf } from '../support/e2e/network.ts';
import { EPISODE, episodeOf, makeSession, SAMPLER, saveInsight } from '../support/e2e/people.ts';
import { playerOf } from '../support/e2e/player.ts';
import {
  chatDialog,
  episodeRow,
  expectSuccessToast,
  messagesOf,
  readyChat,
  recentEpisodes,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

/** How far a focus ring is around what has the focus. */
const RING_PX = 4;

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error(`Not shown: ${target}`);
  return box;
}

test('the skip link is first and leads to the content; the focus is visible', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Sign me up' }), { most: 3 });
  const outline = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element);
    return [outlineStyle, Number.parseFloat(outlineWidth)];
  });
  expect(outline).toEqual(['solid', 2]);
});

test('logging in works by keyboard alone; a rejected form focuses its first field', async ({
  page,
  context,
  reader,
}) => {
  await context.clearCookies();
  await page.goto('/login');
  await tabTo(page, page.getByLabel('Username', { exact: true }));
  await page.keyboard.type('ab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Username must be at least 3 characters')).toBeVisible();
  await expect(page.getByLabel('Username', { exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(reader.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(reader.password);
  await page.keyboard.press('Enter');
  await expectSuccessToast(page, 'Successfully logged in');
  await expect(page).toHaveURL('/');
});

test('the user menu opens, navigates and closes by keyboard, and returns the focus', async ({
  page,
  network,
  reader: _,
}) => {
  const release = await network.hold('GET', scriptOf('UserMenu'));
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'User menu' });
  await tabTo(page, opener, { most: 12 });
  release();
  await expect(opener, 'what stood for it till it came').toHaveAttribute('aria-haspopup', 'menu');
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'My Library' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
});

test('the slide-in panel traps the focus, closes on Escape and returns it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await tabTo(page, opener, { most: 6 });
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await expect(panel).toBeVisible();
  await expectTrapped(page, panel, 8);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
});

test('on a phone, rows that scroll sideways show all of what gets the focus', async ({
  page,
  subscribedReader: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { path, before, first, last } of [
    {
      path: '/podcasts',
      before: page.getByRole('button', { name: 'Finance', exact: true }),
      first: page.getByRole('button', { name: 'All', exact: true }),
      last: page.getByRole('button', { name: 'Health', exact: true }),
    },
    {
      path: '/podcasts?find=dashboards',
      before: page.getByRole('combobox', { name: 'Podcast' }),
      first: page.getByRole('combobox', { name: 'Kind' }),
      last: page.getByRole('combobox', { name: 'Date' }),
    },
  ]) {
    await page.goto(path);
    // Elements focused during the first layout may be rendered anew.
    await expect(async () => {
      await before.focus();
      await tabTo(page, last, { most: 2 });
    }).toPass();
    await expect(last).toBeInViewport({ ratio: 0.95 });
    const { x, width } = await boxOf(last);
    expect(x + width + RING_PX, 'its ring, too').toBeLessThanOrEqual(390);
    await tabTo(page, first, { back: true });
    expect((await boxOf(first)).x - RING_PX, 'its ring, too').toBeGreaterThanOrEqual(0);
  }
});

test('the filter, the accordion and the quiz work by keyboard', async ({
  page,
  subscribedReader: _,
}) => {
  await page.goto('/podcasts');
  const header = recentEpisodes(page).getByRole('button', { name: SAMPLER });
  await tabTo(page, header);
  await page.keyboard.press('Enter');
  await expect(header).toHaveAttribute('aria-expanded', 'true');
  await tabTo(
    page,
    episodeRow(page, EPISODE).getByRole('button', { name: 'Download Transcript' }),
    { most: 3 },
  );

  const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
  await quiz.getByRole('radio', { name: 'Entire Library' }).focus();
  await page.keyboard.press('ArrowDown', FINGER_PRESS);
  await expect(quiz.getByRole('radio', { name: 'Specific Podcast' })).toBeChecked();
  await page.keyboard.press('ArrowUp', FINGER_PRESS);
  await expect(quiz.getByRole('radio', { name: 'Entire Library' })).toBeChecked();
  await tabTo(page, quiz.getByRole('button', { name: 'Generate Quiz' }), { most: 3 });
  await page.keyboard.press('Enter');
  await expect(quiz.getByText('Question 1 of 5')).toBeVisible();
  await tabTo(page, quiz.getByRole('radio').first(), { most: 3 });
  await page.keyboard.press('Space');
  await expect(quiz.getByRole('radio').first()).toBeChecked();
  await tabTo(page, quiz.getByRole('button', { name: 'Submit Answer' }), { most: 3 });
  await page.keyboard.press('Enter');
  await expect(quiz.getByText('Explanation:')).toBeVisible();
  await expect(quiz.getByRole('button', { name: 'Next Question' })).toBeFocused();

  const law = page.getByRole('button', { name: 'Law', exact: true });
  await tabTo(page, law);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Showing \d+ podcasts in Law$/)).toBeVisible();
});

test('the chat works by keyboard alone; it traps the focus and returns it', async ({
  page,
  subscribedReader,
}) => {
  await makeSession(page.request, episodeOf(subscribedReader, EPISODE).id);
  await page.goto('/podcasts');
  await recentEpisodes(page).getByRole('button', { name: SAMPLER }).press('Enter');
  const opener = episodeRow(page, EPISODE).getByRole('button', { name: 'View Insights' });
  await opener.press('Enter');
  const chat = await readyChat(page);
  await expect(chat.getByRole('textbox', { name: 'Your question' })).toBeEnabled();
  const conversation = chat.getByRole('region', { name: 'Conversation' });
  const places = conversation.getByRole('button', { name: /^Play from/ });
  await conversation.focus();
  for (const chip of (await places.all()).slice(0, 6)) {
    await tabTo(page, chip, { most: 4 });
    const [ring, scroller] = [await boxOf(chip), await boxOf(conversation)];
    const end = ring.y + ring.height + RING_PX;
    expect(end, 'its ring is inside').toBeLessThanOrEqual(scroller.y + scroller.height);
  }
  await expectTrapped(page, chat, 20);
  await tabTo(page, chat.getByRole('textbox', { name: 'Your question' }));
  await page.keyboard.type('What is said?');
  await page.keyboard.press('Enter');
  await expect(messagesOf(chat).filter({ hasText: 'What is said?' })).toBeVisible();
  await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
  await expect(chat.getByRole('textbox', { name: 'Your question' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chatDialog(page)).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the transcript is one tab stop: arrow keys move through its places, which can be played', async ({
  page,
  subscribedReader,
}) => {
  const { id } = episodeOf(subscribedReader, EPISODE);
  await page.goto(`/podcasts?episode=${id}&at=60`);
  const transcript = (await readyChat(page)).getByRole('complementary');
  const place = (clock: string) =>
    transcript.getByRole('button', { name: `Play from ${clock}`, exact: true });
  await transcript.getByRole('searchbox').focus();
  await tabTo(page, place('0:43'), { most: 4 });
  const block = page.locator('.transcript-block').first();
  const ringStart = (await boxOf(place('0:43'))).x - RING_PX;
  expect(ringStart, 'no block cuts its ring').toBeGreaterThanOrEqual((await boxOf(block)).x);
  await page.keyboard.press('ArrowDown');
  await expect(place('1:07')).toBeFocused();
  await page.keyboard.press('End');
  const last = transcript.getByRole('button', { name: /^Play from/ }).last();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(last).toBeFocused();
  await page.keyboard.press('Home');
  await expect(place('0:00')).toBeFocused();
  await page.keyboard.press('Enter');
  const player = playerOf(chatDialog(page));
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(place('0:00')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(player.getByRole('button', { name: /^Open/ })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(place('0:00')).toBeFocused();
});

test("the library's tabs, notes and tags work by keyboard and return the focus", async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'Kept' });
  await page.goto('/library');
  await tabTo(page, page.getByRole('tab', { name: 'Saved Insights' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Chat History' })).toBeFocused();
  await expect(page.getByText('No Chat History')).toBeVisible();
  await page.keyboard.press('ArrowLeft');

  for (const [action, title] of [
    ['Add Notes', 'Add Notes'],
    ['Add Tag', 'Add Tags'],
  ] as const) {
    const opener = page.getByRole('button', { name: action, exact: true });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await expectTrapped(page, dialog, 6);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('in the low window of a page at 400 %, what gets the focus in a dialog or the menu is visible', async ({
  page,
  reader: _,
}) => {
  const height = 256;
  await page.setViewportSize({ width: 320, height });
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const focused = dialog.locator(':focus');
  for (const [path, name] of [
    ['/podcasts', 'Add a Podcast'],
    ['/profile', 'Create Token'],
    ['/profile', 'Delete Account'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('main').getByRole('button', { name }).press('Enter');
    await expect(focused, name).toBeInViewport({ ratio: 1 });
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).press('Enter');
  await expect(focused).toHaveAccessibleName('Close menu');
  const items = await dialog.getByRole('link').or(dialog.getByRole('button')).count();
  for (let step = 1; step < items; step += 1) {
    await page.keyboard.press('Tab');
    const { y, height: own } = await boxOf(focused);
    expect(y, 'the ring, too').toBeGreaterThanOrEqual(RING_PX);
    expect(y + own, 'the ring, too').toBeLessThanOrEqual(height - RING_PX);
  }
});

for (const viewport of [PHONE.viewport, { width: 1280, height: 720 }]) {
  test(`a tall text area that gets the focus is clear of the header, ${viewport.width} pixels wide`, async ({
    page,
    reader: _,
  }) => {
    await page.setViewportSize(viewport);
    await page.request.post('/api/content', { data: { content: 'A line.\n'.repeat(200) } });
    await page.goto('/editor');
    const area = page.getByRole('main').getByRole('textbox');
    await expect(area).toHaveValue(/A line/);
    const header = await boxOf(page.getByRole('banner'));
    for (const [from, back] of [
      [page.getByRole('contentinfo').getByRole('link').last(), true],
      [page.getByRole('banner').getByRole('link').first(), false],
    ] as const) {
      await from.focus();
      await tabTo(page, area, { back });
      await expect
        .poll(async () => (await boxOf(area)).y)
        .toBeGreaterThanOrEqual(header.height + RING_PX);
      const { y, height } = await boxOf(area);
      expect(y + height + RING_PX).toBeLessThanOrEqual(viewport.height);
    }
  });
}

test('what gets the focus is clear of a notice below the header', async ({
  page,
  context,
  reader: _,
}) => {
  await page.setViewportSize({ width: 320, height: 500 });
  await page.goto('/tools?tool=tokens');
  await page.locator('summary').nth(8).focus();
  await context.setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  const notice = await boxOf(page.locator('.notices'));
  for (let step = 0; step < 14; step += 1) {
    await page.keyboard.press('Shift+Tab');
    const focused = page.getByRole('main').locator(':focus');
    if ((await focused.count()) === 0) break;
    const { y } = await boxOf(focused);
    expect(y - RING_PX, await focused.innerText()).toBeGreaterThanOrEqual(notice.y + notice.height);
  }
  await context.setOffline(false);
});

test('the list of shortcuts is read from its beginning', async ({ page, reader: _ }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/tools');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(shortcuts).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(shortcuts.getByRole('heading', { name: 'Keyboard Shortcuts' })).toBeInViewport();
  await expect(shortcuts).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

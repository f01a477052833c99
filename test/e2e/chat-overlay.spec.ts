import {
  close,
  input,
  messagesBy,
  openedChat,
  QUESTION,
  send,
  toggle,
} from '../support/e2e/chat.ts';
import { ask, EPISODE, episodeOf, makeSession } from '../support/e2e/people.ts';
import {
  episodeRow,
  placeholderCut,
  readyChat,
  styleOf,
  unfoldPodcast,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test('modal, 90% of the viewport, fades in and out over 200 ms', async ({
  page,
  subscribedReader,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const chat = await openedChat(page, subscribedReader);
  await expect
    .poll(async () => {
      const box = await chat.boundingBox();
      return box && [box.width / 1280, box.height / 720];
    })
    .toEqual([expect.closeTo(0.9, 2), expect.closeTo(0.9, 2)]);
  expect(await styleOf(chat, 'animation-duration')).toBe('0.2s');
  const fadeIn = await styleOf(chat, 'animation-name');
  expect(fadeIn).not.toBe('none');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 5_000);
  await close(chat).click();
  await expect.poll(() => styleOf(chat, 'animation-name')).not.toBe(fadeIn);
  expect(await styleOf(chat, 'animation-duration')).toBe('0.2s');
});

test('in a low window, the conversation gets most of the room, and nothing covers the input', async ({
  page,
  subscribedReader,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const chat = await openedChat(page, subscribedReader);
  // A page at 400 %, and a phone on its side.
  for (const [width, height, least] of [
    [320, 256, 60],
    [844, 390, 180],
  ] as const) {
    await page.setViewportSize({ width, height });
    const conversation = chat.getByRole('region', { name: 'Conversation' });
    await expect
      .poll(async () => (await conversation.boundingBox())?.height ?? 0, `at ${width} px`)
      .toBeGreaterThan(least);
    await expect(chat.getByText('10 follow-up questions remaining')).toBeVisible();
    // Clicks it in its middle, which fails if something else is there.
    await input(chat).click();
  }
});

test('in a low window, a cited place can be scrolled to', async ({ page, subscribedReader }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const { id } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, id);
  await page.goto(`/library?tab=history&episode=${id}&chat=${sessionId}&at=60`);
  const chat = await readyChat(page);
  const sentence = chat.getByRole('complementary').locator('mark').first();
  await expect(sentence).toBeVisible();
  const tab = await chat.getByRole('tab', { name: 'Chapters' }).boundingBox();
  await page.mouse.move(tab?.x ?? 0, tab?.y ?? 0);
  await page.mouse.wheel(0, 300);
  await expect(sentence).toBeInViewport({ ratio: 0.5 });
});

test('on the narrowest phones, the whole placeholder is visible', async ({
  page,
  subscribedReader,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const chat = await openedChat(page, subscribedReader);
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 568 });
    expect(await placeholderCut(input(chat)), `at ${width} px`).toBe(0);
  }
});

test('Shift+Tab goes round in it from the dialog itself, which has the focus on touch screens', async ({
  page,
  subscribedReader,
}) => {
  const chat = await openedChat(page, subscribedReader);
  await chat.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  // From the first stop, back to the last one.
  const last = await page.evaluateHandle(() => document.activeElement);
  await chat.focus();
  await page.keyboard.press('Shift+Tab');
  const isLast = () => last.evaluate((stop) => stop === document.activeElement);
  await expect.poll(isLast).toBe(true);
  await expect(chat).not.toBeFocused();
});

test('a toggle and a close button, both disabled while closing, and so are input and send; closed after 200 ms', async ({
  page,
  subscribedReader,
}) => {
  await page.clock.install();
  const chat = await openedChat(page, subscribedReader);
  const link = page.url();
  const before = await toggle(chat).getAttribute('aria-pressed');
  await toggle(chat).click();
  await expect(toggle(chat)).not.toHaveAttribute('aria-pressed', String(before));
  await toggle(chat).click();
  await input(chat).fill('Still unsent');

  const expectFading = async () => {
    await page.clock.runFor(199);
    await expect(chat).toBeVisible();
    await page.clock.runFor(2);
    await expect(chat).toBeHidden();
  };
  await page.clock.pauseAt(Date.now() + 60_000);
  await close(chat).click();
  for (const control of [close(chat), toggle(chat), input(chat), send(chat)]) {
    await expect(control).toBeDisabled();
  }
  await expectFading();

  await test.step('clicking the backdrop closes it after a 200 ms delay; Escape closes it, too', async () => {
    await page.clock.resume();
    await page.goto(link);
    await expect(input(chat)).toBeEnabled();
    await page.clock.pauseAt(Date.now() + 120_000);
    await page.mouse.click(20, 300);
    await expect(close(chat)).toBeDisabled();
    await expectFading();
    await page.clock.resume();
    await page.goto(link);
    await expect(input(chat)).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(chat).toBeHidden();
  });
});

test("'View Insights' opens a conversation with ten questions, which can be linked to; Back and Forward close and open it", async ({
  page,
  subscribedReader,
}) => {
  const { id } = episodeOf(subscribedReader, EPISODE);
  const session = await makeSession(page.request, id);
  await ask(page.request, { episodeId: id, sessionId: session.id, message: QUESTION });
  await page.setViewportSize({ width: 390, height: 800 });
  await unfoldPodcast(page);
  await episodeRow(page, EPISODE).getByRole('button', { name: 'View Insights' }).click();
  const chat = await readyChat(page);
  await expect(chat.getByText('10 follow-up questions remaining')).toBeVisible();
  await expect(messagesBy(chat, 'user')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`episode=${id}&chat=|chat=.+&episode=${id}`));
  expect(page.url()).not.toContain(session.id);
  const link = page.url();
  await page.goBack();
  await expect(chat).toBeHidden();
  await expect(page).toHaveURL(/\/podcasts(\?category=hr)?$/);
  await page.goForward();
  await expect(chat).toBeVisible();
  await page.goto('/library');
  await page.goto(link);
  await expect(chat).toBeVisible();

  await test.step('on a phone it covers 90 % of the viewport, with its backdrop around it', async () => {
    await expect
      .poll(async () => {
        const box = await chat.boundingBox();
        return box && [Math.round(box.width), Math.round(box.height)];
      })
      .toEqual([351, 720]);
    await page.mouse.click(5, 400);
    await expect(chat).toHaveCount(0);
  });

  await test.step('a link to the episode alone returns to the earlier conversation', async () => {
    await page.goto(`/podcasts?episode=${id}`);
    await expect(messagesBy(chat, 'user')).toContainText(QUESTION);
    await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(session.id));
  });
});

/** How a chat ends, how it is found again, and what is kept. */
import { askOnScreen, goToChat, input, messagesBy, openedChat, send } from '../support/e2e/chat.ts';
import { EPISODE, episodeOf } from '../support/e2e/people.ts';
import { expectToast, readyChat, toastEnd } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const LOGIN_NEEDED = 'You need to be logged in to use this feature. Please log in and try again.';

test('logged out elsewhere, an open chat says so, keeps the draft, and the header updates', async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  const chat = await openedChat(page, subscribedReader);
  await input(chat).fill('Half a question');
  const place = page.url();
  // Like from another device, so this tab doesn't know.
  await page.request.post('/api/logout', { headers: { Origin: new URL(place).origin } });
  await expect(messagesBy(chat, 'system')).toHaveText(LOGIN_NEEDED);
  await expect(chat.getByText(LOGIN_NEEDED)).toHaveCount(1);
  await expect(chat.getByText(LOGIN_NEEDED)).toBeInViewport();
  await expect(input(chat)).toHaveValue('Half a question');
  await expect(input(chat)).toBeDisabled();
  await expect(chat).toContainText('Log in to continue');
  await expect(chat).not.toContainText('follow-up questions remaining');
  await expect(chat.getByRole('button', { name: 'Log In' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('banner').getByText('Login / Register')).toBeVisible();
});

test('logged out elsewhere, a phone that shows the transcript offers the way back in there', async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  await page.setViewportSize({ width: 390, height: 844 });
  const chat = await openedChat(page, subscribedReader);
  await chat.getByRole('button', { name: 'Episode' }).click();
  await expect(chat.getByRole('searchbox')).toBeVisible();
  await page.request.post('/api/logout', { headers: { Origin: new URL(page.url()).origin } });
  await chat.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a conversation that is deleted elsewhere says so and offers a new one', async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  const session = await goToChat(page, subscribedReader, EPISODE);
  const chat = await readyChat(page);
  await expect(input(chat)).toBeEnabled();
  await input(chat).focus();
  await page.request.delete(`/api/user/chat-sessions/${session?.id}`);
  await expect(chat.getByText('This conversation no longer exists')).toBeVisible();
  await expect(chat).toContainText('This conversation has ended');
  await expect(chat).not.toContainText('follow-up questions remaining');
  await expect(chat.getByRole('button', { name: 'Start a New Conversation' })).toBeFocused();
  await expect(send(chat)).toBeVisible();

  await test.step('so does one that never was', async () => {
    const { id } = episodeOf(subscribedReader, EPISODE);
    await page.goto(`/podcasts?episode=${id}&chat=00000000-0000-4000-8000-000000000000`);
    await expect(chat.getByText('This conversation no longer exists')).toBeVisible();
    await chat.getByRole('button', { name: 'Start a New Conversation' }).click();
    await expect(input(chat)).toBeEnabled();
    await askOnScreen(chat);
    await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  });
});

test("an address with another episode's conversation says so and offers a new one", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  const session = await goToChat(page, subscribedReader, EPISODE);
  const chat = await readyChat(page);
  const other = subscribedReader.episodes.find(({ title }) => title !== EPISODE);
  await page.goto(`/podcasts?episode=${other?.id}&chat=${session?.id}`);
  await expect(chat.getByText('This conversation no longer exists')).toBeVisible();
  await expect(messagesBy(chat, 'assistant')).toHaveCount(1);
  await page.goto(`/tools?tool=ask&chat=${session?.id}`);
  await expect(page.getByText('This conversation no longer exists')).toBeVisible();
});

test('of an episode that does not exist, nothing is said to work', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  network.allow(/.*/);
  await page.goto('/podcasts?episode=00000000-0000-4000-8000-000000000000');
  const chat = await readyChat(page);
  await expect(messagesBy(chat, 'system').last()).toBeVisible();
  await expect(chat.getByText('This episode no longer exists.')).toBeVisible();
  await expect(chat.getByRole('complementary'), 'nothing of it to show').toHaveCount(0);
  await expect(chat.getByRole('button', { name: 'Episode' })).toHaveCount(0);
  await expect(input(chat)).toBeDisabled();
  await expectToast(page, 'Chat Initialization Failed');
  const wayOn = chat.getByRole('link', { name: 'Browse Podcasts' });
  for (const [width, height] of [
    [360, 740],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      expect(await toastEnd(page)).toBeLessThan((await wayOn.boundingBox())?.y ?? 0);
    }, `at ${width} px`).toPass();
  }
  await wayOn.click();
  await expect(chat).toBeHidden();
  await expect(page).toHaveURL('/podcasts');
});

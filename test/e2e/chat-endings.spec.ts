/** How a chat ends, how it is found again, and what stays of it. */
import {
  askOnScreen,
  goToChat,
  input,
  messagesBy,
  openedChat,
  QUESTION,
  send,
} from '../support/e2e/chat.ts';
import { ask, EPISODE, episodeOf, makeSession } from '../support/e2e/people.ts';
import { episodeRow, readyChat, unfoldPodcast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const LOGIN_NEEDED = 'You need to be logged in to use this feature. Please log in and try again.';
const SAVE = 'Save to Library';

test('logged out elsewhere, an open chat says so, keeps the draft, and the header updates', async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  const chat = await openedChat(page, subscribedReader);
  await input(chat).fill('Half a question');
  const place = page.url();
  // As from another device: this tab is not told.
  await page.request.post('/api/logout', { headers: { Origin: new URL(place).origin } });
  await expect(chat.getByText(LOGIN_NEEDED).first()).toBeVisible();
  await expect(input(chat)).toHaveValue('Half a question');
  await expect(input(chat)).toBeDisabled();
  await chat.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('banner').getByText('Login / Register')).toBeVisible();
});

test('a missing session says so and offers a new conversation', async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  const { id } = episodeOf(subscribedReader, EPISODE);
  await page.goto(`/podcasts?episode=${id}&chat=00000000-0000-4000-8000-000000000000`);
  const chat = await readyChat(page);
  await expect(chat.getByText('This conversation no longer exists')).toBeVisible();
  await chat.getByRole('button', { name: 'Start a new conversation' }).click();
  await expect(input(chat)).toBeEnabled();
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
});

test('a conversation deleted elsewhere leaves no partial answer, and the question returns to the input', async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  const session = await goToChat(page, subscribedReader, EPISODE);
  const chat = await readyChat(page);
  await expect(input(chat)).toBeEnabled();
  await page.request.delete(`/api/user/chat-sessions/${session?.id}`);
  await expect(chat.getByText('This conversation no longer exists')).toBeVisible();
  await expect(send(chat)).toBeVisible();
});

test("'Saved' holds after a reload and in another tab", async ({
  page,
  context,
  subscribedReader,
}) => {
  const chat = await openedChat(page, subscribedReader);
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  const answer = messagesBy(chat, 'assistant').last();
  await answer.getByRole('button', { name: SAVE }).click();
  await expect(answer.getByRole('button', { name: 'Saved' })).toBeDisabled();
  await page.reload();
  await expect(answer.getByRole('button', { name: 'Saved' })).toBeDisabled();
  const other = await context.newPage();
  await other.goto(page.url());
  const there = messagesBy(await readyChat(other), 'assistant').last();
  await expect(there.getByRole('button', { name: 'Saved' })).toBeDisabled();
});

test("'View Insights' returns to the earlier conversation", async ({ page, subscribedReader }) => {
  const { id } = episodeOf(subscribedReader, EPISODE);
  const session = await makeSession(page.request, id);
  await ask(page.request, { episodeId: id, sessionId: session.id, message: QUESTION });
  await unfoldPodcast(page);
  await episodeRow(page, EPISODE).getByRole('button', { name: 'View Insights' }).click();
  const chat = await readyChat(page);
  await expect(messagesBy(chat, 'user')).toContainText(QUESTION);
  await expect(page).toHaveURL(new RegExp(session.id));
});

test('on a phone the overlay covers 90 % of the viewport, with its backdrop around it', async ({
  page,
  subscribedReader,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const chat = await openedChat(page, subscribedReader);
  await expect
    .poll(async () => {
      const box = await chat.boundingBox();
      return box && [Math.round(box.width), Math.round(box.height)];
    })
    .toEqual([351, 720]);
  await page.mouse.click(5, 400);
  await expect(chat).toHaveCount(0);
});

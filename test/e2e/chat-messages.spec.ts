import {
  askOnScreen,
  CHAT,
  input,
  messagesBy,
  openedChat,
  openedLiveChat,
  PREPARING_ANSWER,
  QUESTION,
  send,
} from '../support/e2e/chat.ts';
import { action } from '../support/e2e/library.ts';
import { ask, EPISODE, episodeOf, makeSession } from '../support/e2e/people.ts';
import { clickInChat, expectSuccessToast, readyChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test("user right-aligned, assistant left-aligned and rendered as markdown; 'Save to Library' becomes 'Saved' and cannot be saved twice", async ({
  page,
  subscribedReader,
}) => {
  await page.setViewportSize({ width: 900, height: 800 });
  const chat = await openedChat(page, subscribedReader);
  const insight = messagesBy(chat, 'assistant').first();
  await expect(insight.getByRole('heading').first()).toBeVisible();
  await expect(insight.getByRole('list').first()).toBeVisible();
  await expect(insight).not.toContainText('## ');

  await askOnScreen(chat);
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  await expect(messagesBy(chat, 'user')).toContainText(QUESTION);
  const column = await chat.getByRole('region', { name: 'Conversation' }).boundingBox();
  const mine = await messagesBy(chat, 'user').locator('p').boundingBox();
  const theirs = await messagesBy(chat, 'assistant').last().boundingBox();
  const middle = (column?.x ?? 0) + (column?.width ?? 0) / 2;
  expect(mine?.x).toBeGreaterThan(middle);
  expect(theirs?.x).toBeLessThan(middle - 100);

  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/user/insights')) {
      saves.push(request.url());
    }
  });
  const answer = messagesBy(chat, 'assistant').last();
  await clickInChat(action(answer, 'Save to Library'));
  await expect(answer.getByRole('button', { name: 'Saved', exact: true })).toBeDisabled();
  await expectSuccessToast(page, 'Insight saved to your library');
  await expect(insight.getByRole('button', { name: 'Save to Library' })).toBeEnabled();
  expect(saves).toHaveLength(1);
});

test('an answer stays saved if a list from before arrives late', async ({
  page,
  subscribedReader,
}) => {
  const late = Promise.withResolvers<void>();
  await page.route(/\/saved-texts$/, async (route) => {
    const response = await route.fetch();
    await late.promise;
    await route.fulfill({ response });
  });
  const { chat } = await openedLiveChat(page, subscribedReader);
  const answer = messagesBy(chat, 'assistant').last();
  await clickInChat(action(answer, 'Save to Library'));
  await expectSuccessToast(page, 'Insight saved to your library');
  const listed = page.waitForResponse(/\/saved-texts$/);
  late.resolve();
  await listed;
  await expect(action(answer, 'Saved')).toBeDisabled();
});

test("placeholder 'Analyzing transcript and preparing response...' is replaced by the first answer; 'Sending...'; nothing is sent while a reply is pending; the count drops by 1 per reply", async ({
  page,
  subscribedReader,
}) => {
  const { live, chat } = await openedLiveChat(page, subscribedReader);
  live.hold();
  await askOnScreen(chat);
  await expect(chat.getByText(PREPARING_ANSWER, { exact: true })).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Sending...', exact: true })).toBeDisabled();
  await expect(input(chat)).toBeDisabled();
  await expect(chat.getByText('10 follow-up questions remaining')).toBeVisible();
  await input(chat).press('Enter');
  live.release();
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  await expect(chat.getByText(PREPARING_ANSWER)).toHaveCount(0);
  await expect(send(chat)).toBeVisible();
  await expect(chat.getByText('9 follow-up questions remaining', { exact: true })).toBeVisible();
  await expect(input(chat)).toBeEnabled();
  await expect(input(chat)).toHaveValue('');
  const asked = live.sent.filter((event) => JSON.stringify(event).includes('"chat"'));
  expect(asked).toEqual([{ type: 'chat', id: expect.any(String), message: QUESTION }]);

  await test.step('an empty or whitespace-only message is not sent', async () => {
    const before = live.sent.length;
    for (const text of ['', '   ', '\n\t ']) {
      await input(chat).fill(text);
      await expect(send(chat)).toBeDisabled();
      await input(chat).press('Enter');
    }
    await askOnScreen(chat, '  What is said?  ');
    await expect(messagesBy(chat, 'assistant')).toHaveCount(3);
    await expect(messagesBy(chat, 'user')).toHaveCount(2);
    expect(live.sent.slice(before)).toEqual([
      { type: 'chat', id: expect.any(String), message: 'What is said?' },
    ]);
  });
});

test("'No more questions remaining': the limit disables the input in the overlay, and the server enforces it", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(CHAT);
  const { id } = episodeOf(subscribedReader, EPISODE);
  const session = await makeSession(page.request, id);
  for (let number = 1; number <= 9; number += 1) {
    await ask(page.request, { episodeId: id, sessionId: session.id, message: `Topic ${number}?` });
  }
  await page.goto(`/podcasts?episode=${id}&chat=${session.id}`);
  const chat = await readyChat(page);
  await expect(chat.getByText('1 follow-up questions remaining', { exact: true })).toBeVisible();
  await askOnScreen(chat);
  await expect(chat.getByText('0 follow-up questions remaining', { exact: true })).toBeVisible();
  await expect(input(chat)).toHaveAttribute('placeholder', 'No more questions remaining');
  await expect(input(chat)).toBeDisabled();
  await expect(send(chat)).toBeDisabled();
  const refused = await page.request.post(`/api/podcasts/episodes/${id}/chat`, {
    data: { message: 'One more?', sessionId: session.id },
  });
  expect(refused.status()).toBe(409);
});

/** A typed question is never lost, whatever fails while it is sent or answered. */
import type { Locator } from '@playwright/test';
import {
  askOnScreen,
  CHAT,
  expectAskable,
  input,
  messagesBy,
  openedLiveChat,
  QUESTION,
  send,
} from '../support/e2e/chat.ts';
import { refuseSocket } from '../support/e2e/live-socket.ts';
import { EPISODE, episodeOf, makeSession } from '../support/e2e/people.ts';
import { readyChat } from '../support/e2e/screen.ts';
import { startFreezingProxy } from '../support/freezing-proxy.ts';
import { expect, test } from './fixtures.ts';

const stop = (chat: Locator) => chat.getByRole('button', { name: 'Stop the answer' });

test('sent over a dead connection, it returns once that is noticed; after a reload it is neither lost nor asked twice', async ({
  page,
  subscribedReader,
}) => {
  const { live, chat } = await openedLiveChat(page, subscribedReader);
  const questions = messagesBy(chat, 'user');
  live.die();
  await askOnScreen(chat);
  await expect(questions).toContainText(QUESTION);
  await expect(messagesBy(chat, 'system')).toHaveText(/The connection was lost\. Please send it/);
  await expectAskable(chat);

  await test.step('after a reload before it arrived, it returns to the input', async () => {
    live.die();
    await askOnScreen(chat);
    await page.reload();
    await readyChat(page);
    await expect(questions).toHaveCount(1);
    await expectAskable(chat, 9);
  });

  await test.step('after a reload during its answer, it is answered and not asked twice', async () => {
    const before = live.sent.length;
    live.hold();
    await askOnScreen(chat);
    await expect.poll(() => JSON.stringify(live.sent.slice(before))).toContain(QUESTION);
    live.die();
    live.release();
    await page.reload();
    await readyChat(page);
    await expect(messagesBy(chat, 'assistant')).toHaveCount(4);
    await expect(questions).toHaveCount(3);
    await expect(chat.getByText('7 follow-up questions remaining')).toBeVisible();
    await expect(input(chat)).toHaveValue('');
  });
});

test('sent over a connection that drops packets, it returns and is answered', async ({
  page,
  baseURL,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  await using proxy = await startFreezingProxy(String(baseURL));
  const { id } = episodeOf(subscribedReader, EPISODE);
  const session = await makeSession(page.request, id);
  await page.goto(`${proxy.origin}/library?episode=${id}&chat=${session.id}`);
  const chat = await readyChat(page);
  await expect(input(chat)).toBeEnabled();
  proxy.freeze();
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'user')).toContainText(QUESTION);
  await expectAskable(chat);
});

test('refused during another answer, it returns to the input with the reason; a stop button ends the answer over the socket, or over HTTP without one', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { live, chat } = await openedLiveChat(page, subscribedReader);

  await test.step('refused', async () => {
    live.refuse({
      type: 'chat_error',
      error: 'conflict',
      message: 'An answer is being written. Please wait for it.',
      remainingFollowUps: 10,
    });
    await askOnScreen(chat);
    await expect(messagesBy(chat, 'system')).toHaveText(
      'Sorry, there was a problem processing your question: An answer is being written. Please wait for it.',
    );
    await expect(input(chat)).toHaveValue(QUESTION);
    await expect(messagesBy(chat, 'user')).toHaveCount(0);
    live.refuse(null);
  });

  live.hold();
  await askOnScreen(chat);
  await stop(chat).click();
  await expect.poll(() => live.sent.at(-1)).toEqual({ type: 'stop', id: expect.any(String) });
  live.release();
  await expect(send(chat)).toBeVisible();

  network.allow('/ws');
  await refuseSocket(page);
  await page.reload();
  const again = await readyChat(page);
  const answer = await network.hold('POST', CHAT);
  await askOnScreen(again, 'Who speaks?');
  const stopped = page.waitForRequest((request) => request.url().endsWith('/chat/stop'));
  await stop(again).click();
  expect((await stopped).postDataJSON()).toEqual({
    id: expect.any(String),
    sessionId: new URL(page.url()).searchParams.get('chat'),
  });
  answer();
  await expect(send(again)).toBeVisible();
});

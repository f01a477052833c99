/** A question that somebody typed is never lost, whatever breaks while it is sent or answered. */
import type { Locator } from '@playwright/test';
import {
  askOnScreen,
  CHAT,
  input,
  messagesBy,
  openedChat,
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

/** The question stands where it was typed, was not counted, and is answered at the next try. */
async function expectAskable(chat: Locator) {
  await expect(input(chat)).toHaveValue(QUESTION, { timeout: 20_000 });
  await expect(input(chat)).toBeEnabled();
  await expect(chat.getByText('10 follow-up questions remaining')).toBeVisible();
  await send(chat).click();
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
  await expect(input(chat)).toHaveValue('');
}

test('sent while offline, it returns to the input with the reason', async ({
  page,
  context,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  const chat = await openedChat(page, subscribedReader);
  await context.setOffline(true);
  // The browser tells its pages a moment later; until then a question would still get through.
  await page.waitForFunction(() => !navigator.onLine);
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'system')).toContainText('No connection to the server');
  await expect(input(chat)).toHaveValue(QUESTION);
  await context.setOffline(false);
  await expect(chat.getByText(/Connection lost/)).toHaveCount(0);
  await expectAskable(chat);
});

test('sent over a dead connection, it returns once that is noticed', async ({
  page,
  subscribedReader,
}) => {
  const { live, chat } = await openedLiveChat(page, subscribedReader);
  live.die();
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'user')).toContainText(QUESTION);
  await expectAskable(chat);
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

test('after a reload before it arrived, it returns to the input', async ({
  page,
  subscribedReader,
}) => {
  const { live, chat } = await openedLiveChat(page, subscribedReader);
  live.die();
  await askOnScreen(chat);
  await page.reload();
  const again = await readyChat(page);
  await expect(messagesBy(again, 'user')).toHaveCount(0);
  await expectAskable(again);
});

test('after a reload during its answer, it is answered and not asked twice', async ({
  page,
  subscribedReader,
}) => {
  const { live, chat } = await openedLiveChat(page, subscribedReader);
  live.hold();
  await askOnScreen(chat);
  await expect.poll(() => JSON.stringify(live.sent)).toContain(QUESTION);
  live.die();
  live.release();
  await page.reload();
  const again = await readyChat(page);
  await expect(messagesBy(again, 'assistant')).toHaveCount(2);
  await expect(messagesBy(again, 'user')).toHaveCount(1);
  await expect(again.getByText('9 follow-up questions remaining')).toBeVisible();
  await expect(input(again)).toHaveValue('');
});

test('refused during another answer, it returns to the input with the reason', async ({
  page,
  subscribedReader,
}) => {
  const { live, chat } = await openedLiveChat(page, subscribedReader);
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
});

test('after a truncated stream, it returns to the input and the partial answer disappears', async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow('/ws');
  await refuseSocket(page);
  const chat = await openedChat(page, subscribedReader);
  const half = { response: 'Half an ans', sessionId: 's', streaming: true, done: false };
  await network.fail('POST', CHAT, 200, `${JSON.stringify(half)}\n`);
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'system').last()).toContainText('The answer was cut off');
  await expect(chat.getByText('Half an ans')).toHaveCount(0);
  await network.restore();
  await refuseSocket(page);
  await expectAskable(chat);
});

test('a stop button ends the answer over the socket, or over HTTP without one', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { live, chat } = await openedLiveChat(page, subscribedReader);
  live.hold();
  await askOnScreen(chat);
  await stop(chat).click();
  await expect.poll(() => live.sent.at(-1)).toEqual({ type: 'stop' });
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
    sessionId: new URL(page.url()).searchParams.get('chat'),
  });
  answer();
  await expect(send(again)).toBeVisible();
});

import type { Locator } from '@playwright/test';
import {
  askOnScreen,
  CHAT,
  GREETING,
  goToChat,
  INSIGHTS,
  input,
  messagesBy,
  PREPARING_ANSWER,
  QUESTION,
  send,
  TRANSCRIPT,
} from '../support/e2e/chat.ts';
import { scriptOf } from '../support/e2e/network.ts';
import { ask, EPISODE, episodeOf, makeSession } from '../support/e2e/people.ts';
import {
  chatDialog,
  colourOf,
  episodeRow,
  expectDestructive,
  expectToast,
  readyChat,
  unfoldPodcast,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test("'Loading podcast content', 'Analyzing transcript...', 'Preparing...' while preparing; otherwise 'Chat about this episode', 'Ask a follow-up question...', 'Send'", async ({
  page,
  network,
  subscribedReader,
}) => {
  const transcript = await network.hold('GET', TRANSCRIPT);
  const session = await network.hold('POST', INSIGHTS);
  await goToChat(page, subscribedReader, EPISODE, false);
  const preparing = page.getByRole('dialog', { name: 'Loading podcast content' });
  await expect(preparing).toBeVisible();
  await expect(chatDialog(page)).toHaveCount(0);
  await expect(input(preparing)).toHaveAttribute('placeholder', 'Analyzing transcript...');
  await expect(input(preparing)).toBeDisabled();
  await expect(preparing.getByRole('button', { name: 'Preparing...', exact: true })).toBeDisabled();
  const heightOf = async (chat: Locator) => (await chat.locator('header').boundingBox())?.height;
  const height = await heightOf(preparing);
  const status = preparing.getByRole('status');
  await expect(status.filter({ hasText: 'Fetching podcast transcript' })).toBeVisible();
  transcript();
  await expect(status.filter({ hasText: 'Preparing chat session' })).toBeVisible();
  session();

  const chat = await readyChat(page);
  await expect(input(chat)).toHaveAttribute('placeholder', 'Ask a follow-up question...');
  await expect(input(chat)).toBeEnabled();
  await expect(send(chat)).toBeVisible();
  await expect(chat.getByText('10 follow-up questions remaining', { exact: true })).toBeVisible();
  await expect(chat.getByText(EPISODE, { exact: true })).toBeVisible();
  expect(await heightOf(chat), 'the conversation stays where it is').toBe(height);
});

test("chat init failure: a red system message and toast 'Chat Initialization Failed'; on send 'Sorry, there was a problem setting up the chat. Please refresh and try again.'", async ({
  page,
  network,
  subscribedReader,
}) => {
  await test.step("session creation failure: the server's error; missing session id: 'Session initialization failed'", async () => {
    await network.fail('POST', INSIGHTS, 503, '{"error":"unavailable","message":"Back at noon"}');
    await goToChat(page, subscribedReader, EPISODE, false);
    await expectToast(page, 'Chat Initialization Failed', 'Back at noon');
    await network.restore();
    await network.change<{ data: { session: { id: string } } }>('POST', INSIGHTS, (reply) => ({
      ...reply,
      data: { ...reply.data, session: { ...reply.data.session, id: '' } },
    }));
    await goToChat(page, subscribedReader, EPISODE, false);
    await expectToast(page, 'Chat Initialization Failed', 'Session initialization failed');
    await network.restore();
  });

  await network.fail('POST', INSIGHTS);
  await goToChat(page, subscribedReader, EPISODE, false);
  const chat = await readyChat(page);
  const failure = messagesBy(chat, 'system').filter({
    hasText:
      'Sorry, I encountered an error while setting up the chat. Please try again or contact support.',
  });
  await expect(failure).toBeVisible();
  await expectToast(page, 'Chat Initialization Failed', 'Failed to initialize chat session');
  await expectDestructive(page);
  const [red = 0, green = 0, blue = 0] = await colourOf(failure.locator('p'), 'color');
  expect(red, 'system (error) in red').toBeGreaterThan(Math.max(green, blue) + 60);

  await askOnScreen(chat);
  await expect(
    messagesBy(chat, 'system').filter({
      hasText: 'Sorry, there was a problem setting up the chat. Please refresh and try again.',
    }),
  ).toBeVisible();
  await expect(chat.getByText(PREPARING_ANSWER), 'failure aborts the send').toHaveCount(0);

  await network.restore();
  await input(chat).fill(QUESTION);
  await send(chat).click();
  await expect(messagesBy(chat, 'user'), 'one is initialised first').toHaveCount(1);
  await expect(messagesBy(chat, 'assistant').last()).not.toContainText(GREETING);
});

test('a conversation that did not load is not replaced by a new one', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id } = episodeOf(subscribedReader, EPISODE);
  const session = await makeSession(page.request, id);
  await ask(page.request, { episodeId: id, sessionId: session.id, message: QUESTION });
  await network.fail('GET', CHAT);
  await goToChat(page, subscribedReader, EPISODE, false);
  await expectToast(page, 'Chat Initialization Failed', 'Failed to initialize chat session');
  const chat = await readyChat(page);
  await expect(messagesBy(chat, 'user')).toHaveCount(0);
  await network.restore();
  await askOnScreen(chat, 'And what is said about brands?');
  await expect(messagesBy(chat, 'user'), 'the earlier question is there').toHaveCount(2);
});

test("not logged in: toast 'Authentication Required' / 'Please log in to use the chat feature.'; 'Generate Insights' leads to the login", async ({
  page,
  context,
  network,
  subscribedReader,
}) => {
  network.allow(/^\/api\//);
  await unfoldPodcast(page);
  await context.clearCookies();
  await episodeRow(page, EPISODE).getByRole('button', { name: 'Generate Insights' }).click();
  const dialog = page.getByRole('dialog', { name: 'Opening Conversation' });
  await expect(dialog.getByText('You need to be logged in to use this feature.')).toBeVisible();
  await expect(dialog.getByText('Please wait')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/login/);

  await page.goto(`/podcasts?episode=${episodeOf(subscribedReader, EPISODE).id}`);
  await expectToast(page, 'Authentication Required', 'Please log in to use the chat feature.');
  await expectDestructive(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the first insight is never shown as raw Markdown: its renderer loads while it is made', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  const session = await network.hold('POST', INSIGHTS);
  const renderer = await network.hold('GET', scriptOf('MarkdownText'));
  await unfoldPodcast(page);
  const asked = page.waitForRequest(/\/MarkdownText-.*\.js$/);
  await episodeRow(page, EPISODE).getByRole('button', { name: 'Generate Insights' }).click();
  await asked;
  await expect(page.getByRole('dialog', { name: 'Opening Conversation' })).toBeVisible();
  session();
  const chat = await readyChat(page);
  const insight = messagesBy(chat, 'assistant').first();
  await expect(insight).toBeVisible();
  await expect(insight.getByText('_Selected from')).toBeHidden();
  renderer();
  await expect(insight.getByText(/^Selected from/)).toBeVisible();
});

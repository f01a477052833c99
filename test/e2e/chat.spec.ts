import type { Locator, Page } from '@playwright/test';
import { refuseSocket, watchSocket } from '../support/e2e/live-socket.ts';
import {
  ask,
  EPISODE,
  episodeOf,
  makeSession,
  SAMPLER,
  SHORT_EPISODE,
  SOUND_ONLY_EPISODE,
  type SubscribedPerson,
} from '../support/e2e/people.ts';
import {
  chatDialog,
  colourOf,
  expectDestructive,
  expectErrorToast,
  expectSuccessToast,
  expectToast,
  messagesOf,
  readyChat,
  recentEpisodes,
  styleOf,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const GREETING =
  "I'm ready to discuss this podcast with you! What would you like to know about it?";
const PREPARING_ANSWER = 'Analyzing transcript and preparing response...';
const NO_TRANSCRIPT =
  "Sorry, I couldn't analyze this podcast because the transcript isn't available. Please try another episode or contact support if you believe this is an error.";
const QUESTION = 'What is said about dashboards?';

const INSIGHTS = /^\/api\/podcasts\/episodes\/[^/]+\/insights$/;
const TRANSCRIPT = /^\/api\/podcasts\/episodes\/[^/]+\/transcript$/;
const CHAT = /^\/api\/podcasts\/episodes\/[^/]+\/chat$/;

const input = (chat: Locator) => chat.getByRole('textbox');
const send = (chat: Locator) => chat.getByRole('button', { name: 'Send', exact: true });
const close = (chat: Locator) => chat.getByRole('button', { name: 'Close', exact: true });
const toggle = (chat: Locator) => chat.getByRole('button', { name: 'Transcript', exact: true });
/** Of `user`, `assistant` or `system`. */
const messagesBy = (chat: Locator, role: string) =>
  chat.locator(`[data-role="${role}"]:not(.message-awaiting)`);

/** The chat of an episode as its link opens it, with a session made beforehand or without. */
async function goToChat(page: Page, reader: SubscribedPerson, title: string, hasSession = true) {
  const { id } = episodeOf(reader, title);
  const session = hasSession ? await makeSession(page.request, id) : null;
  await page.goto(`/podcasts?episode=${id}${session ? `&chat=${session.id}` : ''}`);
  return session;
}

async function openedChat(page: Page, reader: SubscribedPerson, title = EPISODE) {
  await goToChat(page, reader, title);
  const chat = await readyChat(page);
  await expect(input(chat)).toBeEnabled();
  return chat;
}

async function askOnScreen(chat: Locator, question = QUESTION) {
  await input(chat).fill(question);
  await send(chat).click();
}

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
});

test("live connection at /ws with ?sessionId={sessionId}; 'on open … sends {type: authenticate, userId}'", async ({
  page,
  subscribedReader,
}) => {
  const live = await watchSocket(page);
  const session = await goToChat(page, subscribedReader, EPISODE);
  await readyChat(page);
  await expect
    .poll(() => live.sent[0])
    .toEqual({ type: 'authenticate', userId: subscribedReader.id });
  expect(live.urls[0]?.searchParams.get('sessionId')).toBe(session?.id);
});

test('modal, 90% of the viewport, fades in and out over 200 ms', async ({
  page,
  subscribedReader,
}) => {
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

test('a toggle and a close button, both disabled while closing, and so are input and send; closed after 200 ms', async ({
  page,
  subscribedReader,
}) => {
  await page.clock.install();
  const chat = await openedChat(page, subscribedReader);
  const before = await toggle(chat).getAttribute('aria-pressed');
  await toggle(chat).click();
  await expect(toggle(chat)).not.toHaveAttribute('aria-pressed', String(before));
  await toggle(chat).click();
  await input(chat).fill('Still unsent');

  await page.clock.pauseAt(Date.now() + 60_000);
  await close(chat).click();
  for (const control of [close(chat), toggle(chat), input(chat), send(chat)]) {
    await expect(control).toBeDisabled();
  }
  await page.clock.runFor(199);
  await expect(chat).toBeVisible();
  await page.clock.runFor(2);
  await expect(chat).toBeHidden();
});

test('clicking the backdrop closes it after a 200 ms delay; Escape closes it, too', async ({
  page,
  subscribedReader,
}) => {
  await page.clock.install();
  const chat = await openedChat(page, subscribedReader);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.mouse.click(20, 300);
  await expect(close(chat)).toBeDisabled();
  await page.clock.runFor(199);
  await expect(chat).toBeVisible();
  await page.clock.runFor(2);
  await expect(chat).toBeHidden();
  await page.clock.resume();
  await page.goBack();
  await page.goForward();
  await openedChat(page, subscribedReader);
  await page.keyboard.press('Escape');
  await expect(chat).toBeHidden();
});

test("starts with the greeting; 'finished, non-greeting, non-streaming assistant messages show Save to Library'", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(TRANSCRIPT);
  const chat = await openedChat(page, subscribedReader, SOUND_ONLY_EPISODE);
  await expect(messagesOf(chat).first()).toContainText(GREETING);
  await expect(chat.getByRole('button', { name: 'Save to Library' })).toHaveCount(0);
  await askOnScreen(chat, 'Give me a summary');
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  await expect(chat.getByRole('button', { name: 'Save to Library' })).toHaveCount(1);
});

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
  await answer.getByRole('button', { name: 'Save to Library', exact: true }).click();
  await expect(answer.getByRole('button', { name: 'Saved', exact: true })).toBeDisabled();
  await expectSuccessToast(page, 'Insight saved to your library');
  await expect(insight.getByRole('button', { name: 'Save to Library' })).toBeEnabled();
  expect(saves).toHaveLength(1);
});

test("'Failed to save insight'", async ({ page, network, subscribedReader }) => {
  await network.fail('POST', '/api/user/insights');
  const chat = await openedChat(page, subscribedReader);
  const button = chat.getByRole('button', { name: 'Save to Library' });
  await button.click();
  await expectErrorToast(page, 'Failed to save insight');
  await expect(button).toBeEnabled();
});

test("placeholder 'Analyzing transcript and preparing response...' is replaced by the first answer; 'Sending...'; nothing is sent while a reply is pending; the count drops by 1 per reply", async ({
  page,
  subscribedReader,
}) => {
  const live = await watchSocket(page);
  const chat = await openedChat(page, subscribedReader);
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
  expect(asked).toEqual([{ type: 'chat', message: QUESTION }]);
});

test('an empty or whitespace-only message is not sent', async ({ page, subscribedReader }) => {
  const live = await watchSocket(page);
  const chat = await openedChat(page, subscribedReader);
  for (const text of ['', '   ', '\n\t ']) {
    await input(chat).fill(text);
    await expect(send(chat)).toBeDisabled();
    await input(chat).press('Enter');
  }
  await askOnScreen(chat, '  What is said?  ');
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  await expect(messagesBy(chat, 'user')).toHaveCount(1);
  expect(live.sent.slice(1)).toEqual([{ type: 'chat', message: 'What is said?' }]);
});

test("'No more questions remaining': the limit disables the input in the overlay, and the server keeps it", async ({
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

test("transcript notices: 'This episode doesn't have a transcript available. The video might not have captions enabled.'", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(TRANSCRIPT);
  const chat = await openedChat(page, subscribedReader, SOUND_ONLY_EPISODE);
  await expect(
    messagesBy(chat, 'system').filter({
      hasText:
        "This episode doesn't have a transcript available. The video might not have captions enabled.",
    }),
  ).toBeVisible();
});

test("a YouTube Short: 'doesn't have a transcript available' followed by 'I'll try to help with the limited information I have.'", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(TRANSCRIPT);
  const chat = await openedChat(page, subscribedReader, SHORT_EPISODE);
  await expect(messagesBy(chat, 'system')).toContainText(
    /doesn't have a transcript available.*I'll try to help with the limited information I have\./,
  );
});

test("otherwise: 'Unable to fetch transcript. Trying to continue with available information...'", async ({
  page,
  network,
  subscribedReader,
}) => {
  await network.fail('GET', TRANSCRIPT);
  await goToChat(page, subscribedReader, EPISODE);
  const chat = await readyChat(page);
  await expect(messagesBy(chat, 'system')).toHaveText(
    'Unable to fetch transcript. Trying to continue with available information...',
  );
});

test("a 'transcript unavailable' warning is injected, except for messages containing 'summary', 'tell me about' or 'what is this'", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(TRANSCRIPT);
  const chat = await openedChat(page, subscribedReader, SOUND_ONLY_EPISODE);
  const warning = messagesBy(chat, 'system').filter({ hasText: NO_TRANSCRIPT });
  const exempt = ['A short Summary please', 'Tell me about it', 'And what is this?'];
  for (const [index, question] of exempt.entries()) {
    await askOnScreen(chat, question);
    await expect(messagesBy(chat, 'assistant')).toHaveCount(index + 2);
    await expect(send(chat)).toBeVisible();
    await expect(warning).toHaveCount(0);
  }
  await askOnScreen(chat, 'Which name won?');
  await expect(warning).toHaveCount(1);
  await expectToast(page, 'No transcript available for this episode');
  await expect(messagesBy(chat, 'assistant')).toHaveCount(exempt.length + 2);
});

test("chat init failure: a red system message and toast 'Chat Initialization Failed'; on send 'Sorry, there was a problem setting up the chat. Please refresh and try again.'", async ({
  page,
  network,
  subscribedReader,
}) => {
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

test("session creation failure: the server's error; missing session id: 'Session initialization failed'", async ({
  page,
  network,
  subscribedReader,
}) => {
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
});

test("not signed in: toast 'Authentication Required' / 'Please log in to use the chat feature.'", async ({
  page,
  context,
  subscribedReader,
}) => {
  await context.clearCookies();
  await page.goto(`/podcasts?episode=${episodeOf(subscribedReader, EPISODE).id}`);
  await expectToast(page, 'Authentication Required', 'Please log in to use the chat feature.');
  await expectDestructive(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test("a 401 on chat or transcript shows 'You need to be logged in to use this feature. Please log in and try again.'", async ({
  page,
  context,
  network,
  subscribedReader,
}) => {
  const signIn = 'You need to be logged in to use this feature. Please log in and try again.';
  network.allow(/^\/api\//);
  await refuseSocket(page);
  const chat = await openedChat(page, subscribedReader);
  await context.clearCookies();
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'system').filter({ hasText: signIn })).toBeVisible();
  await close(chat).click();
  await expect(chat).toBeHidden();
  await recentEpisodes(page).getByRole('button', { name: SAMPLER }).click();
  await page.getByRole('button', { name: 'View Insights' }).first().click();
  await expect(page.getByRole('dialog').getByText(signIn).first()).toBeVisible();
});

test('without a live connection the answer is streamed as newline-separated JSON, and counts', async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow('/ws');
  await refuseSocket(page);
  const chat = await openedChat(page, subscribedReader);
  const asked = page.waitForResponse((response) => CHAT.test(new URL(response.url()).pathname));
  await askOnScreen(chat);
  expect((await asked).headers()['content-type']).toContain('ndjson');
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
  await expect(
    messagesBy(chat, 'assistant').last().getByRole('button', { name: 'Save to Library' }),
  ).toBeVisible();
});

test("send fails: the server's error or 'Server error: {status}', in 'Sorry, there was a problem processing your question: {message}'; the placeholder is removed", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow('/ws');
  await refuseSocket(page);
  await network.fail('POST', CHAT);
  const chat = await openedChat(page, subscribedReader);
  const problem = (message: string) =>
    messagesBy(chat, 'system').filter({
      hasText: `Sorry, there was a problem processing your question: ${message}`,
    });
  await askOnScreen(chat);
  await expect(problem('Server error: 500')).toBeVisible();
  await expect(chat.getByText(PREPARING_ANSWER)).toHaveCount(0);
  await expect(chat.getByText('10 follow-up questions remaining')).toBeVisible();

  await network.restore();
  await network.fail('POST', CHAT, 409, '{"error":"conflict","message":"Still answering"}');
  await askOnScreen(chat);
  await expect(problem('Still answering')).toBeVisible();

  await network.restore();
  await network.cut('POST', CHAT);
  await askOnScreen(chat);
  await expect(problem('No connection to the server')).toBeVisible();
});

test("stream error: 'Sorry, there was an error: {details or error}'; unreadable ends are ignored after a complete answer", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow('/ws');
  await refuseSocket(page);
  const chat = await openedChat(page, subscribedReader);
  const line = (chunk: object) =>
    `${JSON.stringify({ response: '', sessionId: 's', streaming: true, done: false, ...chunk })}\n`;
  const failure = (text: string) => messagesBy(chat, 'system').filter({ hasText: text });

  await network.fail('POST', CHAT, 200, line({ error: 'failed', details: 'The model is asleep' }));
  await askOnScreen(chat);
  await expect(failure('Sorry, there was an error: The model is asleep')).toBeVisible();
  await network.restore();
  await network.fail('POST', CHAT, 200, line({ error: 'Out of breath' }));
  await askOnScreen(chat);
  await expect(failure('Sorry, there was an error: Out of breath')).toBeVisible();

  const said = await messagesBy(chat, 'system').count();
  await network.restore();
  const whole = line({ response: 'Whole answer.' }) + line({ done: true });
  await network.fail('POST', CHAT, 200, `${whole}{"response": "bro`);
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'assistant').last()).toContainText('Whole answer.');
  await expect(send(chat)).toBeVisible();
  await expect(messagesBy(chat, 'system')).toHaveCount(said);
});

test('a reload brings the conversation back; a draft survives; two tabs see the same', async ({
  page,
  context,
  subscribedReader,
}) => {
  const chat = await openedChat(page, subscribedReader);
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  await input(chat).fill('Half a question');
  await page.reload();
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  await expect(messagesBy(chat, 'user')).toContainText(QUESTION);
  await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
  await expect(input(chat)).toHaveValue('Half a question');

  const other = await context.newPage();
  await other.goto(page.url());
  const otherChat = await readyChat(other);
  await askOnScreen(otherChat, 'Who speaks?');
  await expect(messagesBy(chat, 'assistant')).toHaveCount(3);
  await expect(messagesBy(chat, 'user').last()).toContainText('Who speaks?');
});

test('a citation opens the transcript at that place, beside the chat on wide screens', async ({
  page,
  subscribedReader,
}) => {
  const chat = await openedChat(page, subscribedReader);
  await toggle(chat).click();
  await expect(toggle(chat)).toHaveAttribute('aria-pressed', 'false');
  const citation = messagesBy(chat, 'assistant')
    .first()
    .getByRole('button', { name: /^Open the transcript at \d+:\d\d/ })
    .first();
  await citation.click();
  await expect(toggle(chat)).toHaveAttribute('aria-pressed', 'true');
  const transcript = chat.getByRole('complementary', { name: 'Transcript' });
  await expect(transcript).toBeVisible();
  const clock = (await citation.textContent()) ?? '';
  await expect(transcript.getByText(clock).first()).toBeInViewport();
  await expect(chat.getByRole('region', { name: 'Conversation' })).toBeVisible();
});

test("'Connection lost' is told and comes back by itself", async ({
  page,
  context,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  const chat = await openedChat(page, subscribedReader);
  await context.setOffline(true);
  await expect(chat.getByText(/Connection lost/)).toBeVisible();
  await context.setOffline(false);
  await expect(chat.getByText(/Connection lost/)).toHaveCount(0);
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
});

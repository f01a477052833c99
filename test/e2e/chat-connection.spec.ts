import {
  askOnScreen,
  CHAT,
  close,
  expectAskable,
  GREETING,
  goToChat,
  INSIGHTS,
  input,
  messagesBy,
  openedChat,
  PREPARING_ANSWER,
  QUESTION,
  send,
  TRANSCRIPT,
} from '../support/e2e/chat.ts';
import { refuseSocket, watchSocket } from '../support/e2e/live-socket.ts';
import { SOUND_ONLY_EPISODE } from '../support/e2e/people.ts';
import { clickInChat, readyChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const LOGIN_AGAIN = 'You need to be logged in to use this feature. Please log in and try again.';

test("live connection at /ws with ?sessionId={sessionId}; 'on open … sends {type: authenticate, userId}'; an insight_progress of 100 triggers a re-fetch of the insight; insight_complete replaces the placeholder greeting with the full insight", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(TRANSCRIPT);
  const live = await watchSocket(page);
  const session = await goToChat(page, subscribedReader, SOUND_ONLY_EPISODE);
  const chat = await readyChat(page);
  await expect
    .poll(() => live.sent[0])
    .toEqual({ type: 'authenticate', userId: subscribedReader.id });
  expect(live.urls[0]?.searchParams.get('sessionId')).toBe(session?.id);
  await live.told;
  await expect(messagesBy(chat, 'assistant')).toContainText(GREETING);
  let fetches = 0;
  page.on('request', (request) => {
    const isFetch = request.method() === 'GET' && INSIGHTS.test(new URL(request.url()).pathname);
    if (isFetch) fetches += 1;
  });
  live.tell({ type: 'insight_progress', progress: 60, currentStep: 'Reading the transcript' });
  await expect.poll(() => fetches).toBe(1);
  live.tell({ type: 'insight_progress', progress: 100, currentStep: 'Ready!' });
  await expect.poll(() => fetches).toBeGreaterThan(1);

  live.tell({ type: 'insight_complete', insight: '## What was said\n\n- A point' });
  const insight = messagesBy(chat, 'assistant');
  await expect(insight.getByRole('heading', { name: 'What was said' })).toBeVisible();
  await expect(insight).toHaveCount(1);
  await expect(insight).not.toContainText(GREETING);
});

test('without a live connection the answer is streamed as newline-separated JSON; what fails is told and costs no question', async ({
  page,
  context,
  network,
  subscribedReader,
}) => {
  network.allow(/^\/(ws$|api\/)/);
  await refuseSocket(page);
  const chat = await openedChat(page, subscribedReader);
  const line = (chunk: object) =>
    `${JSON.stringify({ response: '', sessionId: 's', streaming: true, done: false, ...chunk })}\n`;
  const failure = (text: string) => messagesBy(chat, 'system').filter({ hasText: text });
  const problem = (message: string) =>
    failure(`Sorry, there was a problem processing your question: ${message}`);
  const answers = messagesBy(chat, 'assistant');

  await test.step('an answer counts, and can be saved', async () => {
    const asked = page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && CHAT.test(new URL(response.url()).pathname),
    );
    await askOnScreen(chat);
    expect((await asked).headers()['content-type']).toContain('ndjson');
    await expect(answers).toHaveCount(2);
    await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
    await expect(answers.last().getByRole('button', { name: 'Save to Library' })).toBeVisible();
  });

  await test.step("send fails: the server's error or 'Server error: {status}', in 'Sorry, there was a problem processing your question: {message}'; the placeholder is removed", async () => {
    await network.fail('POST', CHAT);
    await askOnScreen(chat);
    await expect(problem('Server error: 500')).toBeVisible();
    await expect(chat.getByText(PREPARING_ANSWER)).toHaveCount(0);
    await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();

    await network.restore();
    await network.fail('POST', CHAT, 409, '{"error":"conflict","message":"Still answering"}');
    await askOnScreen(chat);
    await expect(problem('Still answering')).toBeVisible();

    await network.restore();
    await network.cut('POST', CHAT);
    await askOnScreen(chat);
    await expect(problem('No connection to the server')).toBeVisible();
  });

  await test.step("stream error: 'Sorry, there was an error: {details or error}'", async () => {
    await network.restore();
    await network.fail(
      ...(['POST', CHAT, 200] as const),
      line({ error: 'failed', details: 'The model is asleep' }),
    );
    await askOnScreen(chat);
    await expect(failure('Sorry, there was an error: The model is asleep')).toBeVisible();
    await network.restore();
    await network.fail('POST', CHAT, 200, line({ error: 'Out of breath' }));
    await askOnScreen(chat);
    await expect(failure('Sorry, there was an error: Out of breath')).toBeVisible();
    await network.restore();
    const raw = "TypeError: Cannot read properties of undefined (reading 'id')\n at index.js:12";
    await network.fail('POST', CHAT, 200, line({ error: '<html>Bad</html>', details: raw }));
    await askOnScreen(chat);
    await expect(
      failure('Sorry, there was an error: The answer could not be written. Please try again.'),
    ).toBeVisible();
  });

  await test.step('after a truncated stream, the question returns to the input and the partial answer disappears', async () => {
    await network.restore();
    await network.fail('POST', CHAT, 200, line({ response: 'Half an ans' }));
    await askOnScreen(chat);
    await expect(messagesBy(chat, 'system').last()).toContainText('The answer was cut off');
    await expect(chat.getByText('Half an ans')).toHaveCount(0);
    await expect(input(chat)).toHaveValue(QUESTION);
    await network.restore();
    await send(chat).click();
    await expect(answers).toHaveCount(3);
    await expect(chat.getByText('8 follow-up questions remaining')).toBeVisible();
    await expect(input(chat)).toHaveValue('');
  });

  await test.step('unreadable ends are ignored after a complete answer', async () => {
    const said = await messagesBy(chat, 'system').count();
    const whole = line({ response: 'Whole answer.' }) + line({ done: true });
    await network.fail('POST', CHAT, 200, `${whole}{"response": "bro`);
    await askOnScreen(chat);
    await expect(answers.last()).toContainText('Whole answer.');
    await expect(send(chat)).toBeVisible();
    await expect(messagesBy(chat, 'system')).toHaveCount(said);
  });

  await test.step("a 401 shows 'You need to be logged in to use this feature. Please log in and try again.'", async () => {
    await network.restore();
    await input(chat).fill(QUESTION);
    await context.clearCookies();
    // By keyboard, since the chat may have noticed by now, and then takes no click.
    await page.keyboard.press('Enter');
    await expect(failure(LOGIN_AGAIN)).toBeVisible();
    await expect(input(chat)).toHaveValue(QUESTION);
    await close(chat).click();
    await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible();
  });
});

test("'Connection lost' is shown, a question sent meanwhile returns to the input with the reason, and the connection recovers", async ({
  page,
  context,
  network,
  subscribedReader,
}) => {
  network.allow(/.*/);
  const chat = await openedChat(page, subscribedReader);
  await context.setOffline(true);
  await expect(chat.getByText(/Connection lost/)).toBeVisible();
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'system')).toContainText('No connection to the server');
  await context.setOffline(false);
  await expect(chat.getByText(/Connection lost/)).toHaveCount(0);
  await expectAskable(chat);
});

test("a reload brings the conversation back; a draft and what is 'Saved' survive; two tabs see the same", async ({
  page,
  context,
  subscribedReader,
}) => {
  const chat = await openedChat(page, subscribedReader);
  await askOnScreen(chat);
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  const answer = messagesBy(chat, 'assistant').last();
  await clickInChat(answer.getByRole('button', { name: 'Save to Library' }));
  await expect(answer.getByRole('button', { name: 'Saved' })).toBeDisabled();
  await input(chat).fill('Half a question');
  await page.reload();
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  await expect(answer.getByRole('button', { name: 'Saved' })).toBeDisabled();
  await expect(messagesBy(chat, 'user')).toContainText(QUESTION);
  await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
  await expect(input(chat)).toHaveValue('Half a question');

  const other = await context.newPage();
  await other.goto(page.url());
  const otherChat = await readyChat(other);
  const there = messagesBy(otherChat, 'assistant').last();
  await expect(there.getByRole('button', { name: 'Saved' })).toBeDisabled();
  await askOnScreen(otherChat, 'Who speaks?');
  await expect(messagesBy(chat, 'assistant')).toHaveCount(3);
  await expect(messagesBy(chat, 'user').last()).toContainText('Who speaks?');
  await clickInChat(there.getByRole('button', { name: 'Save to Library' }));
  await expect(there.getByRole('button', { name: 'Saved' })).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Saved' })).toBeVisible();
});

import {
  askOnScreen,
  goToChat,
  messagesBy,
  NO_TRANSCRIPT,
  openedChat,
  send,
  TRANSCRIPT,
  toggle,
} from '../support/e2e/chat.ts';
import { EPISODE, SHORT_EPISODE, SOUND_ONLY_EPISODE } from '../support/e2e/people.ts';
import { expectToast, readyChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

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

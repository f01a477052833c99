import {
  askOnScreen,
  GREETING,
  goToChat,
  messagesBy,
  NO_TRANSCRIPT,
  openedChat,
  send,
  TRANSCRIPT,
  toggle,
} from '../support/e2e/chat.ts';
import { EPISODE, SHORT_EPISODE, SOUND_ONLY_EPISODE } from '../support/e2e/people.ts';
import { expectToast, messagesOf, readyChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test("a YouTube Short: 'doesn't have a transcript available' followed by 'I'll try to help with the limited information I have.'; otherwise: 'Unable to fetch transcript. Trying to continue with available information...'", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(TRANSCRIPT);
  const short = await openedChat(page, subscribedReader, SHORT_EPISODE);
  await expect(messagesBy(short, 'system')).toContainText(
    /doesn't have a transcript available.*I'll try to help with the limited information I have\./,
  );
  await network.fail('GET', TRANSCRIPT);
  await goToChat(page, subscribedReader, EPISODE);
  const chat = await readyChat(page);
  await expect(messagesBy(chat, 'system')).toHaveText(
    'Unable to fetch transcript. Trying to continue with available information...',
  );
});

test("without a transcript: the greeting, 'This episode doesn't have a transcript available. The video might not have captions enabled.', and a warning except for messages containing 'summary', 'tell me about' or 'what is this'", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(TRANSCRIPT);
  const chat = await openedChat(page, subscribedReader, SOUND_ONLY_EPISODE);
  await expect(messagesOf(chat).first()).toContainText(GREETING);
  await expect(
    messagesBy(chat, 'system').filter({
      hasText:
        "This episode doesn't have a transcript available. The video might not have captions enabled.",
    }),
  ).toBeVisible();

  await test.step("'finished, non-greeting, non-streaming assistant messages show Save to Library'", async () => {
    await expect(chat.getByRole('button', { name: 'Save to Library' })).toHaveCount(0);
    await askOnScreen(chat, 'Give me a summary');
    await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
    await expect(chat.getByRole('button', { name: 'Save to Library' })).toHaveCount(1);
  });

  const warning = messagesBy(chat, 'system').filter({ hasText: NO_TRANSCRIPT });
  const exempt = ['A short Summary please', 'Tell me about it', 'And what is this?'];
  for (const [index, question] of exempt.entries()) {
    await askOnScreen(chat, question);
    await expect(messagesBy(chat, 'assistant')).toHaveCount(index + 3);
    await expect(send(chat)).toBeVisible();
    await expect(warning).toHaveCount(0);
  }
  await askOnScreen(chat, 'Which name won?');
  await expect(warning).toHaveCount(1);
  await expectToast(page, 'No transcript available for this episode');
  await expect(messagesBy(chat, 'assistant')).toHaveCount(exempt.length + 3);
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a time beside the transcript is hit a little above and below it, too', async ({
    page,
    subscribedReader,
  }) => {
    const chat = await openedChat(page, subscribedReader);
    await toggle(chat).click();
    const time = chat.getByRole('button', { name: /^Play from/ }).nth(1);
    await expect(time).toBeInViewport();
    const hit = await time.evaluate((button) => {
      const { left, top, bottom } = button.getBoundingClientRect();
      return [top - 5, bottom + 5].map((y) => document.elementFromPoint(left + 10, y) === button);
    });
    expect(hit).toEqual([true, true]);
  });
});

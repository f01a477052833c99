/** Readers who don't know what to ask get some suggested questions. */
import { goToChat, input, messagesBy, TRANSCRIPT } from '../support/e2e/chat.ts';
import { EPISODE, SOUND_ONLY_EPISODE } from '../support/e2e/people.ts';
import { clickInChat, openChat, readyChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const NAME = 'Suggested questions';

test('a suggested question about a topic of the insight is asked with one press, and a draft stays', async ({
  page,
  subscribedReader: _,
}) => {
  const chat = await openChat(page);
  const suggested = chat.getByRole('region', { name: NAME }).getByRole('button');
  await expect(suggested).toHaveText([/^What is said about “.+”\?$/, /“.+”/, /numbers/]);
  await page.reload();
  await expect(suggested).toHaveText([/^What is said about “.+”\?$/, /“.+”/, /numbers/]);
  const question = (await suggested.first().textContent()) ?? '';
  await input(chat).fill('My own thought');
  await clickInChat(suggested.first());
  await expect(messagesBy(chat, 'user')).toContainText(question);
  await expect(messagesBy(chat, 'assistant')).toHaveCount(2);
  await expect(messagesBy(chat, 'assistant').last()).toContainText(/\d+:\d\d/);
  await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
  await expect(suggested).toHaveCount(0);
  await expect(input(chat)).toHaveValue('My own thought');
});

test('a conversation without an insight suggests questions about the whole episode', async ({
  page,
  subscribedReader,
}) => {
  await goToChat(page, subscribedReader, EPISODE, false);
  const chat = await readyChat(page);
  const suggested = chat.getByRole('region', { name: NAME });
  await clickInChat(suggested.getByRole('button', { name: 'What are the key takeaways?' }));
  await expect(messagesBy(chat, 'assistant').last()).toContainText('What matters most');
});

test('without a transcript, nothing is suggested', async ({ page, network, subscribedReader }) => {
  network.allow(TRANSCRIPT);
  await goToChat(page, subscribedReader, SOUND_ONLY_EPISODE, false);
  const chat = await readyChat(page);
  await expect(messagesBy(chat, 'system')).toBeVisible();
  await expect(input(chat)).toBeEnabled();
  await expect(chat.getByRole('region', { name: NAME })).toHaveCount(0);
});

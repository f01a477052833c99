/** Reading in the chat: the transcript beside it, answers as they arrive, copying them. */
import type { Locator } from '@playwright/test';
import { messagesBy, openedChat, openedLiveChat, toggle } from '../support/e2e/chat.ts';
import { heardAt, playerOf } from '../support/e2e/player.ts';
import { chatDialog, clickInChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const transcriptOf = (chat: Locator) => chat.getByRole('complementary', { name: 'Episode' });
const conversationOf = (chat: Locator) => chat.getByRole('region', { name: 'Conversation' });
const firstCitation = (chat: Locator) =>
  messagesBy(chat, 'assistant')
    .getByRole('button', { name: /^Open the transcript at/ })
    .first();

/** A message from the server, or a piece of one. */
function message(id: string, role: 'user' | 'assistant', content: string, isComplete: boolean) {
  const message = { id, role, content, isPartial: !isComplete, isComplete };
  return { type: 'chat_message' as const, message };
}

test('an answer is copied verbatim; the transcript is searchable: matches are counted, stepped through and highlighted', async ({
  page,
  context,
  subscribedReader,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const chat = await openedChat(page, subscribedReader);

  await test.step('an answer is copied', async () => {
    await clickInChat(chat.getByRole('button', { name: 'Copy', exact: true }));
    await expect(chat.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('## Key takeaways');
    expect(copied).toMatch(/\[\d+:\d\d\]/);
    await expect(chat.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  });

  const transcript = transcriptOf(chat);
  const search = transcript.getByRole('searchbox', { name: 'Search the transcript' });
  await search.fill('attribution');
  const place = transcript.getByText(/^\d+ of \d+$/);
  await expect(place).toHaveText(/^1 of \d+$/);
  const count = Number((await place.textContent())?.split(' ').at(-1));
  expect(count).toBeGreaterThan(1);
  await expect(transcript.locator('mark')).toHaveCount(count);
  await search.press('Enter');
  await expect(place).toHaveText(`2 of ${count}`);
  await expect(transcript.locator('mark').nth(1)).toBeInViewport();
  await search.press('Shift+Enter');
  await search.press('Shift+Enter');
  await expect(place).toHaveText(`${count} of ${count}`);
  await transcript.getByRole('button', { name: 'Next match' }).click();
  await expect(place).toHaveText(`1 of ${count}`);
  await search.fill('nobody says this');
  await expect(transcript.getByText('Not found', { exact: true })).toBeVisible();
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(chatDialog(page), 'the first Escape ends the search only').toBeVisible();
  await search.press('Escape');
  await expect(chatDialog(page)).toBeHidden();
});

test('a citation opens the transcript at that place, beside the chat on wide screens; the passage is highlighted, and can be heard from there', async ({
  page,
  subscribedReader,
}) => {
  const chat = await openedChat(page, subscribedReader);
  await toggle(chat).click();
  await expect(toggle(chat)).toHaveAttribute('aria-pressed', 'false');
  const citation = firstCitation(chat);
  const clock = (await citation.textContent()) ?? '';
  const [minutes = 0, seconds = 0] = clock.split(':').map(Number);
  await citation.click();
  await expect(toggle(chat)).toHaveAttribute('aria-pressed', 'true');
  const transcript = transcriptOf(chat);
  await expect(transcript).toBeVisible();
  await expect(transcript.getByText(clock).first()).toBeInViewport();
  await expect(conversationOf(chat)).toBeVisible();
  await expect(transcript.locator('mark')).toHaveCount(1);
  await expect(transcript.locator('mark')).toBeInViewport();
  await transcript.getByRole('button', { name: 'Listen Here' }).click();
  const player = playerOf(chat);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => heardAt(page)).toBeGreaterThanOrEqual(minutes * 60 + seconds);
  await player.getByRole('button', { name: 'Pause' }).click();
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('markdown shows tables, lists and code; what is too wide scrolls by itself', async ({
  page,
  subscribedReader,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const { live, chat } = await openedLiveChat(page, subscribedReader);
  const cells = Array.from({ length: 12 }, (_, column) => `column ${column}`).join(' | ');
  const rule = '|---'.repeat(12);
  const line = 'x'.repeat(300);
  const text = `| ${cells} |\n${rule}|\n| ${cells} |\n\n1. one [0:43]\n\n\`\`\`\n${line}\n\`\`\``;
  live.tell(message('table', 'assistant', text, true));
  const answer = messagesBy(chat, 'assistant').last();
  await expect(answer.getByRole('columnheader')).toHaveCount(12);
  await expect(answer.getByRole('listitem')).toContainText('one');
  await expect(answer.getByRole('listitem').getByRole('button').first()).toHaveText('0:43');
  await expect(answer.locator('pre')).toContainText(line);
  const isTooWide = (element: Element) => element.scrollWidth > element.clientWidth;
  expect(await answer.locator('pre').evaluate(isTooWide)).toBe(true);
  expect(await conversationOf(chat).evaluate(isTooWide)).toBe(false);

  await test.step('an answer is announced once it is whole, without its marks and times', async () => {
    const announced = chat.getByRole('status').filter({ hasText: 'Nobody was cheating' });
    live.tell(message('answer', 'assistant', '**Nobody** was cheating', false));
    await expect(answer).toContainText('Nobody was cheating');
    await expect(announced).toHaveCount(0);
    live.tell(message('answer', 'assistant', '**Nobody** was cheating. [0:43]', true));
    await expect(announced).toHaveText('Nobody was cheating.');
  });

  await test.step('so is the same answer once more, and a list without its dashes', async () => {
    const announcement = chat.getByRole('status').filter({ hasText: /^\s*(Nobody|One|$)/ });
    live.tell(message('again', 'assistant', '**Nobody** was', false));
    await expect(announcement.filter({ hasText: 'Nobody' })).toHaveCount(0);
    live.tell(message('again', 'assistant', '**Nobody** was cheating. [0:43]', true));
    await expect(announcement.filter({ hasText: 'Nobody' })).toHaveText('Nobody was cheating.');
    live.tell(message('list', 'assistant', '- One [0:43]', false));
    await expect(messagesBy(chat, 'assistant').last()).toContainText('One');
    live.tell(message('list', 'assistant', '- One [0:43]\n- Two [0:50]', true));
    await expect(announcement.filter({ hasText: 'One' })).toHaveText('One Two');
  });
});

test('streaming never jumps the scroll of someone who has scrolled up', async ({
  page,
  subscribedReader,
}) => {
  const { live, chat } = await openedLiveChat(page, subscribedReader);
  const conversation = conversationOf(chat);
  const scrolled = () => conversation.evaluate((element) => element.scrollTop);
  const stream = async (pieces: number) => {
    for (let piece = 0; piece < pieces; piece += 1) {
      live.tell(message('answer', 'assistant', 'And so they went on with it. '.repeat(12), false));
    }
    await expect
      .poll(() => conversation.evaluate((element) => element.textContent?.length))
      .toBeGreaterThan(pieces * 300);
  };
  await stream(10);
  await conversation.hover();
  await page.mouse.wheel(0, 400);
  await expect.poll(scrolled).toBe(400);
  await page.mouse.wheel(0, -150);
  await expect.poll(scrolled).toBe(250);
  await stream(20);
  expect(await scrolled()).toBe(250);
  await chat.getByRole('button', { name: 'Latest' }).click();
  const end = () =>
    conversation.evaluate(
      ({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - clientHeight - scrollTop,
    );
  await expect.poll(end).toBeLessThan(2);
  await expect(chat.getByRole('button', { name: 'Latest' })).toHaveCount(0);
});

/** Where a conversation opens, its title, and what remains if its transcript is gone. */
import type { TranscriptReply } from '../../schema/wire/episodes.ts';
import type { MomentsReply } from '../../schema/wire/listening.ts';
import { messagesBy, openedChat, QUESTION, toggle } from '../support/e2e/chat.ts';
import { action, libraryRow } from '../support/e2e/library.ts';
import { ask, EPISODE, episodeOf, makeSession } from '../support/e2e/people.ts';
import { playerOf } from '../support/e2e/player.ts';
import { chatDialog, readyChat, toastRegion } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test("'Continue Chat' opens at the last answer", async ({ page, subscribedReader }) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  const last = 'Which figures are named?';
  for (const message of [QUESTION, 'What should one do first?', last]) {
    await ask(page.request, { episodeId, sessionId, message });
  }
  await page.goto('/library?tab=history');
  await action(libraryRow(page, EPISODE), 'Continue Chat').click();
  const chat = await readyChat(page);
  await expect(messagesBy(chat, 'user').filter({ hasText: last })).toBeInViewport();
  await expect(messagesBy(chat, 'assistant').last()).toBeInViewport();
  await expect(messagesBy(chat, 'assistant').first()).not.toBeInViewport();
});

test('an episode without sound offers its places to be opened, not to be played', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await page.goto(`/library?tab=history&episode=${episodeId}&chat=${sessionId}`);
  const said = (await readyChat(page)).getByRole('region', { name: 'Conversation' });
  const marks = said.getByRole('button', { name: /^Play from/ });
  await expect(marks.first()).toBeVisible();
  await network.change<TranscriptReply>('GET', /\/transcript$/, (reply) => ({
    ...reply,
    audioUrl: null,
    youtubeVideoId: null,
  }));
  await page.reload();
  await readyChat(page);
  await expect(chatDialog(page).getByRole('searchbox')).toBeVisible();
  await expect(said.getByRole('button', { name: /^Open the transcript at/ }).first()).toBeVisible();
  await expect(marks).toHaveCount(0);
});

test('the player stays while it plays and its transcript is hidden', async ({
  page,
  subscribedReader,
}) => {
  const chat = await openedChat(page, subscribedReader);
  const player = playerOf(chat);
  const pause = player.getByRole('button', { name: 'Pause' });
  await chat
    .getByRole('complementary', { name: 'Episode' })
    .getByRole('button', { name: 'Play from 0:00', exact: true })
    .click();
  await expect(pause).toBeVisible();
  await toggle(chat).click();
  await expect(toggle(chat)).toHaveAttribute('aria-pressed', 'false');
  await expect(chat.getByRole('searchbox')).toBeHidden();
  await expect(pause).toBeInViewport();
  await pause.click();
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeInViewport();
});

test('an episode that is opened by a link, and again with a reload, has its title in the overlay', async ({
  page,
  subscribedReader,
}) => {
  const { id } = episodeOf(subscribedReader, EPISODE);
  const expectTitle = async () => {
    const chat = await readyChat(page);
    await expect(chat.getByText(EPISODE, { exact: true }).first()).toBeVisible();
    await expect(chatDialog(page)).toHaveCount(1);
  };
  await page.goto(`/podcasts?episode=${id}`);
  await expectTitle();
  await page.goto('/podcasts?category=hr');
  await page.goto(`/podcasts?episode=${id}`);
  await page.reload();
  await expectTitle();
});

test("a place is saved once: its 'Save' becomes 'Saved', also after a reload, until it is deleted", async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const moments = async () => {
    const reply = await page.request.get('/api/user/moments');
    return ((await reply.json()) as MomentsReply).moments;
  };
  const transcript = chatDialog(page).getByRole('complementary', { name: 'Episode' });
  await page.goto(`/podcasts?episode=${episodeId}&at=120`);
  await action(transcript, 'Save').dblclick();
  await expect(action(transcript, 'Saved')).toBeDisabled();
  await expect(toastRegion(page).getByText('Moment saved', { exact: true })).toBeVisible();
  await action(transcript, 'Saved').click({ force: true });
  await expect.poll(moments).toHaveLength(1);

  await page.goto(`/podcasts?episode=${episodeId}&at=400`);
  await expect(action(transcript, 'Save')).toBeEnabled();
  await page.goto(`/podcasts?episode=${episodeId}&at=120`);
  await expect(action(transcript, 'Saved')).toBeDisabled();
  const [kept] = await moments();
  expect(await moments()).toHaveLength(1);
  await page.request.delete(`/api/user/moments/${kept?.id}`);
  await page.reload();
  await expect(action(transcript, 'Save')).toBeEnabled();
});

test('on a phone, the buttons of a place are in one row, and the whole placeholder fits', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/podcasts?episode=${episodeId}&at=120`);
  const transcript = chatDialog(page).getByRole('complementary', { name: 'Episode' });
  const rowOf = async (name: string) => (await action(transcript, name).boundingBox())?.y;
  await expect(action(transcript, 'Share')).toBeVisible();
  expect(await rowOf('Share')).toBe(await rowOf('Listen Here'));
  const field = transcript.getByRole('searchbox');
  const isCut = () =>
    field.evaluate((input: HTMLInputElement) => {
      input.value = input.placeholder;
      const { scrollWidth, clientWidth } = input;
      input.value = '';
      return scrollWidth > clientWidth;
    });
  expect(await isCut()).toBe(false);
  await field.fill('dashboards');
  await expect(transcript.getByRole('button', { name: 'Next match' })).toBeVisible();
});

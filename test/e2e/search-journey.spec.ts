/** From a few words to the sentence that was said, in the product's own index. */
import type { Page } from '@playwright/test';
import { tabTo } from '../support/e2e/keyboard.ts';
import {
  ask,
  EPISODE,
  episodeOf,
  makeSession,
  type SubscribedPerson,
  saveInsight,
  updateInsight,
} from '../support/e2e/people.ts';
import { chatDialog } from '../support/e2e/screen.ts';
import type { Search } from '../support/e2e/search.ts';
import { expect, test } from './fixtures.ts';

/** Said once in the episode, by Daniel Brandt. */
const SENTENCE = 'The platforms had sold 5,100 orders that did not exist.';

const remainingOf = async (page: Page): Promise<number> =>
  (await (await page.request.get('/api/user/remaining-generations')).json()).remaining;

/** A reader who has opened the episode: its transcript is in the index. */
async function hearEpisode(page: Page, reader: SubscribedPerson, search: Search) {
  const { id: episodeId } = episodeOf(reader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await search.untilFound('orders that did not exist', 'transcript');
  return { episodeId, sessionId };
}

const cited = (page: Page) => chatDialog(page).locator('[data-cited]').first();

test('with the keyboard alone, from another screen to the sentence, and back', async ({
  page,
  subscribedReader,
  search,
}) => {
  const { episodeId } = await hearEpisode(page, subscribedReader, search);
  const { keyboard } = page;
  await page.goto('/tools');
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Search' }));
  await keyboard.press('Enter');
  await expect(search.field).toBeFocused();
  await keyboard.type('from:daniel orders that did not exist');
  const option = search.options.filter({ hasText: SENTENCE });
  await expect(option).toContainText('Daniel Brandt');
  await expect(option).toContainText(EPISODE);
  await expect(option.locator('mark').filter({ hasText: 'exist' })).toBeVisible();
  const speaker = search.dialog.getByRole('combobox', { name: 'Speaker' });
  await expect(speaker).toHaveValue('daniel');

  // What the field says about the list: the option that Enter chooses.
  for (let step = 0; step < 20; step += 1) {
    if ((await option.getAttribute('aria-selected')) === 'true') break;
    await keyboard.press('ArrowDown');
  }
  const id = (await option.getAttribute('id')) ?? '';
  await expect(search.field).toHaveAttribute('aria-activedescendant', id);
  await keyboard.press('Enter');
  await expect(cited(page)).toContainText('5,100 orders');
  await expect(cited(page)).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`/podcasts\\?.*episode=${episodeId}&at=\\d+`));

  await page.goBack();
  await expect(search.field).toHaveValue('from:daniel orders that did not exist');
  await expect(option).toBeVisible();
  await keyboard.press('Escape');
  await expect(search.dialog).toHaveCount(0);
  await expect(page).toHaveURL('/tools');
});

test('Shift and Enter play the sentence, also in the chat that is open already', async ({
  page,
  subscribedReader,
  search,
}) => {
  const { episodeId, sessionId } = await hearEpisode(page, subscribedReader, search);
  await page.goto(`/library?tab=history&episode=${episodeId}&chat=${sessionId}`);
  await expect(chatDialog(page)).toBeVisible();
  const place = async (typed: string, key: string) => {
    await page.keyboard.press('Control+k');
    await search.field.fill(typed);
    await expect(search.options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press(key);
    await expect(search.dialog).toHaveCount(0);
  };
  await place('kind:transcript "orders that did not exist"', 'Enter');
  await expect(cited(page)).toContainText('5,100 orders');
  await expect(page, 'the conversation stays').toHaveURL(new RegExp(`/library.*chat=${sessionId}`));
  await place('kind:transcript "Every platform followed"', 'Shift+Enter');
  await expect(cited(page)).toContainText('Every platform followed its own published rule');
  const pause = chatDialog(page).getByRole('button', { name: 'Pause' });
  await expect(pause).toBeVisible();

  await test.step('and so does the mark in its row, for the mouse and touch', async () => {
    await pause.click();
    await page.keyboard.press('Control+k');
    await search.field.fill('kind:transcript "orders that did not exist"');
    await search.options.filter({ hasText: SENTENCE }).getByTitle('Play').click();
    await expect(cited(page)).toContainText('5,100 orders');
    await expect(pause).toBeVisible();
  });
});

test("the reader's own items open where they are listed", async ({
  page,
  subscribedReader,
  search,
}) => {
  const { episodeId, sessionId } = await hearEpisode(page, subscribedReader, search);
  for (const message of [
    'Which zebra was counted?',
    'What is attribution?',
    'Why so?',
    'And who?',
  ]) {
    await ask(page.request, { episodeId, sessionId, message });
  }
  const { id } = await saveInsight(page.request, { episodeId, insight: 'A walrus was counted.' });
  await updateInsight(page.request, id, { userNotes: 'Ask the pelican on Monday' });
  for (let count = 0; count < 60; count += 1) {
    await saveInsight(page.request, { episodeId, insight: `Later insight ${count}` });
  }
  await page.request.post('/api/content', { data: { content: 'My heron draft' } });
  for (const [words, kind] of [
    ['walrus', 'insight'],
    ['pelican', 'note'],
    ['zebra', 'chat'],
    ['heron', 'text'],
  ] as const) {
    await search.untilFound(words, kind);
  }
  const open = async (typed: string) => {
    await page.goto(`/profile?find=${encodeURIComponent(typed)}`);
    await expect(search.options.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(search.dialog).toHaveCount(0);
  };
  await open('kind:insight walrus');
  const insight = page.getByRole('listitem').filter({ hasText: 'A walrus was counted.' });
  await expect(insight.getByRole('button', { name: EPISODE })).toBeFocused();
  await expect(insight.getByText('Ask the pelican on Monday')).toBeInViewport();
  await open('kind:note pelican');
  await expect(insight.getByRole('button', { name: EPISODE })).toBeFocused();
  await open('kind:chat zebra');
  await expect(chatDialog(page).getByText('And who?')).toBeVisible();
  await expect(chatDialog(page).getByText('Which zebra was counted?')).toBeInViewport();
  await expect(chatDialog(page).getByText('And who?')).not.toBeInViewport();
  await open('kind:text heron');
  await expect(page).toHaveURL('/editor');

  await page.goto(`/library?insight=${crypto.randomUUID()}`);
  await expect(page.getByText('This insight is no longer in your library.')).toBeVisible();
  await expect(page).toHaveURL('/library');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

  test('the menu leads to it, it takes the whole screen, and a tap opens the sentence', async ({
    page,
    subscribedReader,
    search,
  }) => {
    await hearEpisode(page, subscribedReader, search);
    await page.goto('/library');
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Search' }).tap();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
    await expect(search.field).toBeFocused();
    const box = await search.dialog.boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 360, height: 780 });
    const size = await search.field.evaluate((field) => getComputedStyle(field).fontSize);
    expect(Number.parseFloat(size), 'a phone does not zoom in').toBeGreaterThanOrEqual(16);
    await search.field.fill('orders that did not exist');
    await search.options.filter({ hasText: SENTENCE }).tap();
    await expect(cited(page)).toBeInViewport();
    await expect(chatDialog(page).getByRole('button', { name: 'Listen Here' })).toBeVisible();
    await page.goBack();
    await expect(search.field).toHaveValue('orders that did not exist');
    await search.dialog.getByRole('button', { name: 'Close the search' }).tap();
    await expect(search.dialog).toHaveCount(0);
    await expect(page).toHaveURL('/library');
  });
});

test('opening a sentence costs no insight, which is offered there', async ({
  page,
  subscribedReader,
  search,
}) => {
  const { id } = episodeOf(subscribedReader, EPISODE);
  expect((await page.request.get(`/api/podcasts/episodes/${id}/transcript`)).ok()).toBe(true);
  await search.untilFound('orders that did not exist', 'transcript');
  await page.goto('/tools?find=orders%20that%20did%20not%20exist');
  await expect(search.options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(cited(page)).toContainText('5,100 orders');
  const chat = chatDialog(page);
  await expect(chat.getByText('10 insights remaining')).toBeVisible();
  expect(await remainingOf(page)).toBe(10);
  await chat.getByRole('button', { name: 'Generate Insights' }).click();
  await expect(chat.getByRole('region', { name: 'Conversation' })).toBeFocused();
  await expect(chat.getByRole('heading', { name: 'Key takeaways' })).toBeVisible();
  await expect(chat.getByText('insights remaining')).toHaveCount(0);
});

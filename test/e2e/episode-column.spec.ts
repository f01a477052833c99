/** Beside the conversation: transcript, chapters and show notes as tabs. */
import type { EpisodePage } from '../../schema/wire/episode-page.ts';
import { messagesBy, openedChat, toggle } from '../support/e2e/chat.ts';
import { heardAt, playerOf } from '../support/e2e/player.ts';
import { expect, test } from './fixtures.ts';

const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';

test('a chapter opens the transcript where it begins, and a time in the show notes does, too', async ({
  page,
  subscribedReader,
}) => {
  const chat = await openedChat(page, subscribedReader);
  const column = chat.getByRole('complementary', { name: 'Episode' });
  const tab = (name: string) => column.getByRole('tab', { name, exact: true });
  await expect(tab('Transcript')).toHaveAttribute('aria-selected', 'true');

  await tab('Transcript').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Chapters')).toHaveAttribute('aria-selected', 'true');
  const chapters = column.getByRole('region', { name: 'Chapters' });
  await expect(chapters.getByText('Chapters from the podcast', { exact: true })).toBeVisible();
  const second = chapters.getByRole('button', { name: /^\d+:\d\d/ }).nth(1);
  const clock = /^\d+:\d\d/.exec((await second.textContent()) ?? '')?.[0] ?? '';
  await chapters.getByRole('button', { name: `Play from ${clock}` }).click();
  const player = playerOf(chat);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  const heard = chapters.locator('[aria-current]');
  await expect(heard).toHaveCount(1);
  await expect(heard).toContainText(clock);
  const [minutes = 0, seconds = 0] = clock.split(':').map(Number);
  await expect.poll(() => heardAt(page)).toBeGreaterThanOrEqual(minutes * 60 + seconds);
  await player.getByRole('button', { name: 'Pause' }).click();
  await second.click();
  await expect(tab('Transcript')).toHaveAttribute('aria-selected', 'true');
  await expect(column.getByText(`At ${clock}`)).toBeVisible();
  await expect(column.locator('[data-cited]').first()).toBeInViewport();
  await expect(tab('Transcript'), 'where the chapter was is nothing').toBeFocused();

  await tab('Notes').click();
  const notes = column.getByRole('region', { name: 'Show notes' });
  const link = notes.getByRole('link', { name: 'Episode page' });
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await expect(link).toHaveAttribute('target', '_blank');
  await notes.getByRole('button', { name: `Play from ${clock}` }).click();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await player.getByRole('button', { name: 'Pause' }).click();
  await notes.getByRole('button', { name: `Open the transcript at ${clock}` }).click();
  await expect(tab('Transcript')).toHaveAttribute('aria-selected', 'true');

  // An answer's citation leads back to the transcript from wherever one is.
  await tab('Notes').click();
  await messagesBy(chat, 'assistant')
    .first()
    .getByRole('button', { name: /^Open the transcript at/ })
    .first()
    .click();
  await expect(tab('Transcript')).toHaveAttribute('aria-selected', 'true');
  await toggle(chat).click();
  await expect(column).toBeHidden();
});

test('on a phone, a time in an answer takes the focus along to the view that it opens', async ({
  page,
  subscribedReader,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const chat = await openedChat(page, subscribedReader);
  const view = (name: string) =>
    chat.getByRole('group', { name: 'View' }).getByRole('button', { name });
  const place = messagesBy(chat, 'assistant').getByRole('button', { name: /^Open the trans/ });
  await place.first().press('Enter');
  await expect(view('Episode')).toBeFocused();
  await expect(view('Episode')).toHaveAttribute('aria-pressed', 'true');
  await expect(chat.getByRole('status').filter({ hasText: /^At \d+:\d\d/ })).toBeVisible();
});

test('on a phone, notes and chapters are one tap from the transcript, and say if they fail to load', async ({
  page,
  network,
  subscribedReader,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const chat = await openedChat(page, subscribedReader);
  await chat.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Episode' }).click();
  await expect(chat.getByRole('tab', { name: 'Transcript' })).toBeVisible();
  await expect(chat.getByText('Transcript', { exact: true }).filter({ visible: true })).toHaveCount(
    1,
  );
  await network.fail('GET', /^\/api\/podcasts\/episodes\/[^/]+$/);
  await chat.getByRole('tab', { name: 'Notes' }).click();
  await expect(
    chat.getByText('The show notes did not load. Everything else still works.'),
  ).toBeVisible();
  await network.restore();
  await chat.getByRole('button', { name: 'Try Again' }).press('Enter');
  await expect(chat.getByRole('region', { name: 'Show notes' })).toBeVisible();
  await expect(chat.getByRole('tabpanel', { name: 'Notes' })).toBeFocused();
  await chat.getByRole('tab', { name: 'Chapters' }).click();
  await expect(
    chat.getByRole('region', { name: 'Chapters' }).getByRole('button').first(),
  ).toBeInViewport();
});

test('chapters show the pictures that the podcast gives them; what cannot be had stays a placeholder', async ({
  page,
  network,
  subscribedReader,
}) => {
  await network.change('GET', /^\/api\/podcasts\/episodes\/[^/]+$/, (episode: EpisodePage) => ({
    ...episode,
    chapters: episode.chapters.map((chapter, index) => ({
      ...chapter,
      imageUrl: index < 2 ? `https://pictures.test/${index}.png` : null,
    })),
  }));
  const chat = await openedChat(page, subscribedReader);
  const asked: string[] = [];
  await page.route(/\/chapters\/[\d.]+\/picture$/, (route) => {
    asked.push(route.request().url());
    return route.request().url().endsWith('/chapters/0/picture')
      ? route.fulfill({ contentType: 'image/svg+xml', body: SQUARE })
      : route.fulfill({ status: 204 });
  });
  await chat.getByRole('tab', { name: 'Chapters' }).click();
  const rows = chat.getByRole('region', { name: 'Chapters' }).getByRole('listitem');
  const picture = (index: number) => rows.nth(index).locator('img');
  await expect
    .poll(() => picture(0).evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await expect(picture(1), 'it is not there').toHaveCount(0);
  await expect(picture(2), 'it has none').toHaveCount(0);
  await expect(rows.nth(2).locator('.chapter-picture')).toBeVisible();
  expect(asked.every((url) => new URL(url).pathname.startsWith('/api/'))).toBe(true);
});

test('on a phone, conversation, transcript, chapters and notes are one swipe apart', async ({
  page,
  subscribedReader,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const chat = await openedChat(page, subscribedReader);
  const view = chat.getByRole('group', { name: 'View' });
  const swipe = async (fromX: number, toX: number, rise = 0) => {
    const body = chat.locator('.chat-body');
    const at = (clientX: number, clientY: number) => [{ identifier: 0, clientX, clientY }];
    const [from, to] = [at(fromX, 400), at(toX, 400 - rise)];
    await body.dispatchEvent('touchstart', { touches: from, changedTouches: from });
    await body.dispatchEvent('touchend', { touches: [], changedTouches: to });
  };
  const selected = (name: string) =>
    expect(chat.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
  await swipe(300, 100, 200);
  await swipe(100, 300);
  await expect(view.getByRole('button', { name: 'Conversation' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  for (const name of ['Transcript', 'Chapters', 'Notes', 'Notes']) {
    await swipe(300, 100);
    await selected(name);
  }
  await swipe(100, 300);
  await selected('Chapters');
  await swipe(100, 300);
  await swipe(100, 300);
  await expect(view.getByRole('button', { name: 'Conversation' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

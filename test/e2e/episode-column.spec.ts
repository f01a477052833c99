/** Beside the conversation: transcript, chapters and show notes as tabs. */
import { messagesBy, openedChat, toggle } from '../support/e2e/chat.ts';
import { expect, test } from './fixtures.ts';

test('a chapter opens the transcript where it begins, and a time in the show notes does, too', async ({
  page,
  subscribedReader,
}) => {
  const chat = await openedChat(page, subscribedReader);
  const column = chat.getByRole('complementary', { name: 'Transcript' });
  const tab = (name: string) => column.getByRole('tab', { name, exact: true });
  await expect(tab('Transcript')).toHaveAttribute('aria-selected', 'true');

  await tab('Transcript').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Chapters')).toHaveAttribute('aria-selected', 'true');
  const chapters = column.getByRole('region', { name: 'Chapters' });
  await expect(chapters.getByText('Chapters from the podcast', { exact: true })).toBeVisible();
  const second = chapters.getByRole('button').nth(1);
  const clock = /^\d+:\d\d/.exec((await second.textContent()) ?? '')?.[0] ?? '';
  await second.click();
  await expect(tab('Transcript')).toHaveAttribute('aria-selected', 'true');
  await expect(column.getByText(`At ${clock}`)).toBeVisible();
  await expect(column.locator('[data-cited]').first()).toBeInViewport();

  await tab('Notes').click();
  const notes = column.getByRole('region', { name: 'Show notes' });
  const link = notes.getByRole('link', { name: 'Episode page' });
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await expect(link).toHaveAttribute('target', '_blank');
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

test('on a phone the notes and chapters are one tap from the transcript, and say when they do not load', async ({
  page,
  network,
  subscribedReader,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const chat = await openedChat(page, subscribedReader);
  await chat
    .getByRole('group', { name: 'View' })
    .getByRole('button', { name: 'Transcript' })
    .click();
  await network.fail('GET', /^\/api\/podcasts\/episodes\/[^/]+$/);
  await chat.getByRole('tab', { name: 'Notes' }).click();
  await expect(
    chat.getByText('The show notes did not load. Everything else still works.'),
  ).toBeVisible();
  await network.restore();
  await chat.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.getByRole('region', { name: 'Show notes' })).toBeVisible();
  await chat.getByRole('tab', { name: 'Chapters' }).click();
  await expect(
    chat.getByRole('region', { name: 'Chapters' }).getByRole('button').first(),
  ).toBeInViewport();
});

import type { Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { libraryRow } from '../support/e2e/library.ts';
import { EPISODE, episodeOf, makeSession, saveInsight } from '../support/e2e/people.ts';
import { readyChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Prints the page, and returns the text of all sheets. */
async function printed(page: Page): Promise<string> {
  const { text } = await extractText(new Uint8Array(await page.pdf()), { mergePages: true });
  return inOneLine(text);
}

test('a transcript is printed whole, without the page around it', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await page.goto(`/library?tab=history&episode=${episodeId}&chat=${sessionId}&at=60`);
  const chat = await readyChat(page);
  const last = chat.locator('.transcript-paragraph p').last();
  const words = inOneLine((await last.textContent()) ?? '');
  expect(words).not.toBe('');
  const text = await printed(page);
  expect(text).toContain(EPISODE);
  expect(text).toContain(words);
  for (const other of ['Your Insights Library', 'My Library', 'Listen Here', 'Conversation']) {
    expect(text).not.toContain(other);
  }
});

test('an insight is printed without what is pressed', async ({ page, subscribedReader }) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'Half of it was counted twice [0:30]' });
  await page.goto('/library');
  await libraryRow(page, EPISODE).getByRole('button', { name: EPISODE, exact: true }).click();
  await expect(page.getByText('Your Notes')).toBeVisible();
  const text = await printed(page);
  for (const words of ['Half of it was counted twice', '0:30', 'Your Notes']) {
    expect(text).toContain(words);
  }
  for (const other of ['My Library', 'Edit Notes', 'Add Tag', 'Copy', 'Terms']) {
    expect(text).not.toContain(other);
  }
});

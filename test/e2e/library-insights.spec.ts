/** A saved insight in the library: what its row shows and can do. */
import { format } from 'date-fns';
import type { PodcastGroup } from '../../schema/wire/library.ts';
import { action, libraryRow } from '../support/e2e/library.ts';
import {
  EPISODE,
  episodeOf,
  makeSession,
  SHORT_EPISODE,
  saveInsight,
  updateInsight,
} from '../support/e2e/people.ts';
import {
  clickInChat,
  expectErrorToast,
  expectSuccessToast,
  expectToast,
  readyChat,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const INSIGHT = '## Kept\n\nSend the **numbers** the day before.';
const TODAY = () => format(new Date(), 'MMM d, yyyy');

test("each insight: episode title, 'Short' badge for YouTube shorts, date as 'MMM d, yyyy' (fallback 'Unknown date'), tags", async ({
  page,
  network,
  subscribedReader,
}) => {
  const plain = await saveInsight(page.request, {
    episodeId: episodeOf(subscribedReader, EPISODE).id,
    insight: INSIGHT,
  });
  await updateInsight(page.request, plain.id, { tags: ['budget', 'monday'] });
  await saveInsight(page.request, {
    episodeId: episodeOf(subscribedReader, SHORT_EPISODE).id,
    insight: 'In short',
  });
  await page.goto('/library');
  const row = libraryRow(page, EPISODE);
  await expect(row.getByText(TODAY(), { exact: true })).toBeVisible();
  await expect(row.getByText('Short', { exact: true })).toHaveCount(0);
  await expect(row.getByText('budget', { exact: true })).toBeVisible();
  await expect(row.getByText('monday', { exact: true })).toBeVisible();
  await expect(libraryRow(page, SHORT_EPISODE).getByText('Short', { exact: true })).toBeVisible();

  for (const generatedAt of ['', null, 'yesterday']) {
    await network.restore();
    await network.change<{ podcastGroups: PodcastGroup[] }>(
      'GET',
      '/api/user/insights',
      ({ podcastGroups, ...reply }) => ({
        ...reply,
        podcastGroups: podcastGroups.map((group) => ({
          ...group,
          insights: group.insights.map((one) => ({ ...one, generatedAt })),
        })),
      }),
    );
    await page.goto('/library');
    await expect(row.getByText('Unknown date', { exact: true })).toBeVisible();
  }
});

test("an expander reveals the insight HTML and 'Your Notes'; actions: 'Add Notes' / 'Edit Notes', 'Add Tag', 'Chat'", async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const saved = await saveInsight(page.request, { episodeId, insight: INSIGHT });
  await updateInsight(page.request, saved.id, { tags: ['budget'] });
  await page.goto('/library');
  const row = libraryRow(page, EPISODE);
  for (const name of ['Add Notes', 'Add Tag', 'Chat']) {
    await expect(action(row, name)).toBeVisible();
  }
  await expect(action(row, 'Edit Notes')).toHaveCount(0);
  await expect(row.getByText('Your Notes')).toHaveCount(0);
  await action(row, EPISODE).click();
  await expect(row.getByRole('heading', { name: 'Kept' })).toBeVisible();
  await expect(row.getByText('numbers', { exact: true })).toBeVisible();
  expect(await row.locator('strong').textContent()).toBe('numbers');
  await expect(row.getByText('Your Notes', { exact: true })).toBeVisible();

  await test.step("tags dialog 'Add Tags': 'New Tag', Add disabled when blank after trimming, 'Feature Coming Soon', current tags, Close", async () => {
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(request.url());
    });
    await action(row, 'Add Tag').click();
    const dialog = page.getByRole('dialog', { name: 'Add Tags', exact: true });
    await expect(dialog.getByText('budget', { exact: true })).toBeVisible();
    const tag = dialog.getByLabel('New Tag', { exact: true });
    await expect(action(dialog, 'Add')).toBeDisabled();
    await tag.fill('   ');
    await expect(action(dialog, 'Add')).toBeDisabled();
    await tag.fill(' monday ');
    await action(dialog, 'Add').click();
    await expectToast(
      page,
      'Feature Coming Soon',
      'Tag functionality will be available in a future update.',
    );
    await expect(dialog.getByText('monday', { exact: true })).toHaveCount(0);
    await action(dialog, 'Close').click();
    await expect(dialog).toBeHidden();
    expect(changes, 'it only shows the toast').toEqual([]);
  });

  await test.step("notes dialog 'Add Notes' or 'Edit Your Notes': textarea (minimum height 150 px), 'Cancel', 'Save Notes' ('Saving...'), 'Notes updated successfully'", async () => {
    const release = await network.hold('PUT', /^\/api\/user\/insights\//);
    await action(row, 'Add Notes').click();
    const adding = page.getByRole('dialog', { name: 'Add Notes', exact: true });
    const text = adding.getByRole('textbox');
    await expect.poll(async () => (await text.boundingBox())?.height).toBeGreaterThanOrEqual(150);
    await text.fill('Never mind');
    await action(adding, 'Cancel').click();
    await expect(adding).toBeHidden();

    await action(row, 'Add Notes').click();
    await expect(text).toHaveValue('');
    await text.fill('For Monday');
    await action(adding, 'Save Notes').click();
    await expect(action(adding, 'Saving...')).toBeDisabled();
    release();
    await expectSuccessToast(page, 'Notes updated successfully');
    await expect(adding).toBeHidden();
    await expect(row.getByText('For Monday', { exact: true })).toBeVisible();
    await expect(action(row, 'Add Notes')).toHaveCount(0);

    await action(row, 'Edit Notes').click();
    const editing = page.getByRole('dialog', { name: 'Edit Your Notes', exact: true });
    await expect(editing.getByRole('textbox')).toHaveValue('For Monday');
    await page.keyboard.press('Escape');
    await expect(editing).toBeHidden();
  });

  await test.step("'Chat' opens the chat overlay with 10 remaining questions and a 'Back to Library' button", async () => {
    await action(row, 'Chat').click();
    const chat = await readyChat(page);
    await expect(chat.getByText('10 follow-up questions remaining', { exact: true })).toBeVisible();
    await action(chat, 'Back to Library').click();
    await expect(chat).toBeHidden();
    await expect(page).toHaveURL('/library');
    await expect(row).toBeVisible();
  });
});

test('an answer saved in the chat is in the library; a deleted one is gone', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await page.goto(`/podcasts?episode=${episodeId}&chat=${sessionId}`);
  const chat = await readyChat(page);
  await clickInChat(action(chat, 'Save to Library'));
  await expect(action(chat, 'Saved')).toBeVisible();
  await page.goto('/library');
  await expect(page.getByText('1 insight(s) saved', { exact: true })).toBeVisible();
  const row = libraryRow(page, EPISODE);
  await action(row, 'Delete').click();
  await expect(page.getByText('No Insights Yet')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(action(page.locator('body'), 'Undo')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row).toBeVisible();
  await expect(action(row, EPISODE)).toBeFocused();
  await action(row, 'Delete').click();
  await expect(page.getByText('No Insights Yet')).toBeVisible();
});

test('on a phone, a row has its buttons in one line, Play as its mark alone', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: INSIGHT });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/library');
  const row = libraryRow(page, EPISODE);
  const [play, notes, remove] = await Promise.all(
    ['Play', 'Add Notes', 'Delete'].map((name) => action(row, name).boundingBox()),
  );
  if (!play || !notes || !remove) throw new Error('Not shown');
  expect(play.width).toBeLessThanOrEqual(40);
  expect(notes.y).toBe(play.y);
  expect(remove.y).toBe(play.y);
});

test('notes stand in the margin of an opened insight, its buttons below the text', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: INSIGHT });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/library');
  const row = libraryRow(page, EPISODE);
  await action(row, EPISODE).click();
  const text = await row.locator('.reading').boundingBox();
  const notes = await row.locator('.library-notes').boundingBox();
  const copy = await action(row, 'Copy').boundingBox();
  if (!text || !notes || !copy) throw new Error('Not shown');
  expect(notes.y).toBe(text.y);
  expect(notes.x).toBeGreaterThanOrEqual(text.x + text.width);
  expect(copy.y).toBeGreaterThanOrEqual(text.y + text.height);
  expect(copy.x).toBeLessThan(notes.x);
});

test('notes on an insight that was deleted in another tab are kept on the screen, which says why', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id } = await saveInsight(page.request, { episodeId, insight: 'Kept' });
  await page.goto('/library');
  await action(libraryRow(page, EPISODE), 'Add Notes').click();
  await page.request.delete(`/api/user/insights/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Add Notes' });
  await dialog.getByRole('textbox').fill('For Monday');
  network.allow(`/api/user/insights/${id}`);
  await action(dialog, 'Save Notes').click();
  await expectErrorToast(page, 'Failed to update notes');
  await expect(dialog.getByRole('alert')).toContainText('This insight has been deleted.');
  await expect(dialog.getByRole('textbox')).toHaveValue('For Monday');
});

test('notes that were changed in another tab are shown before they are replaced', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id } = await saveInsight(page.request, { episodeId, insight: 'Kept' });
  await page.goto('/library');
  await action(libraryRow(page, EPISODE), 'Add Notes').click();
  const dialog = page.getByRole('dialog', { name: /Notes$/ });
  await dialog.getByRole('textbox').fill('From the desk');
  await updateInsight(page.request, id, { userNotes: 'From the phone' });
  network.allow(`/api/user/insights/${id}`);
  await action(dialog, 'Save Notes').click();
  const notice = dialog.getByRole('alert');
  await expect(notice).toContainText('Your notes have been changed elsewhere.');
  await expect(notice).toContainText('From the phone');
  await dialog.getByRole('textbox').fill('From the phone and the desk');
  await action(dialog, 'Save Notes').click();
  await expectSuccessToast(page, 'Notes updated successfully');
  await expect(dialog).toBeHidden();
  const reply = await page.request.get(`/api/user/insights/${id}`);
  expect((await reply.json()).userNotes).toBe('From the phone and the desk');
});

import type { Locator, Page } from '@playwright/test';
import { format } from 'date-fns';
import type { PodcastGroup } from '../../schema/wire/library.ts';
import {
  ask,
  EPISODE,
  episodeOf,
  fetchRecent,
  makeSession,
  OTHER_SAMPLER,
  SAMPLER,
  SHORT_EPISODE,
  saveInsight,
  subscribe,
  updateInsight,
} from '../support/e2e/people.ts';
import {
  expectDestructive,
  expectErrorToast,
  expectSuccessToast,
  expectToast,
  messagesOf,
  readyChat,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const INSIGHT = '## Kept\n\nSend the **numbers** the day before.';
const TODAY = () => format(new Date(), 'MMM d, yyyy');

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const action = (row: Locator, name: string) => row.getByRole('button', { name, exact: true });
const insightRow = (page: Page, title: string) =>
  page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) });

test("anonymous: 'Sign In Required' with a 'Sign In' button to /login", async ({ page }) => {
  await page.goto('/library');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Insights Library');
  await expect(page.getByText('Sign In Required', { exact: true })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/login');
});

test("tabs 'Saved Insights' and 'Chat History'; each refetches on switch; empty: 'No Insights Yet' and 'No Chat History' with 'Browse Podcasts' to /podcasts", async ({
  page,
  reader,
}) => {
  expect(reader.id).not.toBe('');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET') asked.push(new URL(request.url()).pathname);
  });
  const count = (path: string) => asked.filter((one) => one === path).length;
  await page.goto('/library');
  await expect(page.getByText('Sign In Required')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveCount(2);
  await expect(tab(page, 'Saved Insights')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No Insights Yet', { exact: true })).toBeVisible();
  for (let visit = 1; visit <= 2; visit += 1) {
    await tab(page, 'Chat History').click();
    await expect(page.getByText('No Chat History', { exact: true })).toBeVisible();
    await expect.poll(() => count('/api/user/chat-sessions')).toBe(visit);
    await tab(page, 'Saved Insights').click();
    await expect(page.getByText('No Insights Yet')).toBeVisible();
    await expect.poll(() => count('/api/user/insights')).toBe(visit + 1);
  }
  await tab(page, 'Chat History').click();
  await expect(page, 'the URL holds the tab').toHaveURL(/tab=history/);
  await page.reload();
  await expect(tab(page, 'Chat History')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: 'Browse Podcasts', exact: true }).click();
  await expect(page).toHaveURL('/podcasts');
  await page.goto('/library');
  await page.getByRole('link', { name: 'Browse Podcasts', exact: true }).click();
  await expect(page).toHaveURL('/podcasts');
});

test("grouped by podcast as collapsible cards, all expanded at first, each with '{n} insight(s) saved'", async ({
  page,
  reader,
}) => {
  expect(reader.id).not.toBe('');
  await subscribe(page.request, SAMPLER);
  await subscribe(page.request, OTHER_SAMPLER);
  const { episodes } = await fetchRecent(page.request);
  const [ours = [], others = []] = [episodes[SAMPLER], episodes[OTHER_SAMPLER]];
  for (const { id } of [...ours.slice(0, 2), ...others.slice(0, 1)]) {
    await saveInsight(page.request, { episodeId: id, insight: INSIGHT });
  }
  await page.goto('/library');
  for (const [title, count] of [
    [SAMPLER, 2],
    [OTHER_SAMPLER, 1],
  ] as const) {
    const group = page.getByRole('region', { name: title });
    const header = group.getByRole('button', { name: title });
    await expect(header).toHaveAttribute('aria-expanded', 'true');
    await expect(group.getByText(`${count} insight(s) saved`, { exact: true })).toBeVisible();
    await expect(group.getByRole('listitem')).toHaveCount(count);
    await header.click();
    await expect(header).toHaveAttribute('aria-expanded', 'false');
    await expect(group.getByRole('listitem')).toHaveCount(0);
  }
});

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
  const row = insightRow(page, EPISODE);
  await expect(row.getByText(TODAY(), { exact: true })).toBeVisible();
  await expect(row.getByText('Short', { exact: true })).toHaveCount(0);
  await expect(row.getByText('budget', { exact: true })).toBeVisible();
  await expect(row.getByText('monday', { exact: true })).toBeVisible();
  await expect(insightRow(page, SHORT_EPISODE).getByText('Short', { exact: true })).toBeVisible();

  await network.change<{ podcastGroups: PodcastGroup[] }>(
    'GET',
    '/api/user/insights',
    ({ podcastGroups }) => ({
      podcastGroups: podcastGroups.map((group) => ({
        ...group,
        insights: group.insights.map((one) => ({ ...one, generatedAt: '' })),
      })),
    }),
  );
  await page.goto('/library');
  await expect(row.getByText('Unknown date', { exact: true })).toBeVisible();
});

test("an expander reveals the insight HTML and 'Your Notes'; actions: 'Add Notes' / 'Edit Notes', 'Add Tag', 'Chat'", async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const saved = await saveInsight(page.request, { episodeId, insight: INSIGHT });
  await page.goto('/library');
  const row = insightRow(page, EPISODE);
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

  await updateInsight(page.request, saved.id, { userNotes: 'For Monday' });
  await page.reload();
  await expect(action(row, 'Edit Notes')).toBeVisible();
  await expect(action(row, 'Add Notes')).toHaveCount(0);
  await action(row, EPISODE).click();
  await expect(row.getByText('For Monday', { exact: true })).toBeVisible();
});

test("notes dialog 'Add Notes' or 'Edit Your Notes': textarea (minimum height 150 px), 'Cancel', 'Save Notes' ('Saving...'), 'Notes updated successfully'", async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: INSIGHT });
  const release = await network.hold('PUT', /^\/api\/user\/insights\//);
  await page.goto('/library');
  const row = insightRow(page, EPISODE);
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

  await action(row, 'Edit Notes').click();
  const editing = page.getByRole('dialog', { name: 'Edit Your Notes', exact: true });
  await expect(editing.getByRole('textbox')).toHaveValue('For Monday');
});

test("'Failed to update notes'; the dialog and what was written stay", async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: INSIGHT });
  await network.fail('PUT', /^\/api\/user\/insights\//);
  await page.goto('/library');
  await action(insightRow(page, EPISODE), 'Add Notes').click();
  const dialog = page.getByRole('dialog', { name: 'Add Notes' });
  await dialog.getByRole('textbox').fill('Do not lose me');
  await action(dialog, 'Save Notes').click();
  await expectErrorToast(page, 'Failed to update notes');
  await expect(dialog.getByRole('textbox')).toHaveValue('Do not lose me');
  await expect(action(dialog, 'Save Notes')).toBeEnabled();
});

test("tags dialog 'Add Tags': 'New Tag', Add disabled when blank after trimming, 'Feature Coming Soon', current tags, Close", async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const saved = await saveInsight(page.request, { episodeId, insight: INSIGHT });
  await updateInsight(page.request, saved.id, { tags: ['budget'] });
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(request.url());
  });
  await page.goto('/library');
  await action(insightRow(page, EPISODE), 'Add Tag').click();
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

test("'Chat' opens the chat overlay with 10 remaining questions and a 'Back to Library' button", async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: INSIGHT });
  await page.goto('/library');
  await action(insightRow(page, EPISODE), 'Chat').click();
  const chat = await readyChat(page);
  await expect(chat.getByText('10 follow-up questions remaining', { exact: true })).toBeVisible();
  await action(chat, 'Back to Library').click();
  await expect(chat).toBeHidden();
  await expect(page).toHaveURL('/library');
  await expect(insightRow(page, EPISODE)).toBeVisible();
});

test("chat history: episode title, podcast title, '{n} messages', 'View Conversation' with question, time 'h:mm a' and answer labelled 'AI Assistant'; 'Continue Chat' opens it with the session's initial insight", async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  const message = 'What is said about dashboards?';
  await ask(page.request, { episodeId, sessionId, message });
  await page.goto('/library?tab=history');
  const session = insightRow(page, EPISODE);
  await expect(session.getByText(SAMPLER, { exact: true })).toBeVisible();
  await expect(session.getByText('2 messages', { exact: true })).toBeVisible();
  await expect(session.getByText(message)).toHaveCount(0);
  await action(session, 'View Conversation').click();
  await expect(session.getByText(message, { exact: true })).toBeVisible();
  await expect(session.getByText('AI Assistant', { exact: true })).toBeVisible();
  await expect(session.getByText(/^\d{1,2}:\d{2} [AP]M$/)).toBeVisible();

  await action(session, 'Continue Chat').click();
  const chat = await readyChat(page);
  await expect(messagesOf(chat).first().getByRole('heading').first()).toBeVisible();
  await expect(messagesOf(chat).filter({ hasText: message })).toBeVisible();
  await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
});

test("'Failed to load insights. Please try again.' and 'Failed to load chat history. Please try again.'", async ({
  page,
  network,
  reader,
}) => {
  expect(reader.id).not.toBe('');
  await network.fail('GET', '/api/user/insights');
  await network.fail('GET', '/api/user/chat-sessions');
  await page.goto('/library');
  await expectErrorToast(page, 'Failed to load insights. Please try again.');
  await expectDestructive(page);
  await expect(page.getByText('No Insights Yet')).toHaveCount(0);
  await tab(page, 'Chat History').click();
  await expectErrorToast(page, 'Failed to load chat history. Please try again.');
  await expectDestructive(page);
  await expect(page.getByText('No Chat History')).toHaveCount(0);
});

test('an answer saved in the chat is in the library; a deleted one is gone', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await page.goto(`/podcasts?episode=${episodeId}&chat=${sessionId}`);
  const chat = await readyChat(page);
  await action(chat, 'Save to Library').click();
  await expect(action(chat, 'Saved')).toBeVisible();
  await page.goto('/library');
  await expect(page.getByText('1 insight(s) saved', { exact: true })).toBeVisible();
  const row = insightRow(page, EPISODE);
  await action(row, 'Delete').click();
  await action(page.getByRole('alertdialog'), 'Delete').click();
  await expect(page.getByText('No Insights Yet')).toBeVisible();
});

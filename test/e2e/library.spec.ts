import type { Page } from '@playwright/test';
import { action, libraryRow } from '../support/e2e/library.ts';
import {
  ask,
  EPISODE,
  episodeOf,
  fetchRecent,
  makeSession,
  OTHER_SAMPLER,
  SAMPLER,
  saveInsight,
  subscribe,
} from '../support/e2e/people.ts';
import {
  expectDestructive,
  expectErrorToast,
  messagesOf,
  readyChat,
  watchShifts,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

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
  network,
  reader: _,
}) => {
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

  await test.step("'Failed to load insights. Please try again.' and 'Failed to load chat history. Please try again.'", async () => {
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
});

test("grouped by podcast as collapsible cards, all expanded at first, each with '{n} insight(s) saved'", async ({
  page,
  reader: _,
}) => {
  await subscribe(page.request, SAMPLER);
  await subscribe(page.request, OTHER_SAMPLER);
  const { episodes } = await fetchRecent(page.request);
  const [ours = [], others = []] = [episodes[SAMPLER], episodes[OTHER_SAMPLER]];
  for (const { id } of [...ours.slice(0, 2), ...others.slice(0, 1)]) {
    await saveInsight(page.request, { episodeId: id, insight: 'Kept' });
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

test("chat history: episode title, podcast title, '{n} messages', 'View Conversation' with question, time 'h:mm a' and answer labelled 'AI Assistant'; 'Continue Chat' opens it with the session's initial insight", async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  const message = 'What is said about dashboards?';
  await ask(page.request, { episodeId, sessionId, message });
  await page.goto('/library?tab=history');
  const session = libraryRow(page, EPISODE);
  await expect(session.getByText(SAMPLER, { exact: true })).toBeVisible();
  await expect(session.getByText('2 messages', { exact: true })).toBeVisible();
  await expect(session.getByRole('heading', { name: message })).toBeVisible();
  const exchanges = session.getByRole('list');
  await expect(exchanges).toHaveCount(0);
  await action(session, 'View Conversation').click();
  await expect(exchanges.getByText(message, { exact: true })).toBeVisible();
  await expect(session.getByText('AI Assistant', { exact: true })).toBeVisible();
  await expect(session.getByText(/^\d{1,2}:\d{2} [AP]M$/)).toBeVisible();

  await action(session, 'Continue Chat').click();
  const chat = await readyChat(page);
  await expect(messagesOf(chat).first().getByRole('heading').first()).toBeVisible();
  await expect(messagesOf(chat).filter({ hasText: message })).toBeVisible();
  await expect(chat.getByText('9 follow-up questions remaining')).toBeVisible();
});

test("the library's rows have their height from the start", async ({ page, reader: _ }) => {
  await subscribe(page.request, SAMPLER);
  await subscribe(page.request, OTHER_SAMPLER);
  const { episodes } = await fetchRecent(page.request);
  for (const podcast of [SAMPLER, OTHER_SAMPLER]) {
    for (const { id: episodeId } of (episodes[podcast] ?? []).slice(0, 2)) {
      await saveInsight(page.request, { episodeId, insight: 'Send the **numbers** first.' });
      const { id: sessionId } = await makeSession(page.request, episodeId);
      await ask(page.request, { episodeId, sessionId, message: 'What is said?' });
    }
  }
  const shifted = await watchShifts(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/library', '/library?tab=history']) {
      await page.goto(path);
      await expect(libraryRow(page, EPISODE)).toBeVisible();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await shifted(), `${path}, ${width} px`).toBeLessThan(0.005);
    }
  }
});

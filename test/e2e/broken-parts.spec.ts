/** A failure in one part of a page stays in that part, and the reader can go on. */
import type { EpisodesByPodcast } from '../../schema/wire/episodes.ts';
import { scriptOf } from '../support/e2e/network.ts';
import { EPISODE, episodeOf, SAMPLER, saveInsight } from '../support/e2e/people.ts';
import {
  catalogue,
  expectErrorToast,
  recentEpisodes,
  toastRegion,
  unfoldPodcast,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const BROKEN = /fetch dynamically imported module|preload CSS|error occurred in|TypeError/;

test('an error in one card does not take the page down', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  network.allowError(BROKEN);
  await network.change<EpisodesByPodcast>('GET', '/api/podcasts/recent-episodes', () => ({
    [SAMPLER]: [null as never],
  }));
  await page.goto('/podcasts?category=hr');
  const card = recentEpisodes(page);
  await expect(card.getByText('Recent Episodes could not be shown')).toBeVisible();
  await expect(card.getByText('The rest of the page still works.')).toBeVisible();
  await expect(catalogue(page).getByText(/^Showing \d+ podcasts in HR$/)).toBeVisible();
  await page
    .getByRole('region', { name: 'Knowledge Quiz' })
    .getByRole('button', { name: 'Generate Quiz' })
    .click();
  await expect(page.getByText('Question 1 of 5')).toBeVisible();

  await network.restore();
  await card.getByRole('button', { name: 'Try Again' }).click();
  await expect(card.getByRole('button', { name: SAMPLER })).toBeVisible();
});

test('a first visit shows the cards although it stays unknown when the next fetch is', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await network.fail('GET', '/api/podcasts/cache-status');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/podcasts');
  const podcast = recentEpisodes(page).getByRole('button', { name: SAMPLER });
  await expect(podcast).toBeVisible();
  // The cards request it, too.
  await podcast.click();
  const calls = () => asked.filter((path) => path === '/api/podcasts/cache-status').length;
  await expect.poll(calls).toBe(4);
  await expect(podcast).toHaveAttribute('aria-expanded', 'true');
});

test('an error takes no more room than it needs, however high the card was', async ({
  page,
  network,
  reader: _,
}) => {
  await page.goto('/podcasts');
  await expect(recentEpisodes(page).getByText(/^Click the button above/)).toBeVisible();
  await page.evaluate(() =>
    localStorage.setItem('dripcast.height.recent-episodes', `${window.innerWidth} 2000`),
  );
  await network.fail('GET', '/api/user/subscriptions');
  await network.fail('GET', '/api/podcasts/recent-episodes');
  await page.reload();
  await expect(recentEpisodes(page).getByText('Failed to fetch recent episodes')).toBeVisible();
  await expect
    .poll(async () => (await recentEpisodes(page).boundingBox())?.height)
    .toBeLessThan(600);
  const kept = () => page.evaluate(() => localStorage.getItem('dripcast.height.recent-episodes'));
  expect(await kept(), 'the height of the error is forgotten').toMatch(/ 2000$/);
  await network.restore();
  await page.reload();
  await expect.poll(kept).not.toMatch(/ 2000$/);
});

test('the episodes take no more room than they need if the subscriptions fail', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await page.goto('/podcasts');
  const podcast = recentEpisodes(page).getByRole('button', { name: SAMPLER });
  await expect(podcast).toBeVisible();
  await page.evaluate(() =>
    localStorage.setItem('dripcast.height.recent-episodes', `${window.innerWidth} 2000`),
  );
  await network.fail('GET', '/api/user/subscriptions');
  await page.reload();
  await expect(podcast).toBeVisible();
  await expect
    .poll(async () => (await recentEpisodes(page).boundingBox())?.height)
    .toBeLessThan(1_000);
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch subscriptions.' });
  await network.restore();
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(alert).toHaveCount(0);
  await expect(podcast).toBeVisible();
});

test('a part whose script fails to load says so, and loads on retry', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  network.allowError(BROKEN);
  await network.cut('GET', scriptOf('QuizCard', 'EpisodeChat', 'UserMenu'));
  await unfoldPodcast(page);
  const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
  await expect(quiz.getByText('Knowledge Quiz could not be shown')).toBeVisible();
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
  await recentEpisodes(page).getByRole('button', { name: 'Generate Insights' }).first().click();
  const chat = page.getByRole('region', { name: 'The chat' });
  await expect(chat.getByText('The chat could not be shown')).toBeInViewport();

  await network.restore();
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await page.keyboard.press('Escape');
  await chat.getByRole('button', { name: 'Try Again' }).click();
  // The whole page is loaded again, and the chat with it.
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the phone menu says that it did not load, and opens on retry', async ({ page, network }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await network.cut('GET', scriptOf('MenuPanel'));
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.click();
  await expect(
    toastRegion(page).getByText('The menu did not load. Please check your network and try again.'),
  ).toBeVisible();
  await network.restore();
  await opener.click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test('a lost connection is shown, and the screen loads once it is back', async ({
  page,
  context,
  network,
  reader: _,
}) => {
  network.allow(/^\//);
  network.allowError(/The screen could not be loaded/);
  const go = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByText(name, { exact: true }).click();
  const notice = page.getByText("You're offline. You can keep reading what is already open.");
  await page.goto('/tools');
  await expect(page.getByText('No Digest Yet')).toBeVisible();
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await go('My Library');
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await expect(page.getByRole('banner'), 'the rest of the page stays').toBeVisible();
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await expect(page.getByText('No Insights Yet')).toBeVisible();

  await context.setOffline(true);
  await page.getByRole('tab', { name: 'Chat History' }).click();
  await expect(page.getByText('Your chat history did not load')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('No Chat History')).toBeVisible();
});

test('trying again while the server is down keeps the page and says why', async ({
  page,
  network,
  reader: _,
}) => {
  network.allowError(/The screen could not be loaded/);
  await page.goto('/tools');
  await expect(page.getByText('No Digest Yet')).toBeVisible();
  await network.cut('GET', /^\//);
  await page.getByRole('navigation', { name: 'Main' }).getByText('My Library').click();
  await expect(page.getByText('This page could not be shown')).toBeVisible();

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('/', (route) => answered.then(() => route.fulfill({ status: 503 })));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Trying...' })).toBeVisible();
  answer();
  await expectErrorToast(page, 'The server did not answer. Please try again in a moment.');
  await expect(page.getByText('This page could not be shown')).toBeVisible();

  await network.restore();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No Insights Yet')).toBeVisible();
});

test('a text that could not be copied says so', async ({ page, network, subscribedReader }) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'To be copied.' });
  await network.cut('GET', /\/markdown$/);
  await page.goto('/library');
  await page.getByRole('button', { name: EPISODE, exact: true }).click();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expectErrorToast(page, 'Copying failed. Try again, or copy it by hand.');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await network.restore();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(toastRegion(page).locator('.toast'), 'the failure is over').toHaveCount(0);
});

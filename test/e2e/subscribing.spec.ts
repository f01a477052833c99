/** Subscribing in the catalogue. */
import { listPodcasts, SAMPLER, subscribe, unsubscribe } from '../support/e2e/people.ts';
import {
  cardOf,
  catalogue,
  expectErrorToast,
  expectSuccessToast,
  recentEpisodes,
  toastRegion,
  watchShifts,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test('anonymous: subscribe buttons are hidden, the subscription list is not fetched, no quiz and no recent episodes', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/podcasts');
  await expect(catalogue(page).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible();
  await expect(page.getByRole('button', { name: /subscribe/i })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Recent Episodes' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Knowledge Quiz' })).toHaveCount(0);
  const asked = calls.filter(
    (path) => path.startsWith('/api/') && path !== '/api/user' && !path.endsWith('/cover'),
  );
  expect(asked).toEqual(['/api/podcasts']);
});

test("logged in, each card has a Subscribe button: 'Successfully subscribed to podcast', 'Successfully unsubscribed from podcast'", async ({
  page,
  network,
  reader: _,
}) => {
  await page.goto('/podcasts?category=marketing');
  const button = cardOf(page, SAMPLER).getByRole('button', { name: /subscribe$/i });
  await expect(button).toHaveAccessibleName('Subscribe');
  await expect(button).toHaveAccessibleDescription(SAMPLER);
  const subscribing = await network.hold('POST', /\/subscribe$/);
  await button.click();
  await expect(button).toBeDisabled();
  subscribing();
  await expectSuccessToast(page, 'Successfully subscribed to podcast');
  await expect(button).toHaveAccessibleName('Unsubscribe');

  const unsubscribing = await network.hold('DELETE', /\/subscribe$/);
  await button.click();
  await expect(button, 'disabled while either call is pending').toBeDisabled();
  const refreshed = page.waitForRequest(/\/api\/user\/subscriptions$/);
  unsubscribing();
  await refreshed;
  await expectSuccessToast(page, 'Successfully unsubscribed from podcast');
  await expect(button).toHaveAccessibleName('Subscribe');
  await expect(button).toBeEnabled();

  await test.step('it can be undone from the toast, with the keyboard, too', async () => {
    await page.keyboard.press('F8');
    await expect(toastRegion(page).getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectSuccessToast(page, 'Successfully subscribed to podcast');
    await expect(button).toHaveAccessibleName('Unsubscribe');
    await expect(button, 'the focus goes back to where it was').toBeFocused();
  });
});

test('unsubscribing on the profile can be undone: the card comes back', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await page.goto('/profile');
  const podcast = page.getByRole('heading', { name: SAMPLER, exact: true });
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expectSuccessToast(page, 'Successfully unsubscribed from podcast');
  await expect(podcast).toHaveCount(0);
  await network.fail('POST', /\/subscribe$/);
  await toastRegion(page).getByRole('button', { name: 'Undo' }).click();
  await expectErrorToast(page, 'Failed to subscribe to podcast');
  await network.restore();

  await subscribe(page.request, SAMPLER);
  await page.reload();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await toastRegion(page).getByRole('button', { name: 'Undo' }).click();
  await expectSuccessToast(page, 'Successfully subscribed to podcast');
  await expect(podcast).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Subscribed Podcasts' })).toBeFocused();
});

test('a user without subscriptions sees the catalogue first, with the next steps', async ({
  page,
  reader: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/podcasts?category=marketing');
  const top = async (region: ReturnType<typeof catalogue>) => (await region.boundingBox())?.y ?? 0;
  await expect(recentEpisodes(page)).toBeVisible();
  expect(await top(catalogue(page))).toBeLessThan(await top(recentEpisodes(page)));
  await expect(page.getByRole('heading', { name: 'Start with a podcast you like' })).toBeVisible();
  await cardOf(page, SAMPLER).getByRole('button', { name: 'Subscribe' }).click();
  await expectSuccessToast(page, 'Successfully subscribed to podcast');
  await page
    .getByRole('region', { name: "You're subscribed" })
    .getByRole('button', { name: 'See Your Episodes' })
    .click();
  await expect(recentEpisodes(page)).toBeInViewport();
  expect(await top(recentEpisodes(page))).toBeLessThan(await top(catalogue(page)));
  await page.reload();
  await expect(recentEpisodes(page)).toBeInViewport();
});

test('whoever subscribes far down the catalogue has the way to the episodes at hand', async ({
  page,
  reader: _,
}) => {
  const last = (await listPodcasts(page.request)).at(-1);
  const card = cardOf(page, last?.title ?? '');
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/podcasts');
    const subscribing = card.getByRole('button', { name: /subscribe$/i });
    await expect(card.getByRole('button', { name: 'See Your Episodes' })).toHaveCount(0);
    await subscribing.focus();
    await page.keyboard.press('Enter');
    await expect(subscribing).toHaveAccessibleName('Unsubscribe');
    await expect(subscribing).toBeFocused();
    await page.keyboard.press('Tab');
    const way = card.getByRole('button', { name: 'See Your Episodes' });
    await expect(way).toBeFocused();
    await expect(way).toBeInViewport({ ratio: 1 });
    const [before, after] = await Promise.all([subscribing, way].map((one) => one.boundingBox()));
    expect(after?.y, 'beside the other button').toBe(before?.y);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(recentEpisodes(page)).toBeInViewport();
    await expect(card.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
    await expect(way, 'the episodes lead the page now').toHaveCount(0);
    await card.getByRole('button', { name: 'Unsubscribe' }).click();
    await expectSuccessToast(page, 'Successfully unsubscribed from podcast');
    await page.evaluate(() => localStorage.clear());
  }
});

for (const subscribes of [true, false]) {
  for (const width of [390, 1280]) {
    const reader = subscribes ? 'a subscriber' : 'a newcomer';
    test(`the first visit doesn't shift its layout: ${reader}, ${width} px wide`, async ({
      page,
      network,
      subscribedReader,
    }) => {
      if (subscribes) {
        for (const area of ['Law', 'Finance', 'Health', 'HR']) {
          await subscribe(page.request, `Dripcast Sampler: ${area}`);
        }
      } else {
        await unsubscribe(page.request, subscribedReader.podcastId);
      }
      await page.setViewportSize({ width, height: 900 });
      const shifted = await watchShifts(page);
      const calls = [
        '/api/user/subscriptions',
        '/api/podcasts/cache-status',
        '/api/user/remaining-generations',
        '/api/podcasts/recent-episodes',
      ];
      const releases = await Promise.all(calls.map((call) => network.holdReply('GET', call)));
      const podcasts = page.waitForResponse(/\/api\/podcasts$/);
      await page.goto('/podcasts');
      await podcasts;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(
        page.getByRole('button', { name: width < 768 ? 'Open menu' : 'User menu' }),
      ).toBeVisible();
      for (const [index, release] of releases.entries()) {
        const arrived = page.waitForResponse((response) =>
          response.url().endsWith(calls[index] ?? ''),
        );
        release();
        await arrived;
        // The next reply comes when this one has been drawn.
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
      await expect(recentEpisodes(page)).toBeVisible();
      await expect(cardOf(page, SAMPLER)).toBeVisible();
      await network.quiet();
      expect(await shifted()).toBeLessThan(0.005);
    });
  }
}

test('a stored quiz has its row from the start', async ({ page, subscribedReader: _ }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/podcasts');
  const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
  await quiz.getByRole('button', { name: 'Generate Quiz' }).click();
  await expect(quiz.getByText('Question 1 of 5')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  const shifted = await watchShifts(page);
  await page.reload();
  await expect(quiz.getByText('Question 1 of 5')).toBeVisible();
  await expect(recentEpisodes(page).getByRole('button', { name: SAMPLER })).toBeVisible();
  // 0.14 in two columns, 0.05 in one: the podcasts' list is shorter than its skeleton.
  expect(await shifted()).toBeLessThan(0.1);
});

test("who subscribes to podcasts is not told to start with one, even if their list doesn't load", async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await network.fail('GET', '/api/user/subscriptions');
  await page.goto('/podcasts?category=marketing');
  await expect(recentEpisodes(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Start with a podcast you like' })).toHaveCount(0);
});

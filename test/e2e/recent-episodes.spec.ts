import type { Page } from '@playwright/test';
import type { CacheStatus } from '../../schema/wire/episodes.ts';
import {
  EPISODE,
  episodeOf,
  fetchRecent,
  listPodcasts,
  OTHER_SAMPLER,
  SAMPLER,
  type SubscribedPerson,
  subscribe,
  unsubscribe,
} from '../support/e2e/people.ts';
import {
  cardOf,
  expectErrorToast,
  expectSuccessToast,
  recentEpisodes,
  toastRegion,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

/** Listens to the first minute of an episode. */
async function beginEpisode(page: Page, reader: SubscribedPerson) {
  const { id } = episodeOf(reader, EPISODE);
  await page.request.put(`/api/user/positions/${id}`, {
    data: { seconds: 60, at: new Date().toISOString() },
  });
}

test("empty: 'Click the button above to fetch your recent episodes from subscribed podcasts.'; '{n} insights remaining'", async ({
  page,
  reader: _,
}) => {
  await page.goto('/podcasts?category=hr');
  const card = recentEpisodes(page);
  await expect(
    card.getByText(
      'Click the button above to fetch your recent episodes from subscribed podcasts.',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(card.getByText('10 insights remaining', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Fetch Recent Episodes' })).toBeEnabled();
  await expect(card.getByText(/Next fetch available/)).toHaveCount(0);

  await test.step('fetching without a subscription fails and says what to do first', async () => {
    await card.getByRole('button', { name: 'Fetch Recent Episodes' }).click();
    await expect(
      toastRegion(page).getByText('No Subscriptions Yet', { exact: true }),
    ).toBeVisible();
    await expect(toastRegion(page).getByText(/^Subscribe to a podcast first/)).toBeVisible();
    await expect(toastRegion(page).getByText('Success', { exact: true })).toHaveCount(0);
  });
});

test("'Fetch Recent Episodes' ('Fetching...'), disabled while pending; then 'Next fetch available {relative time}' updates every second and it stays disabled", async ({
  page,
  network,
  reader: _,
}) => {
  await subscribe(page.request, SAMPLER);
  const release = await network.hold('POST', '/api/podcasts/fetch-recent');
  await page.goto('/podcasts?category=hr');
  const card = recentEpisodes(page);
  await card.getByRole('button', { name: 'Fetch Recent Episodes' }).click();
  await expect(card.getByRole('button', { name: 'Fetching...', exact: true })).toBeDisabled();
  release();
  await expectSuccessToast(page, 'Recent episodes fetched successfully');
  await expect(card.getByRole('button', { name: SAMPLER })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Fetch Recent Episodes' })).toBeDisabled();

  const countdown = card.getByText(/^Next fetch available in 6 days, \d\d:\d\d:\d\d$/);
  const seen = new Set<string | null>();
  await expect
    .poll(
      async () => {
        seen.add(await countdown.textContent());
        return seen.size;
      },
      { intervals: [100] },
    )
    .toBeGreaterThanOrEqual(3);
  const seconds = [...seen].map((text) => Number(text?.slice(-2)));
  expect((Number(seconds[0]) - Number(seconds[1]) + 60) % 60, 'one second a tick').toBe(1);
});

test("during the countdown without episodes: 'Your next episode fetch will be available {relative time}'; disabled until that time passes", async ({
  page,
  subscribedReader,
}) => {
  await unsubscribe(page.request, subscribedReader.podcastId);
  await page.clock.install();
  await page.goto('/podcasts?category=hr');
  const card = recentEpisodes(page);
  await expect(
    card.getByText(/^Your next episode fetch will be available in 6 days, \d\d:\d\d:\d\d$/),
  ).toBeVisible();
  await expect(page.getByText('Click the button above')).toHaveCount(0);
  const button = card.getByRole('button', { name: 'Fetch Recent Episodes' });
  await expect(button).toBeDisabled();
  await page.clock.fastForward(7 * 24 * 60 * 60 * 1_000);
  await expect(button).toBeEnabled();
});

test('a failed feed says so and can be retried alone, even inside the window', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  // Its host cannot be reached from here.
  const unreachable = (await listPodcasts(page.request)).find(
    ({ title }) => !title.startsWith('Dripcast Sampler'),
  );
  const title = unreachable?.title ?? '';
  await subscribe(page.request, title);
  // After some tries a feed is paused for a while; the queue decides how many there have been.
  let retryAt: string | null = null;
  await network.change('GET', '/api/podcasts/cache-status', (status: CacheStatus) => ({
    ...status,
    feeds: status.feeds.map((feed) => ({ ...feed, retryAt })),
  }));
  network.allow(/\/refresh$/);
  await page.goto('/podcasts');
  const card = recentEpisodes(page);
  const again = card.getByRole('button', { name: `Try Again: ${title}` });
  await expect(again).toBeVisible({ timeout: 45_000 });
  const why = await again.locator('..').locator('p').last().innerText();
  await expect(
    page
      .getByRole('region', { name: 'Catalogue' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) }),
    'its card carries the mark',
  ).toContainText(why);
  await expect(card.getByText('Fetching its episodes...')).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Fetch Recent Episodes' })).toBeDisabled();
  const tried = page.waitForResponse(/\/refresh$/);
  await again.click();
  const reply = await tried;
  expect(reply.url()).toContain(unreachable?.id ?? '');
  const { message }: { message: string } = await reply.json();
  await expectErrorToast(page, message);
  await expect(again, 'the focus is back').toBeFocused();
  retryAt = new Date(Date.now() + 3_600_000).toISOString();
  await again.press('Enter');
  await expect(card.getByText(/You can try again after/)).toBeVisible();
  await expect(card.getByRole('heading', { name: 'Recent Episodes' })).toBeFocused();
  await page.goto('/profile');
  await expect(
    page
      .getByRole('region', { name: 'Your Subscribed Podcasts' })
      .getByRole('listitem')
      .filter({
        has: page.getByRole('heading', { name: title, exact: true }),
      }),
    'and so does the one on the profile',
  ).toContainText(/server|feed/);
});

test("a new subscription's episodes appear once its feed has been read; one that has none soon says so", async ({
  page,
  network,
  reader: _,
}) => {
  const followed = (await listPodcasts(page.request)).find(({ title }) => title === OTHER_SAMPLER);
  let hasEpisodes = false;
  let isRead = false;
  await network.change('GET', '/api/podcasts/recent-episodes', (known: object) =>
    hasEpisodes && isRead ? known : {},
  );
  await network.change(
    'GET',
    '/api/podcasts/cache-status',
    (status: CacheStatus): CacheStatus => ({
      ...status,
      feeds: isRead
        ? []
        : [
            {
              podcastId: followed?.id ?? '',
              status: 'fetching',
              error: null,
              retryAt: null,
              canRetry: false,
            },
          ],
    }),
  );
  await page.goto('/podcasts?category=law');
  const card = recentEpisodes(page);
  const fetching = card.getByText('Fetching its episodes...');
  await expect(card.getByText("You haven't subscribed to any podcasts yet.")).toBeVisible();
  await cardOf(page, OTHER_SAMPLER).getByRole('button', { name: 'Subscribe' }).click();
  await expect(fetching).toBeVisible();
  await expect(card.getByText('Click the button above')).toHaveCount(0);
  isRead = true;
  // Far less than the minute after which a feed is given up.
  await expect(card.getByText('No episodes yet')).toBeVisible({ timeout: 20_000 });
  await expect(card.getByText('Click the button above')).toBeVisible();

  [hasEpisodes, isRead] = [true, false];
  await page.reload();
  await expect(fetching).toBeVisible();
  isRead = true;
  await expect(card.getByRole('button', { name: OTHER_SAMPLER })).toBeVisible();
  await expect(fetching).toHaveCount(0);
});

test('episodes are grouped by podcast in a single-open accordion', async ({ page, reader: _ }) => {
  await subscribe(page.request, SAMPLER);
  await subscribe(page.request, OTHER_SAMPLER);
  const { episodes } = await fetchRecent(page.request);
  await page.goto('/podcasts?category=hr');
  const card = recentEpisodes(page);
  const first = card.getByRole('button', { name: SAMPLER });
  const second = card.getByRole('button', { name: OTHER_SAMPLER });
  await expect(card.getByRole('listitem')).toHaveCount(0);
  await first.click();
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await expect(card.getByRole('listitem')).toHaveCount(episodes[SAMPLER]?.length ?? 0);
  await second.click();
  await expect(second).toHaveAttribute('aria-expanded', 'true');
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await expect(card.getByRole('listitem').getByRole('heading')).toHaveText(
    (episodes[OTHER_SAMPLER] ?? []).map(({ title }) => title),
  );
  await second.click();
  await expect(card.getByRole('listitem')).toHaveCount(0);
});

test('on a phone, nothing moves when what was begun arrives late', async ({
  page,
  network,
  subscribedReader,
}) => {
  await beginEpisode(page, subscribedReader);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/podcasts');
  const begun = page.getByRole('region', { name: 'Continue Listening' });
  const podcast = recentEpisodes(page).getByRole('button', { name: new RegExp(SAMPLER) });
  const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
  await expect(begun).toBeVisible();
  await expect(podcast).toBeVisible();
  await expect(quiz.getByRole('button', { name: 'Generate Quiz' })).toBeVisible();
  const places = async () => [(await podcast.boundingBox())?.y, (await quiz.boundingBox())?.y];
  const before = await places();

  const release = await network.hold('GET', '/api/user/positions');
  await page.reload();
  await expect(podcast).toBeVisible();
  await expect(recentEpisodes(page).getByText(/Next fetch available/)).toBeVisible();
  await expect(quiz.getByRole('button', { name: 'Generate Quiz' })).toBeVisible();
  await expect(begun).toHaveCount(0);
  expect(await places()).toEqual(before);
  release();
  await expect(begun).toBeVisible();
  expect(await places()).toEqual(before);
});

test('on a phone, the episodes to continue have room for their titles', async ({
  page,
  subscribedReader,
}) => {
  await beginEpisode(page, subscribedReader);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/podcasts');
  const begun = page.getByRole('region', { name: 'Continue Listening' });
  const title = begun.getByText(EPISODE);
  await expect(title).toBeVisible();
  const isWhole = await title.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth <= clientWidth && scrollHeight <= clientHeight,
  );
  expect(isWhole, 'the whole title is shown').toBe(true);
  await expect(begun.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('a first visit shows the cards once it is known which episodes were begun', async ({
  page,
  network,
  subscribedReader,
}) => {
  await beginEpisode(page, subscribedReader);
  const release = await network.hold('GET', '/api/user/positions');
  const asked = page.waitForRequest(/\/api\/user\/positions$/);
  await page.goto('/podcasts');
  await asked;
  const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
  await expect(quiz, 'what would move down').toHaveCount(0);
  release();
  await expect(quiz).toBeVisible();
  await expect(page.getByRole('region', { name: 'Continue Listening' })).toBeVisible();
});

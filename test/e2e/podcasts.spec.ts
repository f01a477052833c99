import type { Page } from '@playwright/test';
import { CATEGORIES } from '../../schema/limits.ts';
import type { Podcast } from '../../schema/wire/catalogue.ts';
import { listPodcasts, SAMPLER } from '../support/e2e/people.ts';
import { cardOf, catalogue, columnsOf, styleOf } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const cards = (page: Page) => catalogue(page).getByRole('listitem');
const filter = (page: Page, name: string) =>
  catalogue(page).getByRole('button', { name, exact: true });

test("titled 'Our Podcasts'; filter buttons: All, Marketing, HR, Finance, Law, Health (all available); default is all", async ({
  page,
  network,
}) => {
  const podcasts = await listPodcasts(page.request);

  await test.step("'Loading podcasts...' while loading", async () => {
    const release = await network.hold('GET', '/api/podcasts');
    await page.goto('/podcasts');
    await expect(catalogue(page).getByText('Loading podcasts...', { exact: true })).toBeVisible();
    release();
    await expect(cards(page).first()).toBeVisible();
    await expect(page.getByText('Loading podcasts...')).toHaveCount(0);
  });

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Podcasts');
  const buttons = catalogue(page).getByRole('group', { name: 'Category' }).getByRole('button');
  await expect(buttons).toHaveText(['All', 'Marketing', 'HR', 'Finance', 'Law', 'Health']);
  for (const button of await buttons.all()) await expect(button).toBeEnabled();
  await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  await expect(
    catalogue(page).getByText(`Showing all ${podcasts.length} podcasts`, { exact: true }),
  ).toBeVisible();
  await expect(cards(page)).toHaveCount(podcasts.length);

  await test.step("'Showing N podcasts in {category}': the filter compares lower-cased category names", async () => {
    for (const category of CATEGORIES) {
      const expected = podcasts.filter((one) => one.category === category);
      await filter(page, category).click();
      await expect(
        catalogue(page).getByText(`Showing ${expected.length} podcasts in ${category}`, {
          exact: true,
        }),
      ).toBeVisible();
      await expect(filter(page, category)).toHaveAttribute('aria-pressed', 'true');
      await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'false');
      await expect(cards(page).getByRole('heading')).toHaveText(expected.map(({ title }) => title));
    }
    await filter(page, 'All').click();
    await expect(cards(page)).toHaveCount(podcasts.length);
  });

  await test.step('grid 1 to 4 columns', async () => {
    const grid = catalogue(page).getByRole('list');
    for (const [width, columns] of [
      [390, 1],
      [700, 2],
      [1100, 3],
      [1400, 4],
      [1920, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      expect(await columnsOf(grid), `at ${width} px`).toBe(columns);
    }
  });
});

test('the URL contains the category: links, reload and Back keep it', async ({ page }) => {
  await page.goto('/podcasts?category=LAW');
  await expect(filter(page, 'Law')).toHaveAttribute('aria-pressed', 'true');
  await filter(page, 'Health').click();
  await expect(page).toHaveURL(/category=health/);
  await page.reload();
  await expect(filter(page, 'Health')).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(filter(page, 'Law')).toHaveAttribute('aria-pressed', 'true');
});

test("failed: 'Failed to fetch podcasts', with a retry; empty: 'No podcasts available yet.' or 'No podcasts available in the {category} category yet.', then 'Check out other categories …'", async ({
  page,
  network,
}) => {
  await test.step('1 retry: a failed call is repeated once, then shown as failed, and asked for again', async () => {
    let asked = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/podcasts') asked += 1;
    });
    await network.fail('GET', '/api/podcasts');
    await page.goto('/podcasts');
    await expect(catalogue(page).getByText('Failed to fetch podcasts')).toBeVisible();
    expect(asked).toBe(2);
    await expect(catalogue(page).getByText(/^Showing/)).toHaveCount(0);
    await network.restore();
  });

  const checkOut = 'Check out other categories or come back later for updates.';
  await network.change<Podcast[]>('GET', '/api/podcasts', (podcasts) =>
    podcasts.filter(({ category }) => category !== 'Law'),
  );
  await catalogue(page).getByRole('button', { name: 'Try Again' }).press('Enter');
  await expect(catalogue(page)).toBeFocused();
  await expect(catalogue(page).getByText(/^Showing all \d+ podcasts$/)).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText(checkOut)).toHaveCount(0);
  await filter(page, 'Law').click();
  await expect(catalogue(page).getByText('Showing 0 podcasts in Law')).toBeVisible();
  await expect(
    page.getByText('No podcasts available in the Law category yet.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(checkOut, { exact: true })).toBeVisible();

  await network.restore();
  await network.change<Podcast[]>('GET', '/api/podcasts', () => []);
  await page.goto('/podcasts');
  await expect(page.getByText('No podcasts available yet.', { exact: true })).toBeVisible();
  await expect(page.getByText(checkOut, { exact: true })).toBeVisible();
});

test("cards: image if imageUrl, title, 'Hosted by {host}', description, category badge, Spotify link if spotifyUrl, YouTube link if youtubeUrl", async ({
  page,
}) => {
  const podcasts = await listPodcasts(page.request);
  await page.goto('/podcasts');
  await expect(cards(page)).toHaveCount(podcasts.length);
  const shown = await cards(page).evaluateAll((items) =>
    items.map((item) => ({
      title: item.querySelector('h3')?.textContent,
      words: item.textContent,
      links: [...item.querySelectorAll('a')].map(({ href }) => href),
    })),
  );
  for (const [index, podcast] of podcasts.entries()) {
    const card = shown[index];
    expect(card?.title).toBe(podcast.title);
    expect(card?.words).toContain(`Hosted by ${podcast.host}`);
    expect(card?.words).toContain(podcast.description);
    expect(card?.words).toContain(podcast.category);
    const links = [podcast.spotifyUrl, podcast.youtubeUrl].filter((url) => url !== null);
    expect(card?.links.map(String)).toEqual(links.map((url) => new URL(url).href));
  }
  const some = podcasts.find((one) => one.spotifyUrl !== null) as Podcast;
  const card = cardOf(page, some.title);
  await expect(card.getByRole('link', { name: /^Spotify/ })).toHaveAttribute(
    'href',
    some.spotifyUrl ?? '',
  );
  const pictured = podcasts.find((one) => one.title === SAMPLER) as Podcast;
  const cover = cardOf(page, SAMPLER).locator('img');
  await cover.scrollIntoViewIfNeeded();
  await expect(cover).toHaveAttribute('src', `/api/podcasts/${pictured.id}/cover`);
  await expect(cover).toHaveCSS('opacity', '1');
  const plain = podcasts.find((one) => one.imageUrl === null) as Podcast;
  await expect(cardOf(page, plain.title).locator('img')).toHaveCount(0);
  const title = card.getByRole('heading');
  expect(await styleOf(title, '-webkit-line-clamp'), 'card title 2 lines').toBe('2');
  const description = card.getByText(some.description.slice(0, 40));
  expect(await styleOf(description, '-webkit-line-clamp'), 'description 3 lines').toBe('3');
});

test("the badges of a row's cards are in line, with links beside them or without", async ({
  page,
}) => {
  const podcasts = await listPodcasts(page.request);
  const isLinked = ({ spotifyUrl, youtubeUrl }: Podcast) => Boolean(spotifyUrl ?? youtubeUrl);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/podcasts');
  await expect(cards(page)).toHaveCount(podcasts.length);
  const rows = podcasts.flatMap((_, index) =>
    index % 4 === 0 ? [podcasts.slice(index, index + 4)] : [],
  );
  const row = rows.find((one) => one.some(isLinked) && !one.every(isLinked)) ?? [];
  expect(row).not.toEqual([]);
  const tops = new Set<number>();
  for (const { title, category } of row) {
    const badge = cardOf(page, title).getByText(category, { exact: true });
    await badge.scrollIntoViewIfNeeded();
    tops.add(await badge.evaluate((one) => one.getBoundingClientRect().top + window.scrollY));
  }
  expect(tops.size).toBe(1);
});

test('a cover that fails to load is replaced by a placeholder with the title', async ({
  page,
  network,
}) => {
  await network.fail('GET', /\/cover$/);
  await page.goto('/podcasts?category=marketing');
  const card = cardOf(page, SAMPLER);
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('img')).toHaveCount(0);
  await expect(card.locator('span', { hasText: SAMPLER })).toBeVisible();
});

test('entry animation 0.3 s with 0.05 s stagger per card; none with reduced motion', async ({
  page,
}) => {
  const timings = () =>
    cards(page).evaluateAll((items) =>
      items.slice(0, 12).map((item) => {
        const { animationName, animationDuration, animationDelay } = getComputedStyle(item);
        const seconds = (value: string) => Number.parseFloat(value);
        return {
          hasAnimation: animationName !== 'none',
          duration: seconds(animationDuration),
          delay: seconds(animationDelay),
        };
      }),
    );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/podcasts');
  await expect(cards(page).first()).toBeVisible();
  for (const [index, timing] of (await timings()).entries()) {
    expect(timing.hasAnimation).toBe(true);
    expect(timing.duration).toBeCloseTo(0.3, 5);
    expect(timing.delay).toBeCloseTo(index * 0.05, 5);
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  for (const timing of await timings()) {
    expect(timing.hasAnimation ? timing.duration : 0).toBeLessThan(0.001);
    expect(timing.delay).toBe(0);
  }
});

/** Texts from right to left among others from left to right. */
import type { Locator } from '@playwright/test';
import type { Podcast } from '../../schema/wire/catalogue.ts';
import type { EpisodesByPodcast } from '../../schema/wire/episodes.ts';
import { EPISODE, episodeOf, SAMPLER, saveInsight } from '../support/e2e/people.ts';
import { cardOf, unfoldPodcast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const LONG_TITLE = 'كيف تبني فرق العمل الصغيرة ثقافة تتعلم من أخطائها كل أسبوع '.repeat(5);

/** Whether the first letter of a text is where the boxes that cut the text off show it. */
const showsItsStart = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild ?? element, 0);
    range.setEnd(element.firstChild ?? element, 1);
    const { left, right } = range.getBoundingClientRect();
    for (let box: Element | null = element; box; box = box.parentElement) {
      const shown = box.getBoundingClientRect();
      if (left < shown.left - 1 || right > shown.right + 1) return false;
    }
    return true;
  });

test('a title that is cut after some lines ends with its ellipsis, which is visible', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await network.change<EpisodesByPodcast>('GET', '/api/podcasts/recent-episodes', (episodes) =>
    Object.fromEntries(
      Object.entries(episodes).map(([podcast, list]) => [
        podcast,
        list.map((episode) => ({ ...episode, title: LONG_TITLE })),
      ]),
    ),
  );
  await unfoldPodcast(page, SAMPLER, '/podcasts?category=hr');
  const title = page.getByRole('heading', { level: 4 }).first();
  await expect(title).toHaveText(LONG_TITLE.trim());
  // A hidden ellipsis lies outside the box.
  expect(await title.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});

test('a name that is cut shows its start', async ({ page, network, reader: _ }) => {
  await network.change<Podcast[]>('GET', '/api/podcasts', (podcasts) =>
    podcasts.map((podcast) => ({ ...podcast, host: LONG_TITLE })),
  );
  await page.goto('/podcasts?category=marketing');
  const host = cardOf(page, SAMPLER).getByTitle(LONG_TITLE.trim()).locator('bdi');
  await expect(host).toBeVisible();
  expect(await showsItsStart(host)).toBe(true);

  const data = {
    kind: 'text',
    title: 'Rents',
    text: 'Rents rose.',
    author: LONG_TITLE.slice(0, 190),
  };
  await page.request.post('/api/user/sources', { data });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/tools?tool=sources');
  const row = page.getByRole('listitem').filter({ hasText: 'Rents' });
  const author = row.locator('bdi');
  await expect(author).toBeVisible();
  expect(await showsItsStart(author)).toBe(true);
});

test('what is typed is written in its own direction, but an address from left to right', async ({
  page,
  reader: _,
}) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const expectDirection = async (field: Locator, text: string, direction: string) => {
    await field.fill(text);
    await expect(field).toHaveCSS('direction', direction);
  };
  const hebrew = 'רואה חשבון';
  for (const name of ['Industry', 'Role', 'Goals']) {
    const field = page.getByLabel(name, { exact: true });
    await expectDirection(field, hebrew, 'rtl');
    await expectDirection(field, 'Accountant', 'ltr');
  }
  await expectDirection(page.getByLabel('Email', { exact: true }), hebrew, 'ltr');
  await expectDirection(page.getByLabel('LinkedIn URL'), hebrew, 'ltr');
});

test('a tag is written in its own direction', async ({ page, subscribedReader }) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'Measure less.' });
  await page.goto('/library');
  await page.getByRole('button', { name: 'Add Tag' }).click();
  const field = page.getByLabel('New Tag');
  await field.fill('שיווק');
  await expect(field).toHaveCSS('direction', 'rtl');
});

/** Search results as they load. */

import { placeholderCut } from '../support/e2e/screen.ts';
import { resultOf } from '../support/e2e/search.ts';
import { expect, test } from './fixtures.ts';

test('in a low window, most of the search is results', async ({
  page,
  subscribedReader,
  search,
}) => {
  await search.answer(() => ({
    results: [1, 2, 3, 4, 5].map((id) => resultOf(subscribedReader, { id: `${id}` })),
  }));
  // A page at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/tools?find=budget');
  await expect(search.options.first()).toBeVisible();
  const results = await page.getByRole('listbox', { name: 'Results' }).boundingBox();
  const least = 256 * 0.45;
  expect(Math.min(256 - (results?.y ?? 256), results?.height ?? 0)).toBeGreaterThan(least);
  await expect(search.dialog.getByText('play from there')).toBeHidden();
});

test('on the narrowest phones, the whole placeholder is visible', async ({
  page,
  reader: _,
  search,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/tools?find=');
  await expect(search.field).toBeVisible();
  expect(await placeholderCut(search.field)).toBe(0);
});

test('old results stay until new ones arrive, and Enter ignores them', async ({
  page,
  network,
  subscribedReader,
  search,
}) => {
  const asked: string[] = [];
  await search.answer((query) => {
    const q = query.get('q') ?? '';
    asked.push(q);
    const snippet = `Said of ${q}`;
    return {
      results: [resultOf(subscribedReader, { id: q, snippet, marks: [[8, snippet.length]] })],
    };
  });
  await page.goto('/tools?find=');
  await search.field.pressSequentially('budget', { delay: 5 });
  await expect(search.options.first()).toContainText('Said of budget');
  await expect(search.dialog.locator('mark')).toHaveText('budget');
  await expect(search.dialog.getByRole('status').filter({ hasText: /^1 result$/ })).toBeAttached();
  expect(asked.at(-1)).toBe('budget');

  const release = await network.hold('GET', '/api/search');
  await page.keyboard.type('s');
  await expect(search.dialog.locator('[aria-busy=true]')).toBeVisible();
  await expect(search.options.first()).toContainText('Said of budget');
  await page.keyboard.press('Enter');
  await expect(page, 'Enter takes nothing that was not asked for').toHaveURL(/find=budgets/);
  release();
});

test('an unknown word shows what was searched instead; more loads on request', async ({
  page,
  subscribedReader,
  search,
}) => {
  await search.answer((query) =>
    query.has('cursor')
      ? { results: [resultOf(subscribedReader, { id: 'last', snippet: 'The last one' })] }
      : {
          didYouMean: 'in:marketing budget',
          nextCursor: 'more',
          results: [resultOf(subscribedReader, { id: 'first', snippet: 'The first one' })],
        },
  );
  await page.goto('/tools?find=in:marketing%20budgte');
  await expect(
    page.getByText('Showing results for budget. Nothing was found for budgte.'),
  ).toBeVisible();
  await search.options.filter({ hasText: 'Load more results' }).click();
  await expect(search.options.filter({ hasText: 'The last one' })).toBeVisible();
  await expect(search.options.filter({ hasText: 'Load more' })).toHaveCount(0);
  await expect(search.dialog.getByRole('status').filter({ hasText: /^2 results$/ })).toBeAttached();
});

test('a reader without podcasts who finds nothing is led to them', async ({
  page,
  reader: _,
  search,
}) => {
  await page.goto('/library?find=churn');
  await expect(
    search.dialog.getByText("You haven't subscribed to any podcasts yet."),
  ).toBeVisible();
  await search.dialog.getByRole('link', { name: 'Browse Podcasts' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/podcasts');
  await expect(search.dialog).toHaveCount(0);
});

test('hostile snippets, titles and names stay text and cause no overflow', async ({
  page,
  subscribedReader,
  search,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const markup = '<img src=x onerror="document.title=1"> </mark><script>document.title=2</script> ';
  const nasty = `${markup}${'ſ\u202e\u0000🎧'.repeat(3)}${'Kapitaen'.repeat(60)}`;
  await search.answer(() => ({
    didYouMean: nasty,
    nextCursor: null,
    results: (['transcript', 'episode', 'insight', 'chat', 'text'] as const).map((kind) =>
      resultOf(subscribedReader, {
        id: `${kind} ${markup}`,
        kind,
        snippet: nasty,
        marks: [
          [0, 20],
          [10, 9_999],
          [-4, 3],
        ],
        episodeTitle: nasty,
        podcastTitle: nasty,
        speaker: nasty,
        seconds: 1e9,
        publishedAt: 'yesterday',
      }),
    ),
  }));
  await page.goto('/tools?find=x');
  await expect(search.options).toHaveCount(5);
  await expect(search.options.first()).toContainText('<img src=x');
  const overflow = await page.getByRole('listbox', { name: 'Results' }).evaluate((list) => {
    const frame = list.parentElement ?? list;
    return [frame.scrollWidth - frame.clientWidth, frame.getBoundingClientRect().right - 360];
  });
  expect(Math.max(...overflow)).toBeLessThanOrEqual(0);
  await expect(page).toHaveTitle('Tools · Dripcast');
  await expect(search.dialog.locator('script, img')).toHaveCount(0);
});

test('an episode found by its title shows the title once, with the match marked', async ({
  page,
  subscribedReader,
  search,
}) => {
  const episodeTitle = 'Pricing in a downturn';
  await search.answer(() => ({
    results: [
      resultOf(subscribedReader, {
        id: 'by title',
        kind: 'episode',
        episodeTitle,
        snippet: episodeTitle,
        marks: [[0, 7]],
      }),
      resultOf(subscribedReader, {
        id: 'by description',
        kind: 'episode',
        episodeTitle: 'The second one',
        snippet: 'On pricing, with guests.',
        marks: [[3, 10]],
      }),
    ],
  }));
  await page.goto('/tools?find=pricing');
  const [byTitle, byDescription] = [search.options.nth(0), search.options.nth(1)];
  await expect(byTitle.getByText(/downturn/)).toHaveCount(1);
  await expect(byTitle.locator('mark')).toHaveText('Pricing');
  await expect(byDescription).toContainText('The second one');
  await expect(byDescription.locator('mark')).toHaveText('pricing');
});

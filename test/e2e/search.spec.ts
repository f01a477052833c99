/** The search over everything: opened, typed in, read, left. */
import { DEVICES, expectAccessible } from '../support/e2e/accessibility.ts';
import { expectTrapped } from '../support/e2e/keyboard.ts';
import { OTHER_SAMPLER } from '../support/e2e/people.ts';
import {
  chatDialog,
  expectErrorToast,
  expectSuccessToast,
  openChat,
} from '../support/e2e/screen.ts';
import {
  findThis,
  resultOf,
  searchBox,
  searchField,
  searchOptions,
} from '../support/e2e/search.ts';
import { expect, test } from './fixtures.ts';

test('the address keeps it: a link, a reload, Back and Forward', async ({ page, reader }) => {
  expect(reader.id).not.toBe('');
  await page.goto('/tools');
  const opener = page.getByRole('banner').getByRole('button', { name: 'Search' });
  await opener.click();
  await expect(searchField(page)).toBeFocused();
  await expect(page).toHaveURL('/tools?find=');
  await page.keyboard.type('2026');
  await expect(page).toHaveURL('/tools?find=%222026%22');
  await page.reload();
  await expect(searchField(page)).toHaveValue('2026');
  await page.goBack();
  await expect(searchBox(page)).toHaveCount(0);
  await expect(page).toHaveURL('/tools');
  await page.goForward();
  await expect(searchField(page)).toHaveValue('2026');
  await page.goto('/library?find=a%20budget&tab=history');
  await expect(searchField(page)).toHaveValue('a budget');
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).toHaveCount(0);
  await expect(page).toHaveURL('/library?tab=history');
});

test('its key opens and closes it on every screen, and the focus goes back', async ({
  page,
  reader,
}) => {
  expect(reader.id).not.toBe('');
  for (const path of ['/', '/podcasts', '/library', '/tools', '/profile', '/editor']) {
    await page.goto(path);
    const link = page.getByRole('banner').getByRole('link', { name: 'My Library' });
    await link.focus();
    await expect(async () => {
      await page.keyboard.press('Control+k');
      await expect(searchField(page)).toBeFocused({ timeout: 2_000 });
    }).toPass();
    await expectTrapped(page, searchBox(page), 8);
    await page.keyboard.press('Control+k');
    await expect(searchBox(page)).toHaveCount(0);
    await expect(link).toBeFocused();
    await expect(page).toHaveURL(path);
  }
});

test('opens above the chat; any other dialog must be answered first', async ({
  page,
  subscribedReader,
}) => {
  expect(subscribedReader.episodes).not.toEqual([]);
  const chat = await openChat(page);
  const question = chat.getByRole('textbox', { name: 'Your question' });
  await question.fill('What is');
  await page.keyboard.press('Control+k');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('budget');
  await expect(searchField(page)).toHaveValue('budget');
  await page.keyboard.press('Escape');
  await expect(searchBox(page)).toHaveCount(0);
  await expect(question).toBeFocused();
  await expect(question).toHaveValue('What is');
  await page.keyboard.press('Escape');
  await expect(chatDialog(page)).toHaveCount(0);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('dialog', { name: 'Terms' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(searchBox(page)).toHaveCount(0);
});

test('old results stay till the new ones come, and Enter takes none of them', async ({
  page,
  network,
  subscribedReader,
}) => {
  const asked: string[] = [];
  await findThis(network, (query) => {
    const q = query.get('q') ?? '';
    asked.push(q);
    const snippet = `Said of ${q}`;
    return {
      results: [resultOf(subscribedReader, { id: q, snippet, marks: [[8, snippet.length]] })],
    };
  });
  await page.goto('/tools?find=');
  await searchField(page).pressSequentially('budget', { delay: 5 });
  await expect(searchOptions(page).first()).toContainText('Said of budget');
  await expect(searchBox(page).locator('mark')).toHaveText('budget');
  await expect(searchBox(page).getByRole('status').first()).toHaveText('1 result');
  expect(asked.at(-1)).toBe('budget');

  const release = await network.hold('GET', '/api/search');
  await page.keyboard.type('s');
  await expect(searchBox(page).locator('[aria-busy=true]')).toBeVisible();
  await expect(searchOptions(page).first()).toContainText('Said of budget');
  await page.keyboard.press('Enter');
  await expect(page, 'Enter takes nothing that was not asked for').toHaveURL(/find=budgets/);
  release();
});

test('an unknown word shows what was searched instead; more loads on request', async ({
  page,
  network,
  subscribedReader,
}) => {
  await findThis(network, (query) =>
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
  await searchOptions(page).filter({ hasText: 'Load more results' }).click();
  await expect(searchOptions(page).filter({ hasText: 'The last one' })).toBeVisible();
  await expect(searchOptions(page).filter({ hasText: 'Load more' })).toHaveCount(0);
  await expect(searchBox(page).getByRole('status').first()).toHaveText('2 results');
});

test('a failure offers a retry; offline it continues when back online', async ({
  page,
  context,
  network,
  subscribedReader,
}) => {
  await network.fail('GET', '/api/search');
  await page.goto('/tools?find=budget');
  await expect(page.getByText("The search isn't responding")).toBeVisible();
  await network.restore();
  await findThis(network, () => ({
    results: [resultOf(subscribedReader, { id: 'a', snippet: 'Here again' })],
  }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(searchOptions(page).first()).toContainText('Here again');

  await network.restore();
  // What loads in the meantime, as the player, has no connection either.
  network.allow(/^\/(api\/search|favicon.svg|assets\/.*)?$/);
  await context.setOffline(true);
  await searchField(page).fill('something else');
  await expect(searchBox(page).getByText("You're offline")).toBeVisible();
  await findThis(network, () => ({
    results: [resultOf(subscribedReader, { id: 'b', snippet: 'Connected' })],
  }));
  await context.setOffline(false);
  await expect(searchOptions(page).first()).toContainText('Connected');
});

test('a log-in that is over leads to the log-in screen and back to the search', async ({
  page,
  context,
  network,
  reader,
}) => {
  await page.goto('/podcasts?find=budget&category=law');
  await expect(searchField(page)).toHaveValue('budget');
  network.allow(/^\/api\//);
  await context.clearCookies();
  await searchField(page).fill('budgets');
  await searchBox(page).getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Username').fill(reader.username);
  await page.getByLabel('Password').fill(reader.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(searchField(page)).toHaveValue('budgets');
  expect(new URL(page.url()).searchParams.get('category')).toBe('law');
});

test('the chips are words of the query, and words of the query are chips', async ({
  page,
  subscribedReader,
  network,
}) => {
  const asked: URLSearchParams[] = [];
  await findThis(network, (query) => {
    asked.push(query);
    return { results: [resultOf(subscribedReader, { id: 'a', speaker: 'Ines', snippet: 'Said' })] };
  });
  await page.goto('/tools?find=');
  await searchField(page).fill('budget after:2026-10');
  const chip = (name: string) => searchBox(page).getByRole('combobox', { name, exact: true });
  await expect(chip('Date')).toHaveValue('2026-10');
  await chip('Podcast').selectOption('Dripcast Sampler: Marketing');
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveValue(
    'after:2026-10 in:"Dripcast Sampler: Marketing" budget',
  );
  await chip('Speaker').selectOption('Ines');
  await chip('Kind').selectOption('Your notes');
  await searchBox(page).getByRole('button', { name: 'Remove the filter date' }).click();
  const written = 'in:"Dripcast Sampler: Marketing" from:Ines kind:note budget';
  await expect(searchField(page)).toHaveValue(written);
  await expect
    .poll(() => asked.at(-1)?.get('q'))
    .toBe('in:"Dripcast Sampler: Marketing" from:Ines budget');
  expect(asked.at(-1)?.get('kind')).toBe('note');
  await expect.poll(() => new URL(page.url()).searchParams.get('find')).toBe(written);
});

test('it does things: a screen, an episode, a subscription, a quiz, the theme', async ({
  page,
  network,
  subscribedReader,
}) => {
  await findThis(network, () => ({}));
  const [episode] = subscribedReader.episodes;
  const run = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await searchField(page).fill(typed);
    await expect(searchOptions(page).last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(searchBox(page)).toHaveCount(0);
  };
  await page.goto('/profile?find=my%20libr');
  await expect(searchOptions(page)).toHaveText(['My Library']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/library');
  await expect(page.getByRole('main')).toBeFocused();

  await run('switch theme');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await run(`subscribe ${OTHER_SAMPLER}`);
  await expectSuccessToast(page, 'Successfully subscribed to podcast');
  await run('start quiz');
  await expect(page.getByText('Question 1 of 5')).toBeVisible();
  await run(episode?.title ?? '');
  await expect(chatDialog(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`episode=${episode?.id}`));
});

test('hostile snippets, titles and names are text, and nothing goes sideways', async ({
  page,
  network,
  subscribedReader,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const markup = '<img src=x onerror="document.title=1"> </mark><script>document.title=2</script> ';
  const nasty = `${markup}${'ſ\u202e\u0000🎧'.repeat(3)}${'Kapitaen'.repeat(60)}`;
  await findThis(network, () => ({
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
  await expect(searchOptions(page)).toHaveCount(5);
  await expect(searchOptions(page).first()).toContainText('<img src=x');
  const overflow = await page.getByRole('listbox', { name: 'Results' }).evaluate((list) => {
    const frame = list.parentElement ?? list;
    return [frame.scrollWidth - frame.clientWidth, frame.getBoundingClientRect().right - 360];
  });
  expect(Math.max(...overflow)).toBeLessThanOrEqual(0);
  await expect(page).toHaveTitle('Tools · Dripcast');
  await expect(searchBox(page).locator('script, img')).toHaveCount(0);
});

test('shows an error if its code fails to load, and retries', async ({ page, reader, network }) => {
  expect(reader.id).not.toBe('');
  await network.cut('GET', /FindLayer/);
  await page.goto('/tools');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await expectErrorToast(page, 'The search did not load. Please check your network and try again.');
  await expect(page).toHaveURL('/tools');
});

for (const { device, viewport } of DEVICES) {
  test.describe(`axe finds no violation: ${device}`, () => {
    test.use({ viewport, reducedMotion: 'reduce' });

    test('in any state of the search', async ({ page, network, subscribedReader }) => {
      await page.goto('/tools?find=');
      await expect(searchOptions(page).first()).toBeVisible();
      await expectAccessible(page, 'nothing typed');
      await findThis(network, (query) =>
        query.get('q')?.includes('nothing')
          ? {}
          : {
              nextCursor: 'more',
              didYouMean: 'budget',
              results: (['transcript', 'episode', 'note'] as const).map((kind) =>
                resultOf(subscribedReader, {
                  id: kind,
                  kind,
                  seconds: 61,
                  speaker: 'Ines',
                  snippet: 'What the budget is for',
                  marks: [[9, 15]],
                }),
              ),
            },
      );
      await searchField(page).fill('in:law budgte');
      await expect(searchOptions(page).first()).toHaveAttribute('aria-selected', 'true');
      await expectAccessible(page, 'results');
      await searchField(page).fill('in:law nothing');
      await expect(searchBox(page).getByText('Nothing found for').last()).toBeVisible();
      await expectAccessible(page, 'nothing found');
      await network.fail('GET', '/api/search');
      await searchField(page).fill('failing');
      await expect(page.getByText("The search isn't responding")).toBeVisible();
      await expectAccessible(page, 'a failure');
    });
  });
}

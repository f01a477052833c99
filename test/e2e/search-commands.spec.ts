/** Filters and commands of the search. */
import { tabTo } from '../support/e2e/keyboard.ts';
import { OTHER_SAMPLER } from '../support/e2e/people.ts';
import { chatDialog, expectSuccessToast } from '../support/e2e/screen.ts';
import { resultOf } from '../support/e2e/search.ts';
import { expect, test } from './fixtures.ts';

test('chips write words into the query, and words of the query show as chips', async ({
  page,
  subscribedReader,
  search,
}) => {
  const asked: URLSearchParams[] = [];
  await search.answer((query) => {
    asked.push(query);
    return { results: [resultOf(subscribedReader, { id: 'a', speaker: 'Ines', snippet: 'Said' })] };
  });
  await page.goto('/tools?find=');
  await search.field.fill('budget after:2026-10');
  const chip = (name: string) => search.dialog.getByRole('combobox', { name, exact: true });
  await expect(chip('Date')).toHaveValue('2026-10');
  await chip('Podcast').selectOption('Dripcast Sampler: Marketing');
  await expect(search.field).toBeFocused();
  await expect(search.field).toHaveValue('after:2026-10 in:"Dripcast Sampler: Marketing" budget');
  await chip('Speaker').selectOption('Ines');
  await chip('Kind').selectOption('Your notes');
  await search.dialog.getByRole('button', { name: 'Remove the filter date' }).click();
  const written = 'in:"Dripcast Sampler: Marketing" from:Ines kind:note budget';
  await expect(search.field).toHaveValue(written);
  // Each filter starts a new search; only the last one has all of them.
  await expect
    .poll(() => [asked.at(-1)?.get('q'), asked.at(-1)?.get('kind')])
    .toEqual(['in:"Dripcast Sampler: Marketing" from:Ines budget', 'note']);
  await expect.poll(() => new URL(page.url()).searchParams.get('find')).toBe(written);
});

test('arrow keys go through the options of a chip', async ({ page, subscribedReader, search }) => {
  const found = ['Ines', 'Mara', 'Otto'].map((speaker) =>
    resultOf(subscribedReader, { id: speaker, speaker, snippet: `${speaker} said` }),
  );
  await search.answer((query) => {
    const [, from] = /from:(\w+)/.exec(query.get('q') ?? '') ?? [];
    return { results: found.filter(({ speaker }) => from === undefined || speaker === from) };
  });
  await page.goto('/tools?find=');
  await search.field.fill('budget');
  await expect(search.options.filter({ hasText: 'said' })).toHaveCount(3);
  const chip = search.dialog.getByRole('combobox', { name: 'Speaker', exact: true });
  await tabTo(page, chip, { most: 8 });
  for (const name of ['Ines', 'Mara', 'Otto']) {
    await page.keyboard.press('ArrowDown');
    await expect(search.field).toHaveValue(`from:${name} budget`);
    await expect(search.options.filter({ hasText: 'said' })).toHaveText([new RegExp(name)]);
    await expect(chip).toBeFocused();
  }
});

test('commands open a screen or an episode, subscribe, start a quiz, switch the theme', async ({
  page,
  subscribedReader,
  search,
}) => {
  await search.answer(() => ({}));
  const [episode] = subscribedReader.episodes;
  const run = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await search.field.fill(typed);
    await expect(search.options.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(search.dialog).toHaveCount(0);
  };
  await page.goto('/profile?find=my%20libr');
  await expect(search.options).toHaveText(['My Library']);
  await expect(
    search.dialog.getByText('Nothing you subscribe to or saved mentions my libr.').first(),
  ).toBeVisible();
  await expect(search.dialog.getByText('Nothing found')).toHaveCount(0);
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

test('a command that is named comes before what was found; one that is only meant, before a guess', async ({
  page,
  subscribedReader,
  search,
}) => {
  let didYouMean: string | null = null;
  await search.answer(() => ({
    results: [resultOf(subscribedReader, { id: 'a', snippet: 'A quiz is said to start there' })],
    didYouMean,
  }));
  await page.goto('/tools?find=quiz');
  const [first, last] = [search.options.first(), search.options.last()];
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(first).toContainText('A quiz is said');
  await expect(last).toHaveText('Start a quiz');
  await search.field.fill('start a q');
  await expect(first).toHaveText('Start a quiz');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  didYouMean = 'there';
  await search.field.fill('theme');
  await expect(first).toHaveText('Switch to dark theme');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
});

test('filters alone ask for words', async ({ page, subscribedReader: _, search }) => {
  const asked: (string | null)[] = [];
  await search.answer((query) => {
    asked.push(query.get('q'));
    return {};
  });
  await page.goto('/tools?find=in:law');
  await expect(search.dialog.getByText('Now type the words to search for.')).toBeVisible();
  await search.field.fill('in:law budget');
  await expect(search.dialog.getByText('Your filters may be too narrow.')).toBeVisible();
  expect(asked).toEqual(['in:law budget']);
});

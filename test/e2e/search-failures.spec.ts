/** The search without a connection, a session or its code. */
import type { Page } from '@playwright/test';
import { scriptOf } from '../support/e2e/network.ts';
import type { Person } from '../support/e2e/people.ts';
import { expectErrorToast } from '../support/e2e/screen.ts';
import { resultOf, type Search } from '../support/e2e/search.ts';
import { expect, test } from './fixtures.ts';

async function logInFromSearch(page: Page, search: Search, reader: Person) {
  await search.dialog.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Username').fill(reader.username);
  await page.getByLabel('Password').fill(reader.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

test('somebody who is not logged in can close the search on a phone, where it fills the screen', async ({
  page,
  search,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/podcasts?find=budget');
  await expect(search.dialog.getByText('Sign In Required', { exact: true })).toBeVisible();
  await expect(search.dialog.getByRole('link', { name: 'Sign In' })).toBeFocused();
  await search.dialog.getByRole('button', { name: 'Close the search' }).click();
  await expect(search.dialog).toHaveCount(0);
  await expect(page).toHaveURL('/podcasts');
});

test('a failure offers a retry; offline, the search continues once online', async ({
  page,
  context,
  network,
  subscribedReader,
  search,
}) => {
  await network.fail('GET', '/api/search');
  await page.goto('/tools?find=budget');
  await expect(page.getByText("The search isn't responding")).toBeVisible();
  await network.restore();
  await search.answer(() => ({
    results: [resultOf(subscribedReader, { id: 'a', snippet: 'Here again' })],
  }));
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(search.field).toBeFocused();
  await expect(search.options.first()).toContainText('Here again');

  await network.restore();
  // Other parts that load meanwhile, such as the player, have no connection either.
  network.allow(/^\/(api\/search|favicon.svg|assets\/.*)?$/);
  await context.setOffline(true);
  await search.field.fill('something else');
  await expect(search.dialog.getByText("You're offline")).toBeVisible();
  await search.answer(() => ({
    results: [resultOf(subscribedReader, { id: 'b', snippet: 'Connected' })],
  }));
  await context.setOffline(false);
  await expect(search.options.first()).toContainText('Connected');
});

test('an expired session leads to the login screen and back to the search', async ({
  page,
  context,
  network,
  reader,
  search,
}) => {
  await page.goto('/podcasts?find=budget&category=law');
  await expect(search.field).toHaveValue('budget');
  network.allow(/^\/api\//);
  await context.clearCookies();
  await search.field.fill('budgets');
  await expect(search.dialog.getByRole('link', { name: 'Sign In' })).toBeFocused();
  await logInFromSearch(page, search, reader);
  await expect(search.field).toHaveValue('budgets');
  expect(new URL(page.url()).searchParams.get('category')).toBe('law');
});

test('a session that ends while the reader is typing leaves what was typed', async ({
  page,
  context,
  network,
  reader,
  search,
}) => {
  await page.goto('/tools?find=');
  await expect(search.field).toBeFocused();
  network.allow(/^\/api\//);
  await context.clearCookies();
  // Long enough between keys for a search, too short for the text to reach the address.
  await page.keyboard.type('parental leave', { delay: 200 });
  await logInFromSearch(page, search, reader);
  await expect(search.field).toHaveValue(/^p/);
});

test('shows an error if its code fails to load, and retries', async ({
  page,
  reader: _,
  network,
}) => {
  await network.cut('GET', scriptOf('SearchDialog'));
  await page.goto('/tools');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await expectErrorToast(page, 'The search did not load. Please check your network and try again.');
  await expect(page).toHaveURL('/tools');
});

test('what is typed goes where the focus is once its code has failed to load', async ({
  page,
  reader: _,
  network,
}) => {
  const script = scriptOf('LazySearchDialog');
  await network.cut('GET', script);
  /** At the second try, whose address has a query. */
  const hasFailed = () =>
    page.waitForEvent('requestfailed', (one) => {
      const { pathname, search } = new URL(one.url());
      return script.test(pathname) && search !== '';
    });
  const atFirst = hasFailed();
  await page.goto('/editor');
  await atFirst;
  const text = page.getByLabel('Your content');
  await text.focus();
  const again = hasFailed();
  await page.keyboard.press('Control+k');
  await again;
  await expect(async () => {
    await page.keyboard.type('a');
    expect(await text.inputValue()).toContain('a');
  }).toPass();
});

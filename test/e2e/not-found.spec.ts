import { expect, test } from './fixtures.ts';

for (const path of ['/nowhere', '/podcasts/12/more', '/Login2']) {
  test(`any other path shows '404 Page Not Found' and 'Did you forget to add the page to the router?': ${path}`, async ({
    page,
    network,
  }) => {
    network.allow(path);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
    await expect(
      page.getByText('Did you forget to add the page to the router?', { exact: true }),
    ).toBeVisible();
    await expect(page).toHaveTitle(/404 Page Not Found/);
    await expect(page.getByRole('banner')).toBeVisible();
  });
}

test('the route table: /, /login, /register, /podcasts, /library are screens of their own', async ({
  page,
}) => {
  for (const path of ['/', '/login', '/register', '/podcasts', '/library']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('404 Page Not Found')).toHaveCount(0);
    await expect(page).toHaveURL(path);
  }
});

test('the route table: /editor, /profile, /tools are screens of their own', async ({
  page,
  reader,
}) => {
  expect(reader.id).not.toBe('');
  for (const path of ['/editor', '/profile', '/tools']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('404 Page Not Found')).toHaveCount(0);
    await expect(page).toHaveURL(path);
  }
});

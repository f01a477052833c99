import { expect, test } from './fixtures.ts';

test('logging in returns to the previous screen', async ({ page, reader }) => {
  const { username, password } = reader;
  await page.context().clearCookies();
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Profile');
});

test('the return path may have a query, and survives switching forms', async ({ page }) => {
  await page.goto(`/login?redirect=${encodeURIComponent('/podcasts?category=law')}`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register');
  await page.getByLabel('Username').fill(`someone-${crypto.randomUUID().slice(0, 8)}`);
  await page.getByLabel('Password').fill('a password');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL('/podcasts?category=law');
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
});

test('never redirects to another site', async ({ page, reader: _ }) => {
  await page.goto(`/login?redirect=${encodeURIComponent('/\\elsewhere.test')}`);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
});

test('a reload returns to the place on a screen that loads slowly', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  for (const [path, name] of [
    ['/tools', 'Take Everything With You'],
    ['/profile', 'Delete Account'],
    ['/podcasts?category=law', 'Amicus With Dahlia Lithwick'],
  ] as const) {
    await page.goto(path);
    const heading = page.getByRole('heading', { name });
    await expect(heading).toBeVisible();
    await network.quiet();
    await heading.evaluate((element) => element.scrollIntoView());
    const top = () =>
      heading.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await top();
    const release = await network.hold('GET', '/api/user');
    await page.reload();
    await page.locator('#root:not([inert])').waitFor();
    release();
    await expect(heading).toBeVisible();
    await network.quiet();
    expect(await top(), path).toBe(before);
  }
});

test('a reload leaves readers alone who scroll while the screen loads', async ({
  page,
  network,
  reader: _,
}) => {
  await page.goto('/tools');
  const reference = page.getByRole('link', { name: 'Open Reference' });
  await reference.scrollIntoViewIfNeeded();
  await network.quiet();
  const release = await network.hold('GET', '/api/digest');
  await page.reload();
  await expect(reference).toBeInViewport();
  await page.mouse.wheel(0, -10_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  release();
  await expect(page.getByText('No Digest Yet')).toBeVisible();
  await network.quiet();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

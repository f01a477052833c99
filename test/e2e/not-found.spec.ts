import type { Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test("any other path shows '404 Page Not Found' and 'Did you forget to add the page to the router?'", async ({
  page,
  network,
}) => {
  for (const path of ['/nowhere', '/podcasts/12/more', '/Login2']) {
    network.allow(path);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
    await expect(
      page.getByText('Did you forget to add the page to the router?', { exact: true }),
    ).toBeVisible();
    await expect(page).toHaveTitle(/404 Page Not Found/);
    await expect(page.getByRole('banner')).toBeVisible();
  }
});

test("screens' paths return the page; a missing script is a 404 that isn't cached", async ({
  request,
}) => {
  const headers = { 'Sec-Fetch-Mode': 'navigate' };
  for (const [path, status] of [
    ['/library', 200],
    ['/Library/', 200],
    ['/podcasts/12/more', 404],
    ['/nope.js', 404],
  ] as const) {
    const page = await request.get(path, { headers });
    expect(page.status()).toBe(status);
    expect(page.headers()['content-type']).toContain('text/html');
    expect(page.headers()['content-security-policy']).toContain("script-src 'self'");
  }
  for (const path of ['/sw.js', '/nope.js', '/podcasts/12/more', '/favicon.ico']) {
    const missing = await request.get(path, { headers: { 'Sec-Fetch-Mode': 'no-cors' } });
    expect(missing.status()).toBe(404);
    expect(missing.headers()['content-type']).toContain('text/plain');
  }
  const script = await request.get('/assets/index-older.js');
  expect(script.status()).toBe(404);
  expect(script.headers()['cache-control']).not.toContain('immutable');
  expect((await request.post('/library')).status()).toBe(404);
});

test('the page reloads if a newer version has removed its scripts', async ({ browser }) => {
  // A context of its own: here the browser's errors are expected.
  const page = await browser.newPage();
  await page.goto('/');
  await page.evaluate(() => {
    document.body.dataset.version = 'older';
  });
  // Not by `times`: a route that ends while the page reloads may leave the reload waiting.
  const once = (reply: Parameters<Route['fulfill']>[0]) => {
    let isOver = false;
    return (route: Route) => {
      if (isOver) return route.continue();
      isOver = true;
      return route.fulfill(reply);
    };
  };
  await page.route(/\/assets\/LegalDialog[^/]*\.js$/, once({ status: 404 }));
  await page.route(
    (url) => url.pathname === '/',
    once({ body: '<script src="/assets/index-newer.js"></script>' }),
  );
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(page.locator('body')).not.toHaveAttribute('data-version', 'older');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

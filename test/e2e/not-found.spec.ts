import type { Route } from '@playwright/test';
import { action, libraryRow } from '../support/e2e/library.ts';
import { EPISODE, episodeOf, saveInsight } from '../support/e2e/people.ts';
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

test('a link to something that is no longer there says so and offers the way on', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await page.request.post('/api/digest/generate');
  network.allow(/^\/api\//);
  const gone = crypto.randomUUID();

  await test.step('a digest', async () => {
    for (const id of [gone, 'none']) {
      await page.goto(`/tools?tool=digest&digest=${id}`);
      const card = page.getByRole('region', { name: 'Weekly Digest' });
      await expect(card.getByText('This digest no longer exists')).toBeVisible();
      await expect(card.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
      await card.getByRole('button', { name: 'Show the Latest Digest' }).press('Enter');
      await expect(card.getByRole('article')).toBeVisible();
      await expect(page).toHaveURL('/tools?tool=digest');
      await expect(page.locator('body'), 'the focus is not lost').not.toBeFocused();
    }
  });

  await test.step("an episode's transcript", async () => {
    await page.goto(`/tools?episode=${gone}&at=5`);
    const dialog = page.getByRole('dialog', { name: 'Transcript' });
    await expect(dialog.getByText('This episode no longer exists.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/tools');
  });

  await test.step('a source', async () => {
    await page.goto(`/tools?tool=sources&read=${gone}`);
    const dialog = page.getByRole('dialog', { name: 'Text' });
    await expect(dialog.getByText('This source no longer exists.')).toBeVisible();
  });

  await test.step('an insight that is deleted while the list is open', async () => {
    const insight = `${'A long way to the point. '.repeat(200)}\n\nThe very end.`;
    const { id } = await saveInsight(page.request, { episodeId, insight });
    await page.goto('/library');
    const row = libraryRow(page, EPISODE).first();
    await expect(row).toBeVisible();
    await page.request.delete(`/api/user/insights/${id}`);
    await action(row, EPISODE).click();
    await expect(row.getByText('This insight has been deleted.')).toBeVisible();
  });
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
  // A separate context, because browser errors are expected here.
  const page = await browser.newPage();
  await page.goto('/');
  await page.evaluate(() => {
    document.body.dataset.version = 'older';
  });
  // Without `times`, because a route that ends during a reload may leave the reload waiting.
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

/** The frame around every screen: titles, notices, Terms and Privacy, the current user. */
import { scriptOf } from '../support/e2e/network.ts';
import { expect, test } from './fixtures.ts';

const SCREENS = [
  ['/podcasts', 'Our Podcasts · Dripcast'],
  ['/library', 'Your Insights Library · Dripcast'],
  ['/tools', 'Tools · Dripcast'],
  ['/profile', 'Your Profile · Dripcast'],
  ['/editor', 'Content Editor · Dripcast'],
  ['/login', 'Login · Dripcast'],
  ['/nowhere', '404 Page Not Found · Dripcast'],
] as const;

for (const width of [390, 1280]) {
  test(`each screen has a title of its own, all in the same place, ${width} px wide`, async ({
    page,
    network,
    reader: _,
  }) => {
    network.allow('/nowhere');
    await page.setViewportSize({ width, height: 800 });
    const places: string[] = [];
    for (const [path, name] of SCREENS) {
      if (path === '/login') {
        // The previous screen's requests would be refused without its cookie.
        await page.goto('about:blank');
        await page.context().clearCookies();
      }
      await page.goto(path);
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toBeVisible();
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(name);
      // The prerendered page is replaced in one go.
      await expect(page.locator('#root[inert]')).toHaveCount(0);
      const box = await title.boundingBox();
      places.push(`${Math.round(box?.x ?? -1)} ${Math.round(box?.y ?? -1)}`);
    }
    expect(new Set(places).size, places.join(', ')).toBe(1);
  });
}

test('the offline notice covers no title, and disappears when online', async ({
  page,
  context,
  network,
}) => {
  // Covers that come into view while offline.
  network.allow(/\/cover$/);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/podcasts');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  await context.setOffline(true);
  const notice = page.getByText("You're offline.");
  await expect(notice).toBeVisible();
  const below = await notice.boundingBox();
  const box = await title.boundingBox();
  expect(box?.y).toBeGreaterThan((below?.y ?? 0) + (below?.height ?? 0));
  await context.setOffline(false);
  await expect(notice).toBeHidden();
});

test('Terms and Privacy open above any screen and close to it', async ({ page }) => {
  await page.goto('/podcasts?category=law');
  for (const name of ['Terms', 'Privacy']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(`/podcasts?category=law#${name.toLowerCase()}`);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/podcasts?category=law');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Podcasts');
  }

  await test.step('the Terms link to the notices of all bundled packages', async () => {
    await page.goto('/#terms');
    const link = page.getByRole('dialog').getByRole('link', { name: 'third-party notices' });
    const reply = await page.request.get((await link.getAttribute('href')) ?? '');
    expect(reply.headers()['content-type']).toMatch(/^text\/plain/);
    const text = await reply.text();
    for (const name of ['GloVe', 'SIL Open Font License', 'react-dom', 'cmdk']) {
      expect(text).toContain(name);
    }
  });
});

test("the user call: 401 is nobody; any other failure is 'Failed to fetch user', not the logged-out state, without a retry of its own", async ({
  page,
  context,
  network,
  reader: _,
}) => {
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user') asked += 1;
  });
  await network.fail('GET', '/api/user');
  await page.goto('/profile');
  await expect(page.getByText('Failed to fetch user', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/profile');
  expect(asked, 'the current-user query has retry disabled').toBe(1);
  await page.goto('/podcasts?category=hr');
  await expect(page.getByText('Failed to fetch user', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login / Register' })).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByText('Failed to fetch user', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign me up' })).toHaveCount(0);
  await network.restore();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
  await expect(page.getByText('Failed to fetch user')).toHaveCount(0);

  await context.clearCookies({ name: 'dripcast_session' });
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible();
});

test("a name that begins with 'ß' has one letter in its avatar", async ({ page }) => {
  const username = `ß-${crypto.randomUUID().slice(0, 8)}`;
  await page.request.post('/api/register', { data: { username, password: 'a password' } });
  await page.goto('/podcasts');
  await expect(page.getByRole('button', { name: 'User menu' })).toHaveText(/^\S$/);
});

test('no screen does what the Content Security Policy refuses, caught or not', async ({
  page,
  reader: _,
}) => {
  const refused: string[] = [];
  await page.exposeFunction('noteRefused', (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      (globalThis as unknown as { noteRefused(what: string): void }).noteRefused(
        `${effectiveDirective} ${blockedURI} at ${location.pathname}`,
      );
    });
  });
  for (const [path, title] of [
    ['/podcasts', 'Our Podcasts'],
    ['/library', 'Your Insights Library'],
    ['/tools', 'Tools'],
    ['/profile', 'Your Profile'],
    ['/editor', 'Content Editor'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
  }
  expect(refused).toEqual([]);
});

test('a screen that takes long to load shows that it is loading, from outside and from another screen', async ({
  page,
  network,
}) => {
  const bar = page.locator('.loading-bar');
  const app = await network.hold('GET', /^\/assets\/index-[^/]*\.js$/);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(bar).toHaveCSS('visibility', 'visible');
  app();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(bar).toHaveCSS('visibility', 'hidden');

  const screen = await network.hold('GET', scriptOf('RegisterScreen'));
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(bar).toHaveCSS('visibility', 'visible');
  screen();
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  await expect(bar).toHaveCSS('visibility', 'hidden');
});

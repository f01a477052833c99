import type { Page } from '@playwright/test';
import { scriptOf } from '../support/e2e/network.ts';
import { saveProfile } from '../support/e2e/people.ts';
import { expectErrorToast, expectSuccessToast, styleOf } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const PHONE = { width: 390, height: 844 };

const mainNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

test("every screen has its path and title, and, fixed: 'Product logo linking to /', 'Header height: 16 units'", async ({
  page,
  network,
}) => {
  network.allow(/^\/nowhere$/);
  for (const [path, title] of [
    ['/', 'Dripcast'],
    ['/login', 'Login · Dripcast'],
    ['/register', 'Register · Dripcast'],
    ['/podcasts', 'Our Podcasts · Dripcast'],
    ['/library', 'Your Insights Library · Dripcast'],
    ['/nowhere', '404 Page Not Found · Dripcast'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('404 Page Not Found')).toHaveCount(path === '/nowhere' ? 1 : 0);
    await expect(page).toHaveURL(path);
    await expect(page).toHaveTitle(title);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: /Dripcast/ })).toHaveAttribute('href', '/');
    await expect(header.getByRole('link', { name: 'Our Podcasts' })).toBeVisible();
  }
  await page.goto('/');
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  const header = page.getByRole('banner');
  const rem = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  const { width } = await page.evaluate(() => document.documentElement.getBoundingClientRect());
  expect(await header.boundingBox()).toEqual({ x: 0, y: 0, width, height: 4 * rem });
  expect(await styleOf(header, 'position')).toBe('fixed');
});

test("logged out: 'Our Podcasts' linking to /podcasts and a 'Login / Register' button linking to /register, nothing else", async ({
  page,
}) => {
  await page.goto('/');
  const navigation = mainNavigation(page);
  await expect(navigation.getByRole('link', { name: 'Login / Register' })).toHaveAttribute(
    'href',
    '/register',
  );
  await expect(navigation.getByRole('link')).toHaveText(['Our Podcasts', 'Login / Register']);
  await expect(navigation.getByRole('link', { name: 'Our Podcasts' })).toHaveAttribute(
    'href',
    '/podcasts',
  );
  await expect(page.getByRole('button', { name: 'User menu' })).toBeHidden();
  await navigation.getByRole('link', { name: 'Login / Register' }).click();
  await expect(page).toHaveURL('/register');
});

test("logged in: 'My Library' (/library), 'Tools' (/tools) and the user menu, up to 'Logged out successfully'", async ({
  page,
  reader,
}) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'User menu' });
  const menu = page.getByRole('menu');

  await test.step('the links, and an avatar with the uppercase first letter of the username', async () => {
    const navigation = mainNavigation(page);
    await expect(navigation.getByRole('link')).toHaveText(['Our Podcasts', 'My Library', 'Tools']);
    await expect(navigation.getByRole('link', { name: 'My Library' })).toHaveAttribute(
      'href',
      '/library',
    );
    await expect(navigation.getByRole('link', { name: 'Tools' })).toHaveAttribute('href', '/tools');
    await expect(page.getByRole('link', { name: 'Login / Register' })).toHaveCount(0);
    expect(reader.username.startsWith('r')).toBe(true);
    await expect(opener).toHaveText('R');
  });

  await test.step("the menu shows the username and the email, or 'No email set'; its items: Profile, My Library, Tools, Logout", async () => {
    await opener.click();
    await expect(menu.getByText(reader.username, { exact: true })).toBeVisible();
    await expect(menu.getByText('No email set', { exact: true })).toBeVisible();
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Profile',
      'My Library',
      'Tools',
      'Logout',
    ]);
    await saveProfile(page.request, { email: 'ada@example.com' });
    await page.reload();
    await opener.click();
    await expect(menu.getByText('ada@example.com', { exact: true })).toBeVisible();
    await expect(menu.getByText('No email set')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('its items lead to /profile, /library and /tools', async () => {
    for (const [item, path, title] of [
      ['Profile', '/profile', 'Your Profile'],
      ['My Library', '/library', 'Your Insights Library'],
      ['Tools', '/tools', 'Tools'],
    ] as const) {
      await opener.click();
      await page.getByRole('menuitem', { name: item }).click();
      await expect(page).toHaveURL(path);
      await expect(menu).toBeHidden();
      // A screen that opens during the logout would make requests that are then refused.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    }
  });

  await test.step("logout success shows toast 'Success' / 'Logged out successfully' and goes to /login", async () => {
    await opener.click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expectSuccessToast(page, 'Logged out successfully');
    await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible();
    await expect(opener).toHaveCount(0);
    expect((await page.request.get('/api/user')).status()).toBe(401);
    await expect(page).toHaveURL('/login');
  });
});

test('a long email leaves the button that closes the phone menu its size', async ({
  page,
  reader: _,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await saveProfile(page.request, { email: `${'long'.repeat(15)}@example.com` });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const close = await panel(page).getByRole('button', { name: 'Close menu' }).boundingBox();
  expect(close?.width).toBeGreaterThanOrEqual(24);
});

test('the logout cancels what the screen is still asking for', async ({ page, reader: _ }) => {
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (input, init) => {
      const path = new URL(String(input), location.href).pathname;
      const note = (event: string) => {
        document.documentElement.dataset.events = [document.documentElement.dataset.events, event]
          .filter(Boolean)
          .join(', ');
      };
      if (path === '/api/logout') note('logout');
      if (path === '/api/user/reviews/due') {
        note('asked');
        init?.signal?.addEventListener('abort', () => note('cancelled'));
      }
      return send(input, init);
    };
  });
  // Never answered.
  await page.route('**/api/user/reviews/due?*', () => {});
  await page.goto('/podcasts');
  await expect(page.locator('html')).toHaveAttribute('data-events', 'asked');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expectSuccessToast(page, 'Logged out successfully');
  await expect(page.locator('html')).toHaveAttribute('data-events', 'asked, cancelled, logout');
});

test('what opens while the reader logs out asks for nothing without a session', async ({
  page,
  network,
  reader: _,
}) => {
  await page.goto('/podcasts');
  await network.quiet();
  const refused: string[] = [];
  page.on('response', (reply) => {
    if (reply.status() === 401) refused.push(reply.url());
  });
  const release = await network.holdReply('POST', '/api/logout');
  const ended = page.waitForRequest('**/api/logout');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await ended;
  await expect.poll(async () => (await page.request.get('/api/user')).status()).toBe(401);
  await page.getByRole('link', { name: 'My Library' }).first().click();
  await expect(page.getByRole('heading', { name: 'Your Insights Library' })).toBeVisible();
  release();
  await expectSuccessToast(page, 'Logged out successfully');
  await network.quiet();
  expect(refused).toEqual([]);
});

test('after a failed logout the screens load as before', async ({ page, network, reader: _ }) => {
  await network.fail('POST', '/api/logout');
  await page.goto('/podcasts');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expectErrorToast(page, 'Failed to logout');
  await page.getByRole('link', { name: 'My Library' }).first().click();
  await expect(page.getByRole('heading', { name: 'No Insights Yet' })).toBeVisible();
});

test('the user menu stays within its width, however long the name and the email are', async ({
  page,
  reader: _,
}) => {
  await saveProfile(page.request, { email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com` });
  await page.goto('/podcasts');
  await page.getByRole('button', { name: 'User menu' }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByText('@')).toBeVisible();
  const spilt = await menu.evaluate((element) =>
    [element, ...element.querySelectorAll('*')]
      .filter(
        (one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === 'scroll',
      )
      .map((one) => one.className),
  );
  expect(spilt, 'what scrolls sideways').toEqual([]);
});

test('below the md breakpoint the navigation sits in a right-side panel opened by a menu icon (80% wide, 385px at sm)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await expect(mainNavigation(page)).toBeVisible();
  await expect(opener).toBeHidden();

  for (const [width, expected] of [
    [390, 312],
    [639, 639 * 0.8],
    [640, 385],
    [767, 385],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(mainNavigation(page)).toBeHidden();
    await opener.click();
    await expect
      .poll(async () => {
        const box = await panel(page).boundingBox();
        return box && [Math.round(box.width), Math.round(box.x + box.width), box.height];
      })
      .toEqual([Math.round(expected), width, 800]);
    expect(await styleOf(panel(page), 'animation-name')).not.toBe('none');
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(panel(page)).toBeHidden();
  }

  await test.step("logged out, the panel has 'Our Podcasts' and 'Login / Register' only", async () => {
    await page.setViewportSize(PHONE);
    await opener.click();
    await expect(panel(page).getByRole('link')).toHaveText(['Our Podcasts', 'Login / Register']);
    await panel(page).getByRole('link', { name: 'Login / Register' }).click();
    await expect(panel(page)).toBeHidden();
    await expect(page).toHaveURL('/register');
  });
});

test("logged-in items in the panel: Profile, Tools, Logout; 'the panel closes when an item is chosen'", async ({
  page,
  reader: _,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  for (const [item, path, title] of [
    ['Our Podcasts', '/podcasts', 'Our Podcasts'],
    ['Profile', '/profile', 'Your Profile'],
    ['Tools', '/tools', 'Tools'],
  ] as const) {
    await opener.click();
    await expect(panel(page).getByRole('link', { name: 'Login / Register' })).toHaveCount(0);
    await panel(page).getByRole('link', { name: item }).click();
    await expect(panel(page)).toBeHidden();
    await expect(page).toHaveURL(path);
    // A screen that comes during the logout would ask for what the server then refuses.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
  await opener.click();
  await panel(page).getByRole('button', { name: 'Logout' }).click();
  await expect(panel(page)).toBeHidden();
  await expectSuccessToast(page, 'Logged out successfully');
  await expect(page).toHaveURL('/login');
});

test('a reader who is offline by then can open the phone menu', async ({
  page,
  context,
  reader,
}) => {
  await page.setViewportSize(PHONE);
  const loaded = page.waitForEvent('requestfinished', (request) =>
    scriptOf('MenuPanel').test(new URL(request.url()).pathname),
  );
  await page.goto('/');
  await loaded;
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(panel(page).getByText(reader.username)).toBeVisible();
  await context.setOffline(false);
});

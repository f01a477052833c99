import type { Page } from '@playwright/test';
import type { Podcast } from '../../schema/wire/catalogue.ts';
import { listPodcasts, register, SAMPLER, saveProfile, subscribe } from '../support/e2e/people.ts';
import { columnsOf, expectErrorToast, expectSuccessToast, styleOf } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const LINKEDIN = 'https://www.linkedin.com/in/ada';

/** What the profile says under a name. */
const detail = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd');

const edit = async (page: Page) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
};

test("titled 'Your Profile'; view mode: username, email or 'Not set', link shown as 'View Profile' or 'Not set'", async ({
  page,
  network,
}) => {
  await test.step('with no user it redirects to /login', async () => {
    await page.goto('/profile');
    await expect(page).toHaveURL('/login');
  });
  const { username } = await register(page.request);

  await test.step('while the session loads it shows a loading skeleton', async () => {
    const release = await network.hold('GET', '/api/user');
    await page.goto('/profile');
    await expect(page.getByRole('main').getByText('Loading...')).toBeAttached();
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0);
    await expect(page).toHaveURL('/profile');
    release();
  });

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Profile');
  await expect(detail(page, 'Username')).toHaveText(username);
  await expect(detail(page, 'Email')).toHaveText('Not set');
  await expect(detail(page, 'LinkedIn')).toHaveText('Not set');
  await expect(page.getByRole('textbox')).toHaveCount(0);

  await saveProfile(page.request, { email: 'ada@example.com', linkedinUrl: LINKEDIN });
  await page.reload();
  await expect(detail(page, 'Email')).toHaveText('ada@example.com');
  const link = detail(page, 'LinkedIn').getByRole('link', { name: 'View Profile', exact: true });
  await expect(link).toHaveAttribute('href', LINKEDIN);
});

test("'Edit Profile' switches to a form with email and linkedinUrl; the username is read-only; 'Cancel' returns to view", async ({
  page,
  reader: _,
}) => {
  await edit(page);
  await expect(page.getByRole('button', { name: 'Save Changes', exact: true })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0);
  await expect(page.getByLabel('Username')).toHaveCount(0);

  await test.step("they follow the same rules: 'Invalid email address', 'Invalid LinkedIn URL'", async () => {
    await page.getByLabel('Email', { exact: true }).fill('nobody');
    await page.getByLabel('LinkedIn URL', { exact: true }).fill('in/ada');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Invalid email address', { exact: true })).toBeVisible();
    await expect(page.getByText('Invalid LinkedIn URL', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  });

  await page.getByLabel('Email', { exact: true }).fill('never@example.com');
  await page.getByLabel('LinkedIn URL', { exact: true }).fill(LINKEDIN);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(detail(page, 'Email')).toHaveText('Not set');
  await page.reload();
  await expect(detail(page, 'Email')).toHaveText('Not set');
});

test("'Saving...' while busy; 'Profile updated successfully', back to view, and the page reloads", async ({
  page,
  network,
  reader,
}) => {
  const release = await network.hold('PUT', '/api/user/profile');
  await edit(page);
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('LinkedIn URL', { exact: true }).fill(LINKEDIN);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Saving...', exact: true })).toBeDisabled();
  release();
  await expectSuccessToast(page, 'Profile updated successfully');
  await expect(detail(page, 'Email')).toHaveText('ada@example.com');
  await expect.poll(() => page.evaluate(() => 'isOldPage' in window)).toBe(false);

  await test.step('an empty value is sent as null', async () => {
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
    await page.getByLabel('Email', { exact: true }).fill('');
    await page.getByLabel('Your password (needed to change the email)').fill(reader.password);
    await page.getByLabel('LinkedIn URL', { exact: true }).fill('');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ email: null, linkedinUrl: null });
    await expect(detail(page, 'Email')).toHaveText('Not set');
    await expect(detail(page, 'LinkedIn')).toHaveText('Not set');
  });
});

test("'Loading subscriptions...', then 'You haven't subscribed to any podcasts yet.' with a 'Browse Podcasts' button to /podcasts", async ({
  page,
  network,
  reader: _,
}) => {
  const release = await network.hold('GET', '/api/user/subscriptions');
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Your Subscribed Podcasts' });
  await expect(section.getByText('Loading subscriptions...', { exact: true })).toBeVisible();
  release();
  await expect(
    section.getByText("You haven't subscribed to any podcasts yet.", { exact: true }),
  ).toBeVisible();
  await expect(section.getByText('Loading subscriptions...')).toBeHidden();
  await section.getByRole('link', { name: 'Browse Podcasts', exact: true }).click();
  await expect(page).toHaveURL('/podcasts');
});

test("a card: cover, title in 2 lines, 'Hosted by', description in 3 lines, category badge, music-streaming link, 'Unsubscribe'", async ({
  page,
  network,
  reader: _,
}) => {
  const withSpotify = (await listPodcasts(page.request)).find((one) => one.spotifyUrl !== null);
  const podcast = withSpotify as Podcast;
  await subscribe(page.request, podcast.title);
  await subscribe(page.request, SAMPLER);
  await page.goto('/profile');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: podcast.title }) });
  await expect(card.getByText(`Hosted by ${podcast.host}`, { exact: true })).toBeVisible();
  await expect(card.getByText(podcast.category, { exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: /Spotify/ })).toHaveAttribute(
    'href',
    podcast.spotifyUrl ?? '',
  );
  await expect(card.getByRole('button', { name: 'Unsubscribe', exact: true })).toBeEnabled();
  const title = card.getByRole('heading', { name: podcast.title });
  expect(await styleOf(title, '-webkit-line-clamp')).toBe('2');
  const description = card.getByText(podcast.description.slice(0, 40));
  expect(await styleOf(description, '-webkit-line-clamp')).toBe('3');

  const sampler = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: SAMPLER }) });
  await expect(sampler.locator('img')).toHaveCSS('opacity', '1');
  await expect(sampler.getByRole('link')).toHaveCount(0);

  await test.step('a grid of them: 1 column by default, 2 at medium width, 3 at large', async () => {
    const grid = page.getByRole('region', { name: 'Your Subscribed Podcasts' }).getByRole('list');
    for (const [width, columns] of [
      [390, 1],
      [767, 1],
      [768, 2],
      [1023, 2],
      [1024, 3],
      [1600, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      expect(await columnsOf(grid), `at ${width} px`).toBe(columns);
    }
  });

  await test.step("'Unsubscribe' refreshes the list; disabled while pending; failure 'Failed to unsubscribe from podcast'", async () => {
    await network.fail('DELETE', /\/subscribe$/);
    const button = sampler.getByRole('button', { name: 'Unsubscribe', exact: true });
    await button.click();
    await expectErrorToast(page, 'Failed to unsubscribe from podcast');
    await expect(button).toBeEnabled();

    await network.restore();
    const release = await network.hold('DELETE', /\/subscribe$/);
    await button.click();
    await expect(button).toBeDisabled();
    const refreshed = page.waitForRequest(/\/api\/user\/subscriptions$/);
    release();
    await refreshed;
    await expectSuccessToast(page, 'Successfully unsubscribed from podcast');
    await expect(sampler).toHaveCount(0);
    await expect(card.getByRole('button', { name: 'Unsubscribe' })).toBeFocused();
  });
});

test('leaving the screen with a changed profile asks first; an unchanged or saved one is left at once', async ({
  page,
  reader: _,
}) => {
  const leave = page.getByRole('banner').getByRole('link', { name: 'Our Podcasts' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await edit(page);
  await leave.click();
  await expect(page).toHaveURL('/podcasts');

  await edit(page);
  const goals = page.getByRole('textbox', { name: 'Goals' });
  await goals.fill('Sell more rye');
  await leave.click();
  await expect(question).toContainText('Your changes are not saved yet.');
  await expect(question).not.toContainText('draft');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(goals).toHaveValue('Sell more rye');
  await leave.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/podcasts');
  // The address changes before the form goes, which asks until then.
  await expect(goals).toHaveCount(0);

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await edit(page);
  await goals.fill('Sell more rye');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(goals, 'typed texts outlast a reload').toHaveValue('Sell more rye');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(goals, 'but not that they are discarded').toHaveValue('');
  await goals.fill('Sell more rye');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectSuccessToast(page, 'Profile updated successfully');
  expect(asked, 'saving asks nothing').toEqual(['beforeunload']);
});

test('what insights are tailored to is changed in two tabs without loss', async ({
  page,
  reader,
}) => {
  expect(reader.id).not.toBe('');
  await edit(page);
  await page.getByLabel('Role', { exact: true }).fill('Buyer');
  await saveProfile(page.request, { industry: 'Retail' });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(detail(page, 'Role')).toHaveText('Buyer');
  await expect(detail(page, 'Industry')).toHaveText('Retail');
});

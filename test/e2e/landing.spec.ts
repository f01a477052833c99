import { styleOf } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test('a visitor reads what it is, in what steps and with which features, and signs up', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');

  await test.step("hero headline 'Brain overload? Let information drip, instead of flood.' with a subtitle about chatting with AI about podcasts", async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Brain overload? Let information drip, instead of flood.',
    );
    await expect(page.getByText(/chat with AI about .*podcasts/i).first()).toBeVisible();
  });

  await test.step('a 3-step strip: Sign Up; Subscribe to your favourite podcasts; Interact with podcast content', async () => {
    const steps = page
      .getByRole('list')
      .filter({ has: page.getByText('Sign Up', { exact: true }) });
    await expect(steps.getByRole('listitem')).toHaveCount(3);
    await expect(steps.getByRole('heading')).toHaveText([
      'Sign Up',
      'Subscribe to your favourite podcasts',
      'Interact with podcast content',
    ]);
  });

  await test.step('four feature cards: Subscribe & Stay Updated, AI-Powered Conversations, Personalized Highlights, Implement & Engage', async () => {
    const cards = page
      .getByRole('list')
      .filter({ has: page.getByText('AI-Powered Conversations', { exact: true }) });
    await expect(cards.getByRole('heading')).toHaveText([
      'Subscribe & Stay Updated',
      'AI-Powered Conversations',
      'Personalized Highlights',
      'Implement & Engage',
    ]);
  });

  await test.step("sections 'What is {product}?' and 'What's the Goal', with weekly fetches and the planned sources", async () => {
    const what = page.getByRole('region', { name: 'What is Dripcast?' });
    await expect(what.getByRole('heading')).toHaveText('What is Dripcast?');
    await expect(what).toContainText('week');
    const goal = page.getByRole('region', { name: "What's the Goal" });
    await expect(goal.getByRole('heading')).toHaveText("What's the Goal");
    await expect(goal).toContainText(
      /screenshots, article or book snippets and saved bookmarks are planned/i,
    );
  });

  await test.step('the page fits a phone of 360 pixels without scrolling sideways', async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
  });

  await test.step('with reduced motion nothing moves', async () => {
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => one.timeline instanceof DocumentTimeline)
          .filter((one) => Number(one.effect?.getComputedTiming().endTime) > 10).length,
    );
    expect(moving).toBe(0);
    expect(await styleOf(page.locator('html'), 'scroll-behavior')).toBe('auto');
  });

  await test.step("call-to-action, logged out: 'Sign me up' links to /register", async () => {
    await expect(page.getByRole('link', { name: 'View Your Profile' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Sign me up', exact: true }).click();
    await expect(page).toHaveURL('/register');
  });
});

test("call-to-action, logged in: 'View Your Profile' links to /profile", async ({
  page,
  reader,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'View Your Profile', exact: true }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main').getByText(reader.username, { exact: true })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'View Your Profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign me up' })).toHaveCount(0);
});

test('footer: home link, Terms and Privacy links, copyright with the current year', async ({
  page,
}) => {
  await page.goto('/login');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`);
  await footer.getByRole('link', { name: /home/i }).click();
  await expect(page).toHaveURL('/');
  for (const name of ['Terms', 'Privacy']) {
    await footer.getByRole('link', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/');
  }
});

test('the headings of two feature cards beside each other are level', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  const features = page.getByRole('region', { name: 'What you get' });
  const tops = await features
    .getByRole('heading', { level: 3 })
    .evaluateAll((headings) => headings.map((heading) => heading.getBoundingClientRect().top));
  expect(tops).toHaveLength(4);
  expect(tops[0]).toBe(tops[1]);
  expect(tops[2]).toBe(tops[3]);
});

/** Subscribing in the catalogue. */
import { SAMPLER, subscribe } from '../support/e2e/people.ts';
import {
  cardOf,
  catalogue,
  expectDestructive,
  expectErrorToast,
  expectSuccessToast,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test('anonymous: subscribe buttons are hidden, the subscription list is not fetched, no quiz and no recent episodes', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto('/podcasts');
  await expect(catalogue(page).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible();
  await expect(page.getByRole('button', { name: /subscribe/i })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Recent Episodes' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Knowledge Quiz' })).toHaveCount(0);
  const asked = calls.filter(
    (path) => path.startsWith('/api/') && path !== '/api/user' && !path.endsWith('/cover'),
  );
  expect(asked).toEqual(['/api/podcasts']);
});

test("signed in, each card has a Subscribe button: 'Successfully subscribed to podcast', 'Successfully unsubscribed from podcast'", async ({
  page,
  network,
  reader,
}) => {
  expect(reader.id).not.toBe('');
  await page.goto('/podcasts?category=marketing');
  const button = cardOf(page, SAMPLER).getByRole('button');
  await expect(button).toHaveAccessibleName('Subscribe');
  await expect(button).toHaveAccessibleDescription(SAMPLER);
  const subscribing = await network.hold('POST', /\/subscribe$/);
  await button.click();
  await expect(button).toBeDisabled();
  subscribing();
  await expectSuccessToast(page, 'Successfully subscribed to podcast');
  await expect(button).toHaveAccessibleName('Unsubscribe');

  const unsubscribing = await network.hold('DELETE', /\/subscribe$/);
  await button.click();
  await expect(button, 'disabled while either call is pending').toBeDisabled();
  const refreshed = page.waitForRequest(/\/api\/user\/subscriptions$/);
  unsubscribing();
  await refreshed;
  await expectSuccessToast(page, 'Successfully unsubscribed from podcast');
  await expect(button).toHaveAccessibleName('Subscribe');
  await expect(button).toBeEnabled();
});

test("'Failed to subscribe to podcast' / 'Failed to unsubscribe from podcast', destructive", async ({
  page,
  network,
  reader,
}) => {
  expect(reader.id).not.toBe('');
  await network.fail('POST', /\/subscribe$/);
  await network.fail('DELETE', /\/subscribe$/);
  await page.goto('/podcasts?category=marketing');
  const button = cardOf(page, SAMPLER).getByRole('button');
  await button.click();
  await expectErrorToast(page, 'Failed to subscribe to podcast');
  await expectDestructive(page);
  await expect(button).toHaveAccessibleName('Subscribe');
  await subscribe(page.request, SAMPLER);
  await page.reload();
  await expect(button).toHaveAccessibleName('Unsubscribe');
  await button.click();
  await expectErrorToast(page, 'Failed to unsubscribe from podcast');
  await expectDestructive(page);
  await expect(button).toHaveAccessibleName('Unsubscribe');
});

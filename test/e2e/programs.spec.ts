/** The reader's own programs: the description of the API, and its page among the tools. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expectAccessible, PHONE } from '../support/e2e/accessibility.ts';
import { expect, test } from './fixtures.ts';

test('the description of the API is valid OpenAPI and lints clean', async ({ request }) => {
  const reply = await request.get('/api/openapi.json');
  expect(reply.status()).toBe(200);
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // Rules that don't apply: it has no licence to name, and for developers localhost is a valid server.
      'info-license': 'off',
      'no-server-example.com': 'off',
      // Logging in elsewhere redirects, and a socket switches protocols.
      'operation-2xx-response': 'off',
      // '/podcasts/episodes/…' stands beside '/podcasts/{id}/…', and an id is never 'episodes'.
      'no-ambiguous-paths': 'off',
    },
  });
  const problems = await lintFromString({ source: await reply.text(), config });
  expect(
    problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
    ),
  ).toEqual([]);
});

test('the reference lists the calls with their parameters and replies', async ({
  page,
  network,
  reader: _,
}) => {
  await test.step('it says if it fails to load, and retries', async () => {
    network.allow(/.*/);
    await network.cut('GET', '/api/openapi.json');
    await page.goto('/tools?tool=tokens');
    await expect(page.getByText('The reference did not load')).toBeVisible();
    await network.restore();
    await page.getByRole('button', { name: /again/i }).click();
    await expect(page.getByText('/api/user/insights/{id}').first()).toBeVisible();
  });

  await page.goto('/tools');
  await page.getByRole('link', { name: 'Open Reference' }).click();
  await expect(page).toHaveURL(/\/tools\?tool=tokens$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Assistants and API' })).toBeVisible();
  await expect(page.getByText(/^http.*\/mcp$/)).toBeVisible();
  await expectAccessible(page, 'the reference');
  const call = page
    .getByRole('listitem')
    .filter({ hasText: '/api/user/insights/{id}' })
    .filter({ hasText: 'put' });
  await call.locator('summary').click();
  await expect(call.getByText('With an access token.')).toBeVisible();
  await expect(call.getByText(/userNotes\?/)).toBeVisible();
  await page.getByRole('link', { name: 'All Tools' }).click();
  await expect(page.getByRole('link', { name: 'Open Reference' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE.viewport });

  test('addresses and paths break between their parts, not within a word', async ({
    page,
    reader: _,
  }) => {
    await page.goto('/tools?tool=tokens');
    const paths = page.getByText(/^(https?:\/)?\/\S+$/);
    await expect(paths.filter({ hasText: '/api/user/reviews/progress' })).toBeVisible();
    const broken = await paths.evaluateAll((shown) =>
      shown.flatMap((path) =>
        [...path.childNodes].flatMap((part) =>
          [...(part.textContent ?? '').matchAll(/[\w.]+/g)].flatMap(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(part, index);
            range.setEnd(part, index + word.length);
            return range.getClientRects().length > 1 ? `${word} in ${path.textContent}` : [];
          }),
        ),
      ),
    );
    expect(broken).toEqual([]);
  });
});

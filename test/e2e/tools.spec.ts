import { EPISODE, episodeOf, SAMPLER, saveInsight } from '../support/e2e/people.ts';
import { expectSuccessToast, watchShifts } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test("/tools holds the weekly digest: 'Weekly digest generated successfully'", async ({
  page,
  network,
  subscribedReader: _,
}) => {
  const release = await network.hold('POST', '/api/digest/generate');
  await page.goto('/tools');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tools');
  const card = page.getByRole('region', { name: 'Weekly Digest' });
  await card.getByRole('button', { name: 'Generate Digest' }).click();
  await expect(card.getByRole('button', { name: 'Generating...' })).toBeDisabled();
  await expect(card.getByText('Reading new episodes. Give it a minute.')).toBeVisible();
  release();
  await expectSuccessToast(page, 'Weekly digest generated successfully');
  const digest = card.getByRole('article');
  await expect(digest.getByText(SAMPLER).first()).toBeVisible();
  const readAloud = page.locator('[aria-live]').filter({ has: page.getByRole('article') });
  await expect(readAloud, 'the toast tells of it; the digest is long').toHaveCount(0);
  await page.reload();
  await expect(digest, 'the latest one is kept').toBeVisible();

  await test.step('earlier digests are listed, and an address opens one of them', async () => {
    const id = (await (await page.request.get('/api/digest')).json()).digest?.id;
    await page.request.post('/api/digest/generate');
    await page.reload();
    const list = page.getByRole('region', { name: 'All digests' });
    const [newest, earlier] = [list.getByRole('button').first(), list.getByRole('button').nth(1)];
    await expect(newest).toHaveAttribute('aria-current', 'true');
    await earlier.click();
    await expect(earlier).toHaveAttribute('aria-current', 'true');
    await expect(page).toHaveURL(new RegExp(`digest=${id}$`));
    await page.reload();
    await expect(earlier).toHaveAttribute('aria-current', 'true');
    await newest.click();
    await expect(newest).toHaveAttribute('aria-current', 'true');
  });

  await test.step("anonymous: 'Sign In Required', as in the library", async () => {
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto('/tools?tool=review');
    await expect(page.getByText('Sign In Required', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/tools?tool=review');
    const link = page.getByRole('main').getByRole('link', { name: 'Sign In', exact: true });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
  });
});

test('earlier digests that do not load say so, and load on retry', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await page.request.post('/api/digest/generate');
  await page.request.post('/api/digest/generate');
  await network.fail('GET', /^\/api\/digest\/kept$/);
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Weekly Digest' });
  await expect(card.getByRole('alert')).toContainText('Your earlier digests did not load');
  await expect(card.getByRole('article')).toBeVisible();

  await network.restore();
  await card.getByRole('button', { name: 'Try Again' }).click();
  const list = page.getByRole('region', { name: 'All digests' });
  await expect(list.getByRole('button')).toHaveCount(2);
});

test('digests that do not load at all show one error, and load on one retry', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await page.request.post('/api/digest/generate');
  await page.request.post('/api/digest/generate');
  await network.fail('GET', /^\/api\/digest(\/kept)?$/);
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Weekly Digest' });
  await expect(card.getByText('Your latest digest did not load')).toBeVisible();
  await network.quiet();
  await expect(card.getByRole('alert')).toHaveCount(1);

  await network.restore();
  await card.getByRole('button', { name: 'Try Again' }).click();
  await expect(card.getByRole('article')).toBeVisible();
  const list = page.getByRole('region', { name: 'All digests' });
  await expect(list.getByRole('button')).toHaveCount(2);
});

test("a late reply to an earlier request doesn't hide the digest", async ({
  page,
  network,
  subscribedReader: _,
}) => {
  const replyNone = await network.holdReply('GET', '/api/digest');
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Weekly Digest' });
  await card.getByRole('button', { name: 'Generate Digest' }).click();
  await expect(card.getByRole('article')).toBeVisible();
  replyNone();
  await network.quiet();
  await expect(card.getByRole('article')).toBeVisible();
});

test('a time in the digest opens the transcript there, starts no conversation and is free', async ({
  page,
  subscribedReader: _,
}) => {
  await page.request.post('/api/digest/generate');
  await page.goto('/tools');
  const time = page.getByRole('button', { name: /^Open the transcript at/ }).first();
  await time.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[data-cited]').first()).toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Listen Here' })).toBeVisible();
  await expect(page).toHaveURL(/\/tools\?episode=[\w-]+&at=\d+$/);
  await page.reload();
  await expect(dialog.locator('[data-cited]').first()).toBeInViewport();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await time.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(time).toBeFocused();
  const history = await page.request.get('/api/user/chat-sessions');
  expect(await history.json()).toMatchObject({ chatSessions: [] });
});

test('a feed gets an address, which is shown once, and can be replaced and revoked', async ({
  page,
  reader: _,
}) => {
  await page.goto('/tools');
  const row = page.getByRole('region', { name: 'Your Feeds' }).getByRole('listitem').first();
  await row.getByRole('button', { name: 'Create Address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your New Address' });
  const shown = dialog.getByLabel('RSS address');
  const address = await shown.inputValue();
  expect((await page.request.get(address)).headers()['content-type']).toContain('rss+xml');
  await page.reload();
  await expect(row.getByText('Address created')).toBeVisible();
  await expect(shown).toHaveCount(0);
  await row.getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('button', { name: 'Replace Address' }).click();
  await expect(shown).toHaveValue(/\/api\/feeds\//);
  await expect(shown).not.toHaveValue(address);
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect((await page.request.get(address)).status()).toBe(404);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke Address' }).click();
  await expectSuccessToast(page, 'The address for weekly digests is revoked');
  await expect(row.getByRole('button', { name: 'Create Address' })).toBeVisible();
});

test('on a phone, the cards leave the same room between text and button', async ({
  page,
  subscribedReader: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/tools');
  const roomIn = async (name: string) => {
    const card = page.getByRole('region', { name, exact: true });
    const text = await card.locator('h2 + p').boundingBox();
    const button = await card
      .locator('h2 + p')
      .locator('xpath=../following-sibling::*')
      .boundingBox();
    return (button?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0);
  };
  const review = page.getByRole('region', { name: 'Daily Review', exact: true });
  await expect(review.getByText(/Remember/)).toBeVisible();
  const line = await review.locator('h2 + p').evaluate((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return text.getBoundingClientRect().bottom - range.getBoundingClientRect().bottom;
  });
  expect(line, 'nothing is below the text').toBeLessThan(5);
  expect(await roomIn('Daily Review')).toBe(await roomIn('Weekly Digest'));
});

test('a reader without podcasts is led to them, not to a digest of nothing', async ({
  page,
  network,
  reader: _,
}) => {
  const release = await network.hold('GET', '/api/user/subscriptions');
  const latest = page.waitForResponse(/\/digest/);
  await page.goto('/tools');
  await latest;
  const card = page.getByRole('region', { name: 'Weekly Digest' });
  await expect(card.getByText('Your podcasts this week')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Generate Digest' })).toBeHidden();
  await expect(card.getByText('Generate one from the new episodes')).toHaveCount(0);
  release();
  await expect(card.getByRole('heading', { name: 'No Digest Yet' })).toBeVisible();
  await expect(card.getByText("You haven't subscribed to any podcasts yet.")).toBeVisible();
  await expect(card.getByRole('button', { name: 'Generate Digest' })).toHaveCount(0);
  await card.getByRole('link', { name: 'Browse Podcasts' }).click();
  await expect(page).toHaveURL('/podcasts');
});

test('on a phone, a newcomer’s tools stay where they are while they load', async ({
  page,
  network,
  reader: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const shifted = await watchShifts(page);
  // The device then knows that nothing is subscribed to.
  await page.goto('/tools');
  await expect(page.getByRole('heading', { name: 'No Digest Yet' })).toBeVisible();
  const calls = ['/api/user/subscriptions', '/api/user/reviews/due'];
  const releases = await Promise.all(calls.map((call) => network.holdReply('GET', call)));
  await page.goto('/tools');
  await expect(page.getByRole('heading', { name: 'No Digest Yet' })).toBeVisible();
  for (const release of releases) release();
  await expect(page.getByText('Remember what you heard')).toBeVisible();
  await network.quiet();
  expect(await shifted()).toBeLessThan(0.005);
});

test('the way back to all tools is as high as a finger needs', async ({ page, reader: _ }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/tools?tool=review');
  const back = page.getByRole('link', { name: 'All Tools' });
  expect((await back.boundingBox())?.height).toBeGreaterThanOrEqual(36);
  await back.click();
  await expect(page.getByRole('heading', { name: 'Weekly Digest', exact: true })).toBeVisible();
});

test('of all tools, only what is due asks for attention', async ({ page, subscribedReader }) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id } = await saveInsight(page.request, { episodeId, insight: '- Dashboards lie.' });
  await page.goto('/tools');
  const solid = page.getByRole('main').locator('.button-solid, .rt-Button.rt-variant-solid');
  await expect(page.getByText('Remember what you heard')).toBeVisible();
  await expect(solid).toHaveCount(0);
  await page.request.post('/api/user/reviews', { data: { kind: 'insight', sourceId: id } });
  await page.reload();
  await expect(solid).toHaveText(['Open Review']);
});

test('an address of a tool shows it right below the header', async ({
  page,
  subscribedReader: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [address, name] of [
    ['/tools?tool=digest', 'Weekly Digest'],
    ['/tools?tool=export', 'Take Everything With You'],
    ['/tools#tool-brief', 'Your Brief by Mail'],
  ] as const) {
    // Otherwise only the fragment would change.
    await page.goto('about:blank');
    await page.goto(address);
    const card = page.getByRole('region', { name });
    await expect(card).toBeVisible();
    const header = await page.getByRole('banner').boundingBox();
    const below = (header?.y ?? 0) + (header?.height ?? 0);
    await expect
      .poll(async () => (await card.boundingBox())?.y ?? 0, address)
      .toBeLessThan(below + 24);
    expect((await card.boundingBox())?.y, address).toBeGreaterThanOrEqual(below);
  }
});

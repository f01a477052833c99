/** Where the focus is once the clicked control is gone. */
import type { Page } from '@playwright/test';
import {
  ask,
  EPISODE,
  episodeOf,
  makeSession,
  OTHER_EPISODE,
  SAMPLER,
  subscribe,
} from '../support/e2e/people.ts';
import {
  cardOf,
  colourOf,
  expectSuccessToast,
  openChat,
  recentEpisodes,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

/** A lost focus is on the body, so the next Tab could start anywhere. */
const expectFocusKept = (page: Page, after: string) =>
  expect(page.locator('body'), after).not.toBeFocused();

const addSource = (page: Page, title: string) =>
  page.request.post('/api/user/sources', {
    data: { kind: 'text', title, text: `Rent rose. ${title}.` },
  });

test('leaving a screen by Back while a dialog is open moves the focus to the next screen', async ({
  page,
  reader: _,
}) => {
  await page.goto('/library');
  const links = page.getByRole('navigation', { name: 'Main' });
  await links.getByRole('link', { name: 'Our Podcasts' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Add a Podcast' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Your Insights Library' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('deleting a source moves the focus to the next one', async ({ page, reader: _ }) => {
  await addSource(page, 'Older');
  await addSource(page, 'Newer');
  await page.goto('/tools?tool=sources');
  await page.getByRole('button', { name: 'Delete Newer' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Delete Newer' })).toHaveCount(0);
  const left = page.getByRole('region', { name: 'Added by You' }).getByRole('listitem');
  await expect(left.getByRole('button').first()).toBeFocused();
});

test('deleting a moment moves the focus to the next one, and a second press does nothing', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  for (const start of [60, 120]) {
    const moment = { id: crypto.randomUUID(), episodeId, start, end: start };
    await page.request.post('/api/user/moments', { data: moment });
  }
  await page.goto('/library');
  const moments = page.getByRole('region', { name: `Moments of ${EPISODE}` });
  await moments
    .getByRole('button', { name: /^Delete/ })
    .first()
    .dblclick();
  await expect(moments.getByRole('listitem')).toHaveCount(1);
  await expectFocusKept(page, 'after deleting a moment');
  await expect(moments.getByRole('button').first()).toBeFocused();
  await expect(page.getByText('Moment deleted')).toBeVisible();
});

test('deleting the only moment of an episode moves the focus to one of another episode', async ({
  page,
  subscribedReader,
}) => {
  for (const title of [EPISODE, OTHER_EPISODE]) {
    const { id: episodeId } = episodeOf(subscribedReader, title);
    const moment = { id: crypto.randomUUID(), episodeId, start: 60, end: 60 };
    await page.request.post('/api/user/moments', { data: moment });
  }
  await page.goto('/library');
  const moments = page.getByRole('region', { name: /^Moments of / }).getByRole('listitem');
  await expect(moments).toHaveCount(2);
  await moments
    .last()
    .getByRole('button', { name: /^Delete/ })
    .press('Enter');
  await expect(moments).toHaveCount(1);
  await expect(moments.getByRole('button').first()).toBeFocused();
});

test("the way to a tool's page and back keeps the focus", async ({ page, reader: _ }) => {
  await page.goto('/tools');
  for (const [link, title] of [
    ['Open Sources', 'Your Sources'],
    ['All Tools', 'Tools'],
  ] as const) {
    await page.getByRole('link', { name: link }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  }
});

test('deleting one of two conversations about an episode moves the focus to the other', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  for (const message of ['What is attribution?', 'What is a dashboard?']) {
    const { id: sessionId } = await makeSession(page.request, episodeId);
    await ask(page.request, { episodeId, sessionId, message });
  }
  await page.goto('/library?tab=history');
  const remove = page.getByRole('button', { name: /^Delete the conversation/ });
  await expect(remove).toHaveCount(2);
  await remove.first().press('Enter');
  await expect(remove).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Continue Chat' })).toBeFocused();
});

test('the profile and the tools keep the focus when a row or a button goes', async ({
  page,
  browser,
  baseURL,
  network,
  reader,
}) => {
  await test.step('another device is logged out', async () => {
    const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
    const { username, password } = reader;
    await elsewhere.request.post('/api/login', { data: { username, password } });
    await page.goto('/profile');
    const other = page.getByRole('button', { name: /^Log out (?!.*this device)/ });
    await other.press('Enter');
    await expect(other).toHaveCount(0);
    await expectFocusKept(page, 'after logging out a device');
    await elsewhere.close();
  });

  await test.step('a token is revoked', async () => {
    const data = { name: 'Notes sync', scopes: ['read'], expiresAt: null };
    await page.request.post('/api/user/tokens', { data });
    await page.reload();
    await page.getByRole('button', { name: 'Revoke Notes sync' }).press('Enter');
    await page.getByRole('button', { name: 'Revoke Token' }).press('Enter');
    await expectSuccessToast(page, 'Notes sync has been revoked');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expectFocusKept(page, 'after revoking a token');
  });

  await test.step("a feed's address is created and revoked", async () => {
    await page.goto('/tools');
    const feeds = page.getByRole('region', { name: 'Your Feeds' });
    const name = feeds.getByRole('heading', { name: 'Weekly digests' });
    await feeds.getByRole('button', { name: 'Create Address' }).first().press('Enter');
    const shown = page.getByLabel('RSS address');
    await expect(shown).toBeFocused();
    const ring = await colourOf(shown.locator('..'), 'outline-color');
    expect(ring, 'as visible as any').toEqual(await colourOf(shown.locator('..'), '--focus-8'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(name).toBeFocused();
    await feeds.getByRole('button', { name: 'Replace' }).press('Enter');
    await page.getByRole('button', { name: 'Replace Address' }).press('Enter');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(name).toBeFocused();
    await feeds.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByRole('button', { name: 'Revoke Address' }).press('Enter');
    await expect(feeds.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expectFocusKept(page, 'after revoking an address');
  });

  await test.step('a quiz that could not be made leads back to its button', async () => {
    network.allow('/api/quiz/generate');
    await page.goto('/podcasts');
    const quiz = page.getByRole('region', { name: 'Knowledge Quiz' });
    const release = await network.hold('POST', '/api/quiz/generate');
    await quiz.getByRole('button', { name: 'Generate Quiz' }).press('Enter');
    await expect(quiz.getByRole('heading', { name: 'Generating Knowledge Quiz' })).toBeFocused();
    release();
    await expect(quiz.getByRole('button', { name: 'Generate Quiz' })).toBeFocused();
  });
});

test('Escape clears the search of an open transcript first, and then closes it', async ({
  page,
  reader: _,
}) => {
  await addSource(page, 'About rent');
  await page.goto('/tools?tool=sources');
  await page.getByRole('button', { name: 'Read' }).click();
  const text = page.getByRole('dialog', { name: 'About rent' });
  const field = text.getByRole('searchbox');
  await field.fill('rose');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  expect(await text.getAttribute('data-closing'), 'it stays open').toBeNull();
  await field.press('Escape');
  await expect(text).toHaveCount(0);
});

test('saving an answer leaves the focus on its button', async ({ page, subscribedReader: _ }) => {
  const chat = await openChat(page);
  await chat.getByRole('button', { name: 'Save to Library' }).first().press('Enter');
  const saved = chat.getByRole('button', { name: 'Saved' });
  await expect(saved).toBeDisabled();
  await expect(saved).toBeFocused();
});

test('fetching the recent episodes moves the focus to their heading', async ({
  page,
  reader: _,
}) => {
  await subscribe(page.request, SAMPLER);
  await page.goto('/podcasts');
  const card = recentEpisodes(page);
  const fetch = card.getByRole('button', { name: 'Fetch Recent Episodes' });
  await expect(fetch).toBeEnabled();
  await fetch.press('Enter');
  await expect(card.getByText(/^Next fetch available/)).toBeVisible();
  await expect(card.getByRole('heading', { name: 'Recent Episodes' })).toBeFocused();
});

test("the review's settings keep the focus", async ({ page, reader: _ }) => {
  await page.goto('/tools?tool=review');
  const choice = page.getByRole('combobox', { name: 'Items per day, at most' });
  await choice.press('Enter');
  await page.getByRole('option', { name: '30' }).press('Enter');
  await expect(choice).toHaveText('30');
  await expect(choice).toBeFocused();
  await page.getByRole('switch').press('Space');
  const turnOn = page.getByRole('button', { name: 'Turn On' });
  await expect(turnOn).toBeEnabled();
  const day = page.getByRole('region', { name: 'Daily review', exact: true });
  await expect(day).toBeFocused();
  await turnOn.press('Enter');
  await expect(page.getByRole('switch')).toBeVisible();
  await expect(day).toBeFocused();
});

test('a saved profile, whose page is loaded again, leaves the focus on the screen', async ({
  page,
  reader: _,
}) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).press('Enter');
  await page.getByLabel('Role').fill('Counsel');
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expectSuccessToast(page, 'Profile updated successfully');
  await expect(page.getByRole('main')).toBeFocused();
});

test('discarding changes in the editor moves the focus to the text', async ({
  page,
  reader: _,
}) => {
  await page.goto('/editor');
  const text = page.getByLabel('Your content');
  await text.fill('A thought');
  await page.getByRole('button', { name: 'Discard Changes' }).press('Enter');
  await expect(text).toHaveValue('');
  await expect(text).toBeFocused();
});

test('trying again leaves the focus on the part that is loaded', async ({
  page,
  network,
  reader: _,
}) => {
  for (const [path, call, part, next] of [
    [
      '/tools',
      '/api/user/feeds',
      page.getByRole('region', { name: 'Your Feeds' }),
      page.getByRole('button', { name: 'Create Address' }).first(),
    ],
    [
      '/library',
      '/api/user/insights',
      page.getByRole('tabpanel', { name: 'Saved Insights' }),
      page.getByRole('link', { name: 'Browse Podcasts' }),
    ],
  ] as const) {
    await network.fail('GET', call);
    await page.goto(path);
    const again = part.getByRole('button', { name: 'Try Again' });
    const failed = page.waitForResponse((response) => response.url().endsWith(call));
    await again.press('Enter');
    await failed;
    await expect(again, 'it failed again').toBeFocused();
    await network.restore();
    await page.keyboard.press('Enter');
    await expect(next).toBeVisible();
    await expect(part).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }

  await network.fail('GET', '/api/user/podcasts');
  await page.goto('/podcasts');
  const own = page.getByRole('region', { name: 'Added by You' });
  const again = own.getByRole('button', { name: 'Try Again' });
  await expect(again).toBeVisible();
  await network.restore();
  await again.press('Enter');
  await expect(again).toHaveCount(0);
  await expect(own).toBeFocused();
});

test('trying again where everything failed leaves the focus on the part that is loaded', async ({
  page,
  network,
  reader: _,
}) => {
  const endFailure = await network.fail('GET', /^\/api\/(?!user$)/);
  await page.goto('/podcasts');
  const catalogue = page.getByRole('region', { name: 'Catalogue' });
  const again = catalogue.getByRole('button', { name: 'Try Again' });
  await expect(again).toBeVisible();
  // Until these are answered, it is open what the screen shows. The page itself may try them again at any time.
  const release = await network.hold('GET', '/api/user/subscriptions');
  await endFailure();
  await again.press('Enter');
  await expect(cardOf(page, SAMPLER)).toBeVisible();
  await expect(catalogue).toBeFocused();
  release();
  await expect(cardOf(page, SAMPLER).getByRole('button', { name: /Subscribe/ })).toBeVisible();
  await expect(catalogue).toBeFocused();
});

test('trying again to load the session leaves the focus on the notice, then on the screen', async ({
  page,
  network,
  reader: _,
}) => {
  await network.fail('GET', '/api/user');
  await page.goto('/library');
  const again = page.getByRole('status').getByRole('button', { name: 'Try Again' });
  const retry = async () => {
    const release = await network.hold('GET', '/api/user');
    await page.keyboard.press('Enter');
    await expect(again).toHaveAttribute('aria-busy', 'true');
    await expect(again, 'while it is tried again').toBeFocused();
    return release;
  };
  await again.focus();
  (await retry())();
  await expect(again, 'it failed again').toHaveAttribute('aria-busy', 'false');
  await expect(again).toBeFocused();
  await network.restore();
  (await retry())();
  await expect(page.getByRole('tab', { name: 'Saved Insights' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

import type { Page } from '@playwright/test';
import { expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

/** A sample podcast under a host name that the catalogue doesn't use. */
async function sampleFeed(page: Page, slug: string): Promise<string> {
  const port = Number(new URL((await page.request.get('/api/health')).url()).port) + 1;
  return `http://localhost:${port}/${slug}/feed.xml`;
}

test('a reader finds a podcast by its address, adds it and removes it', async ({
  page,
  network,
  reader: _,
}) => {
  await page.goto('/podcasts');
  const section = page.getByRole('region', { name: 'Added by You' });
  await section.getByRole('button', { name: 'Add a Podcast' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Podcast' });
  await dialog.getByLabel('Address').fill('http://10.0.0.1/feed');
  network.allow('/api/user/podcasts/preview');
  await dialog.getByRole('button', { name: 'Find Podcast' }).click();
  await expect(
    dialog.getByText('This address does not belong to the public internet.'),
  ).toBeVisible();

  await dialog.getByLabel('Address').fill(await sampleFeed(page, 'law'));
  await dialog.getByRole('button', { name: 'Find Podcast' }).click();
  const preview = dialog.getByRole('article', { name: 'Dripcast Sampler: Law' });
  await expect(preview.getByRole('list', { name: 'Newest episodes' })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Law' }).click();
  await dialog.getByRole('button', { name: 'Add Podcast' }).click();
  await expectSuccessToast(page, 'Dripcast Sampler: Law has been added to your podcasts');
  await expect(section.getByRole('heading', { name: 'Dripcast Sampler: Law' })).toBeVisible();

  await section.getByRole('button', { name: 'Remove Dripcast Sampler: Law' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Podcast' }).click();
  await expectSuccessToast(page, 'Dripcast Sampler: Law has been removed');
  await expect(section.getByRole('listitem')).toHaveCount(0);
});

test('an import that waits for a host is still shown after a reload', async ({
  page,
  network,
  reader: _,
}) => {
  const retryAt = new Date().toISOString();
  const waiting = [{ title: 'Busy', reason: 'Its host asked us to try again later.', retryAt }];
  const state = {
    id: crypto.randomUUID(),
    total: 2,
    done: 1,
    added: ['Free'],
    known: [],
    failed: [],
  };
  await network.answer('POST', '/api/user/opml', () => ({ ...state, done: 0, waiting: [] }));
  await network.answer('GET', /^\/api\/user\/opml\/./, () => ({ ...state, waiting }));
  await page.goto('/tools?tool=export');
  const card = page.getByRole('region', { name: 'Move Your Subscriptions' });
  const file = { name: 'a.opml', mimeType: 'text/x-opml', buffer: Buffer.from('<opml/>') };
  await card.getByLabel('OPML file').setInputFiles(file);
  await expect(card.getByText('Waiting (1)')).toBeVisible();
  await expect(card.getByRole('status')).toHaveText(
    '1 of 2 podcasts. You can leave this page in the meantime.',
  );
  await expect(card.getByRole('button', { name: 'Import OPML' })).toBeEnabled();
  await page.reload();
  await expect(card.getByText('Waiting (1)')).toBeVisible();
  await expect(card.getByText('Its host asked us to try again later.')).toBeVisible();

  await network.restore();
  const done = { ...state, done: 2, added: ['Free', 'Busy'], waiting: [] };
  await network.answer('GET', /^\/api\/user\/opml\/./, () => done);
  await page.reload();
  await expect(card.getByText('Import finished')).toBeVisible();
  await page.reload();
  await expect(card.getByRole('button', { name: 'Import OPML' })).toBeVisible();
  await expect(card.getByText('Import finished')).toHaveCount(0);
});

test('subscriptions are imported from an OPML file with a report, and exported as one', async ({
  page,
  network,
  reader: _,
}) => {
  const known = await sampleFeed(page, 'hr');
  const opml = `<opml version="2.0"><body>
    <outline text="Health"><outline text="HR sample" xmlUrl="${known}"/></outline>
    <outline text="Inside" xmlUrl="http://10.0.0.1/feed"/></body></opml>`;
  await page.goto('/tools?tool=export');
  const card = page.getByRole('region', { name: 'Move Your Subscriptions' });
  await card.getByLabel('OPML file').setInputFiles({
    name: 'subscriptions.opml',
    mimeType: 'text/x-opml',
    // As Windows programs write it.
    buffer: Buffer.from(`\uFEFF${opml}`, 'utf16le'),
  });
  await expect(card.getByText('Import finished')).toBeVisible();
  await expect(card.getByText('Added (1)', { exact: true })).toBeVisible();
  await expect(
    card.getByText('This address does not belong to the public internet.'),
  ).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Export OPML' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('dripcast-subscriptions.opml');

  network.allow('/api/user/opml');
  await card.getByLabel('OPML file').setInputFiles({
    name: 'holiday.opml',
    mimeType: 'text/x-opml',
    buffer: Buffer.from('Not a list'),
  });
  await expect(card.getByRole('alert')).toHaveText('There are no podcasts in this file.');
  await expect(card.getByText('Import finished')).toHaveCount(0);
});

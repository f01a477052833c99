import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { parse as parseCsv } from 'csv-parse/sync';
import { parseOpml } from 'feedsmith';
import matter from 'gray-matter';
import type { AccountDocument } from '../../schema/wire/account-document.ts';
import type { ExportInfo } from '../../schema/wire/exports.ts';
import { expectAccessible } from '../support/e2e/accessibility.ts';
import {
  EPISODE,
  episodeOf,
  register,
  SAMPLER,
  saveInsight,
  updateInsight,
} from '../support/e2e/people.ts';
import { unzip } from '../support/e2e/zip.ts';
import { expect, test } from './fixtures.ts';

const NOTE = `Obsidian/${SAMPLER.replace(':', '')}/${EPISODE}.md`;

test('a reader exports everything, in files that other programs read', async ({
  page,
  context,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const insight = '## Points\n\n- Dashboards lie. [1:04]\n- =SUM(A1) is no sum.';
  const { id } = await saveInsight(page.request, { episodeId, insight });
  await updateInsight(page.request, id, { userNotes: 'Ask Ada', tags: ['big idea'] });
  await page.goto('/tools?tool=export');
  const card = page.getByRole('region', { name: 'Take Everything With You' });
  await expect(card.getByRole('checkbox', { name: 'JSON' })).toBeChecked();
  await card.getByRole('checkbox', { name: 'JSON' }).uncheck();
  await expect(card.getByText('Choose at least one format.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Export' })).toBeDisabled();
  const all = card.getByRole('button', { name: 'Choose All Formats' });
  await all.click();
  await expect(all).toBeFocused();
  await expectAccessible(page, 'the export card');
  await card.getByRole('button', { name: 'Export' }).click();
  const link = card.getByRole('link', { name: /^Download the export of/ });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^dripcast-[\d-]+\.zip$/);
  const files = await unzip(await download.path());

  const { data, content } = matter(files.get(NOTE) ?? '');
  expect(data).toMatchObject({ title: EPISODE, podcast: SAMPLER });
  expect(data.tags).toContain('big-idea');
  const place = `/podcasts?episode=${episodeId}&at=64`;
  expect(content).toContain(`${place})`);
  expect(content).toContain(`^insight-${id}`);
  expect(files.get(`Logseq/pages/${EPISODE}.md`)).toContain(`id:: ${id}`);
  expect(files.get('Anki/dripcast.txt')).toContain('#guid column:1');
  const [row] = parseCsv<Record<string, string>>(files.get('Readwise/readwise.csv') ?? '', {
    columns: true,
  });
  expect(row).toMatchObject({ Title: EPISODE, Author: SAMPLER, Note: '.big-idea\nAsk Ada' });
  const opml = parseOpml(files.get('OPML/dripcast-subscriptions.opml') ?? '');
  expect(opml.body?.outlines?.[0]?.outlines?.[0]?.title).toBe(SAMPLER);

  const account: AccountDocument = JSON.parse(files.get('JSON/dripcast-account.json') ?? '');
  expect(account.savedInsights).toMatchObject([{ id, insight, userNotes: 'Ask Ada' }]);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajvFormats.default(ajv);
  const published = await (await page.request.get(new URL(account.$schema ?? '').pathname)).json();
  expect(JSON.parse(files.get('JSON/account.schema.json') ?? '')).toEqual(published);
  const isValid = ajv.compile(published);
  expect(isValid(account), JSON.stringify(isValid.errors)).toBe(true);
  expect(isValid({ ...account, savedInsights: [{ id }] })).toBe(false);

  await page.goto(place);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/at=64/);

  // The conversation on the page belongs to the reader before.
  await page.goto('about:blank');
  await register(page.request);
  await page.goto('/tools?tool=export');
  const back = page.getByRole('region', { name: 'Bring an Account Back' });
  const picker = back.getByLabel('Exported account');
  await picker.setInputFiles(await download.path());
  await expect(back.getByText('1 saved insight')).toBeVisible();
  await picker.setInputFiles(await download.path());
  await expect(back.getByText('Nothing new: everything was already here.')).toBeVisible();
  await picker.setInputFiles({
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{}'),
  });
  await expect(back.getByRole('alert')).toContainText('This file contains no Dripcast account.');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/library');
  await page.getByRole('button', { name: EPISODE, expanded: false }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('- Dashboards lie. [1:04](http');
  expect(copied).toContain('&at=64)');
});

test('the first export is announced, in a region that was there before', async ({
  page,
  subscribedReader: _,
}) => {
  await page.goto('/tools?tool=export');
  const card = page.getByRole('region', { name: 'Take Everything With You' });
  await expect(card.getByRole('button', { name: 'Export' })).toBeEnabled();
  const regions = await card.getByRole('status').elementHandles();
  await card.getByRole('button', { name: 'Export' }).click();
  await expect
    .poll(() => Promise.all(regions.map((region) => region.textContent())))
    .toContain('Your export is ready.');
});

test('an empty export says so, and can be restarted', async ({ page, network, reader: _ }) => {
  await page.goto('/tools?tool=export');
  const card = page.getByRole('region', { name: 'Take Everything With You' });
  await card.getByRole('checkbox', { name: 'JSON' }).uncheck();
  await card.getByRole('checkbox', { name: 'Obsidian' }).check();
  await card.getByRole('button', { name: 'Export' }).click();
  await expect(card.getByText('There is nothing to export in this choice yet.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Export' })).toBeEnabled();

  await test.step('a failed start shows an error and keeps the choices', async () => {
    await card.getByRole('checkbox', { name: 'Anki' }).check();
    await network.fail('POST', '/api/user/exports');
    await card.getByRole('button', { name: 'Export' }).click();
    await expect(card.getByRole('alert')).toBeVisible();
    await expect(card.getByRole('checkbox', { name: 'Anki' })).toBeChecked();
  });
});

test("an export refused because of another tab's says so only until that one is done", async ({
  page,
  network,
  reader: _,
}) => {
  const ofOtherTab: ExportInfo = {
    id: crypto.randomUUID(),
    status: 'queued',
    formats: ['json'],
    progress: 40,
    bytes: null,
    error: null,
    createdAt: '2026-11-02T09:00:00.000Z',
    expiresAt: '2026-11-09T09:00:00.000Z',
  };
  let exports: ExportInfo[] = [];
  await network.answer('GET', '/api/user/exports', () => ({ exports, podcasts: [] }));
  const message = 'Another export is being made. Wait until it is done.';
  await network.fail('POST', '/api/user/exports', 409, JSON.stringify({ message }));
  await page.goto('/tools?tool=export');
  const card = page.getByRole('region', { name: 'Take Everything With You' });
  await expect(card.getByRole('button', { name: 'Export' })).toBeEnabled();
  exports = [ofOtherTab];
  await card.getByRole('button', { name: 'Export' }).click();
  await expect(card.getByRole('alert')).toHaveText(message);

  exports = [{ ...ofOtherTab, status: 'done', progress: 100, bytes: 2_000 }];
  await expect(card.getByRole('link', { name: /^Download the export of/ })).toBeVisible();
  await expect(card.getByRole('alert')).toHaveCount(0);
});

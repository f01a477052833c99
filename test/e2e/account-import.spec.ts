import type { Locator, Page } from '@playwright/test';
import type { AccountImport } from '../../schema/wire/account-imports.ts';
import { expectAccessible } from '../support/e2e/accessibility.ts';
import { expect, test } from './fixtures.ts';

/** Longer texts than fit into one part. */
const SOURCES = 12;
const PARAGRAPH = 'Small clinics raise their prices once a year, in spring, and say why. ';

const accountFile = () => {
  const now = '2026-11-02T09:00:00.000Z';
  const sources = Array.from({ length: SOURCES }, (_, index) => ({
    id: crypto.randomUUID(),
    kind: 'text',
    title: `Memo ${index + 1}`,
    author: null,
    address: null,
    publishedAt: null,
    createdAt: now,
    updatedAt: now,
    text: `Memo number ${index + 1}. ${PARAGRAPH.repeat(2_700)}`,
  }));
  const profile = {
    username: 'ada',
    email: null,
    linkedinUrl: null,
    industry: null,
    role: null,
    goals: null,
  };
  const empty = Object.fromEntries(
    [
      ...['podcasts', 'episodes', 'savedInsights', 'generatedInsights', 'conversations'],
      ...['moments', 'positions', 'reviewItems', 'reviewDays', 'quizQuestions', 'quizResults'],
      'digests',
    ].map((list) => [list, []]),
  );
  const head = { format: 'dripcast-account', version: 1, profile };
  const account = { ...head, reviewSettings: null, content: null, ...empty, sources };
  const [name, mimeType] = ['dripcast-account.json', 'application/json'];
  return { name, mimeType, buffer: Buffer.from(JSON.stringify(account)) };
};

async function open(page: Page): Promise<Locator> {
  await page.goto('/tools?tool=export');
  return page.getByRole('region', { name: 'Bring an Account Back' });
}

const choose = (card: Locator) => card.getByLabel('Exported account').setInputFiles(accountFile());

test.beforeEach(({ reader: _ }) => {});

test('an account in several parts is uploaded, then imported in the background', async ({
  page,
  network,
}) => {
  const card = await open(page);
  const release = await network.hold('PUT', /\/api\/user\/imports\/[\w-]+/);
  await choose(card);
  await expect(card.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute(
    'aria-valuenow',
    /^(3[34]|33\.3+)/,
  );
  await expect(card.getByText('Keep this page open until it is done.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Importing...' })).toBeDisabled();
  await expectAccessible(page, 'an upload of an account');
  release();
  await expect(card.getByText(`${SOURCES} sources`)).toBeVisible({ timeout: 60_000 });
  await expect(card.getByRole('button', { name: 'Import Account' })).toBeEnabled();
  await page.reload();
  await expect(card.getByText(`${SOURCES} sources`)).toBeVisible();
  await expectAccessible(page, 'an import that is done', card);
  await page.goto('/tools?tool=sources');
  await expect(page.getByText('Memo 12')).toBeVisible();
});

test('an import shows how far it is, then that it failed, and is retried', async ({
  page,
  network,
}) => {
  const state: AccountImport = {
    id: crypto.randomUUID(),
    status: 'queued',
    progress: 40,
    added: {},
    left: 0,
    error: null,
    canRetry: false,
    createdAt: new Date().toISOString(),
  };
  await network.answer('GET', '/api/user/imports', () => ({ imports: [state] }));
  const card = await open(page);
  const bar = card.getByRole('progressbar', { name: 'Account import' });
  await expect(bar).toHaveAttribute('aria-valuenow', '40');
  await expect(card.getByText('You can leave this page in the meantime.')).toBeVisible();
  await expectAccessible(page, 'a running import', card);
  Object.assign(state, { status: 'failed', error: 'Something went wrong.', canRetry: true });
  await expect(card.getByText('Something went wrong.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Import Account' })).toBeEnabled();
  await expectAccessible(page, 'a failed import', card);
  const retry = card.getByRole('button', { name: 'Try Again' });
  const path = `/api/user/imports/${state.id}/retry`;
  await network.fail('POST', path);
  await retry.click();
  await expect(card.getByRole('alert')).toHaveText('Failed to retry this import');
  await network.answer('POST', path, () =>
    Object.assign(state, { status: 'queued', error: null, canRetry: false }),
  );
  await retry.click();
  await expect(bar).toHaveAttribute('aria-valuenow', '40');
  Object.assign(state, { status: 'failed', error: 'The file is no longer here.' });
  await expect(card.getByText('The file is no longer here.')).toBeVisible();
  await expect(retry).toBeHidden();
});

test('an upload that breaks off imports nothing, and can be repeated', async ({
  page,
  network,
}) => {
  const card = await test.step('imports that do not load can be asked for again', async () => {
    await network.fail('GET', '/api/user/imports');
    const failing = await open(page);
    await expect(page.getByText('Your imports did not load')).toBeVisible();
    await network.restore();
    await page.reload();
    return failing;
  });
  await network.cut('PUT', /\/api\/user\/imports\/[\w-]+/);
  await choose(card);
  await expect(card.getByRole('alert')).toContainText('Nothing was imported.');
  await expect(card.getByRole('button', { name: 'Import Account' })).toBeEnabled();
  await page.reload();
  await expect(card.getByText('The last upload stopped before its end')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { clickInChat, expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const TEXT = [
  'Most small clinics raise their prices in January. A clinic in Leeds raised the price in April and lost only two patients.',
  'The owner wrote to every patient six weeks before. She explained that rent had risen by nine percent.',
  'Annual discounts ruin the margin of a small clinic. They reward patients who would have come anyway.',
].join('\n\n');

const list = (page: Page) => page.getByRole('region', { name: 'Added by You' });
const adding = (page: Page) => page.getByRole('region', { name: 'Add a Source' });

/** A text of the reader's, without the form. */
async function postRents(page: Page, more: object = {}): Promise<{ id: string }> {
  const data = { kind: 'text', title: 'Rents', text: TEXT, ...more };
  return (await page.request.post('/api/user/sources', { data })).json();
}

async function addText(page: Page) {
  await page.goto('/tools');
  await page.getByRole('link', { name: 'Open Sources' }).click();
  await adding(page).getByLabel('Title').first().fill('What a small clinic charges');
  await adding(page).getByRole('textbox', { name: /^Text/ }).fill(TEXT);
  await adding(page).getByRole('button', { name: 'Add Source' }).first().click();
  await expectSuccessToast(page, 'Source added');
}

test('a text is added, read, asked about, saved from and deleted', async ({ page, reader: _ }) => {
  await addText(page);
  await list(page).getByRole('button', { name: 'Read' }).click();
  const text = page.getByRole('dialog', { name: 'What a small clinic charges' });
  await expect(text.getByText('¶ 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(text).toHaveCount(0);
  await test.step('the open text outlives a reload, and Back closes it', async () => {
    await list(page).getByRole('button', { name: 'Read' }).click();
    await expect(text).toBeVisible();
    await page.reload();
    await expect(text).toBeVisible();
    await page.goBack();
    await expect(text).toHaveCount(0);
    await expect(list(page).getByRole('button', { name: 'Read' })).toBeVisible();
  });

  await list(page).getByRole('button', { name: 'Chat' }).click();
  const chat = page.getByRole('dialog', { name: 'Chat about this source' });
  await expect(chat.getByText(/without an AI model/)).toBeVisible();
  const question = chat.getByPlaceholder('Ask a follow-up question...');
  await question.fill('How many patients did the clinic in Leeds lose?');
  await chat.getByRole('button', { name: 'Send' }).click();
  const answer = chat.getByRole('listitem').last();
  await expect(answer.getByText('lost only two patients')).toBeVisible();
  await clickInChat(answer.getByRole('button', { name: 'Save to Library' }));
  await expectSuccessToast(page, 'Insight saved to your library');
  await answer.getByRole('button', { name: 'Open the text at ¶ 1' }).first().click();
  await expect(chat.getByText('At ¶ 1')).toBeVisible();
  await page.goto('/library');
  await expect(page.getByText('Your sources').first()).toBeVisible();
  const actions = page.getByRole('group', { name: 'Actions for What a small clinic charges' });
  await expect(actions.getByRole('button', { name: 'Add Notes' })).toBeVisible();
  await expect(actions.getByRole('button', { name: 'Play' })).toHaveCount(0);

  await page.goto('/tools?tool=sources');
  await list(page).getByRole('button', { name: 'Delete What a small clinic charges' }).click();
  await expect(list(page).getByText('No Sources Yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list(page).getByRole('button', { name: 'Read' })).toBeVisible();
});

test('a page and a file become sources', async ({ page, network, reader: _ }) => {
  await page.goto('/tools?tool=sources');
  await adding(page).getByRole('tab', { name: 'Web Page' }).click();
  const address = adding(page).getByLabel('Address');
  await address.fill('http://10.0.0.1/article');
  network.allow('/api/user/sources');
  await adding(page).getByRole('button', { name: 'Add Page' }).click();
  await expect(
    page.getByText('This address does not belong to the public internet.'),
  ).toBeVisible();
  await address.fill('http://localhost:1/article');
  await adding(page).getByRole('button', { name: 'Add Page' }).click();
  await expect(page.getByText('The server at localhost could not be reached.')).toBeVisible();

  await adding(page).getByRole('tab', { name: 'File' }).click();
  await adding(page)
    .getByLabel('File', { exact: true })
    .setInputFiles({
      name: 'clinic notes.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(
        '# Prices\n\nRent **rose** by [nine percent](https://pages.test).\n\n- One\n- Two\n',
      ),
    });
  const panel = adding(page).getByRole('tabpanel', { name: 'File' });
  await expect(panel.getByLabel(/^Text/)).toHaveValue(
    'Prices\n\nRent rose by nine percent.\n\n• One\n\n• Two',
  );
  await panel.getByRole('button', { name: 'Add Source' }).click();
  await expectSuccessToast(page, 'Source added');
  await expect(list(page).getByRole('heading', { name: 'Prices', exact: true })).toBeVisible();
});

test('the address of a page outlasts a reload until the page is added', async ({
  page,
  network,
  reader: _,
}) => {
  const address = page.getByRole('tabpanel').getByLabel('Address');
  const toPages = () => page.getByRole('tab', { name: 'Web Page' }).click();
  await page.goto('/tools?tool=sources');
  await toPages();
  await address.fill('https://example.org/half');
  await page.reload();
  await toPages();
  await expect(address).toHaveValue('https://example.org/half');

  await network.answer('POST', '/api/user/sources', () => ({ id: '', title: 'Half a page' }));
  await page.getByRole('button', { name: 'Add Page' }).click();
  await expectSuccessToast(page, 'Added “Half a page”');
  await page.reload();
  await toPages();
  await expect(address).toHaveValue('');
});

test('a source that was changed in another tab asks which version to keep', async ({
  page,
  network,
  reader: _,
}) => {
  const added = await postRents(page);
  const changeElsewhere = (title: string) =>
    page.request.put(`/api/user/sources/${added.id}`, { data: { title } });
  network.allow(`/api/user/sources/${added.id}`);
  await page.goto('/tools?tool=sources');
  await list(page).getByRole('button', { name: 'Edit Rents' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Source' });
  const title = dialog.getByLabel('Title');
  await title.fill('Mine');
  await changeElsewhere('Theirs');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('A newer version was saved elsewhere.');
  await expect(title).toHaveValue('Mine');
  await dialog.getByRole('button', { name: 'Use the Other' }).click();
  await expect(title).toHaveValue('Theirs');
  await title.fill('Mine again');
  await changeElsewhere('Theirs again');
  await title.press('Enter');
  await dialog.getByRole('button', { name: 'Keep Mine' }).click();
  await expectSuccessToast(page, 'Source updated');
  await expect(list(page).getByRole('heading', { name: 'Mine again' })).toBeVisible();
});

test('a long author leaves the address of a source its room', async ({ page, reader: _ }) => {
  const author = 'The Association of Everyone Who Ever Wrote About Rents, Leases and Landlords';
  await postRents(page, { author, address: 'https://a.example/1' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/tools?tool=sources');
  const link = list(page).getByRole('link', { name: 'a.example' });
  expect(await link.evaluate((host) => host.scrollWidth - host.clientWidth)).toBe(0);
});

test('a source that is loading has the focus on its dialog, then on its title', async ({
  page,
  network,
  reader: _,
}) => {
  const added = await postRents(page);
  await page.goto('/tools?tool=sources');
  const release = await network.hold('GET', `/api/user/sources/${added.id}`);
  await list(page).getByRole('button', { name: 'Edit Rents' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Source' });
  await expect(dialog.getByRole('status', { name: 'Loading the source' })).toBeVisible();
  await expect(dialog).toBeFocused();
  release();
  await expect(dialog.getByLabel('Title')).toBeFocused();
});

test('what is typed into a source waits there after going back, until it is discarded', async ({
  page,
  reader: _,
}) => {
  await postRents(page);
  await page.goto('/tools');
  await page.getByRole('link', { name: 'Open Sources' }).click();
  const edit = list(page).getByRole('button', { name: 'Edit Rents' });
  const dialog = page.getByRole('dialog', { name: 'Edit Source' });
  await edit.click();
  await dialog.getByLabel('Title').fill('Leases');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await edit.click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Leases');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await edit.click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Rents');
});

test.describe('west of Greenwich', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });

  test('a source is of the day that was given for it', async ({ page, reader: _ }) => {
    await postRents(page, { publishedAt: '2026-10-31' });
    await page.goto('/tools?tool=sources');
    await expect(list(page).getByText('Oct 31, 2026')).toBeVisible();
    await list(page).getByRole('button', { name: 'Edit Rents' }).click();
    await expect(page.getByRole('dialog').getByLabel('Published on')).toHaveValue('2026-10-31');
  });
});

test('a text without words says so at its field, which gets the focus', async ({
  page,
  reader: _,
}) => {
  await page.goto('/tools?tool=sources');
  const text = adding(page).getByRole('textbox', { name: /^Text/ });
  await adding(page).getByLabel('Found at').first().fill('example.com');
  await adding(page).getByRole('button', { name: 'Add Source' }).first().click();
  await expect(text).toBeFocused();
  await expect(text).toHaveAccessibleDescription('Please add some text');
  await expect(adding(page).getByLabel('Found at').first()).toHaveAccessibleDescription(
    'The address must start with https:// or http://',
  );
  await page.keyboard.type('Rent rose.');
  await expect(text).not.toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Tab');
  await adding(page).getByRole('button', { name: 'Add Source' }).first().click();
  await expect(adding(page).getByLabel('Found at').first()).toBeFocused();
});

test('a long title leaves room for the text on a small phone', async ({ page, reader: _ }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await postRents(page, { title: 'What a small clinic charges its patients '.repeat(4).trim() });
  await page.goto('/tools?tool=sources');
  await list(page).getByRole('button', { name: 'Read' }).click();
  const text = page.getByRole('dialog', { name: /^What a small clinic charges/ });
  await expect(text.getByText('¶ 1')).toBeVisible();
  const header = await text.locator('header').boundingBox();
  expect(header?.height).toBeLessThan(640 / 5);
});

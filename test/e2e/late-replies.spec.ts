/** Replies that arrive after the reader has moved on don't change what they are doing now. */
import type { ChatHistoryPage } from '../../schema/wire/chat.ts';
import { ask, EPISODE, episodeOf, makeSession, saveInsight } from '../support/e2e/people.ts';
import { expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test("a digest that is finished after the reader has left doesn't bring them back", async ({
  page,
  network,
  subscribedReader: _,
}) => {
  const release = await network.hold('POST', '/api/digest/generate');
  // Its code loads so slowly that the screen before is still there.
  const showLibrary = await network.hold('GET', /\/LibraryScreen-/);
  await page.goto('/tools');
  await page.getByRole('button', { name: 'Generate Digest' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByText('My Library').click();
  await expect(page).toHaveURL('/library');
  release();
  await expectSuccessToast(page, 'Weekly digest generated successfully');
  showLibrary();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Insights Library');
  await expect(page).toHaveURL('/library');
});

test("saved notes don't close the dialog that was opened meanwhile", async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  await saveInsight(page.request, { episodeId, insight: 'The first one.' });
  await saveInsight(page.request, { episodeId, insight: 'The second one.' });
  const release = await network.hold('PUT', /^\/api\/user\/insights\//);
  await page.goto('/library');
  const add = page.getByRole('button', { name: 'Add Notes' });
  const notes = page.getByRole('dialog', { name: 'Add Notes' });
  await add.first().click();
  await notes.getByRole('textbox').fill('For the board');
  await notes.getByRole('button', { name: 'Save Notes' }).click();
  await notes.getByRole('button', { name: 'Cancel' }).click();
  await expect(notes).toHaveCount(0);
  await add.last().click();
  await notes.getByRole('textbox').fill('Half a sen');
  release();
  await expectSuccessToast(page, 'Notes updated successfully');
  await expect(notes.getByRole('textbox')).toHaveValue('Half a sen');
});

test('a source that is added while the reader looks elsewhere is announced, and its draft is gone', async ({
  page,
  network,
  reader: _,
}) => {
  const release = await network.hold('POST', '/api/user/sources');
  await page.goto('/tools?tool=sources');
  const adding = page.getByRole('region', { name: 'Add a Source' });
  const text = adding.getByRole('textbox', { name: /^Text/ });
  await text.fill('Rent had risen by nine percent.');
  await adding.getByRole('button', { name: 'Add Source' }).first().click();
  await page.getByRole('link', { name: 'All Tools' }).click();
  await expect(adding).toHaveCount(0);
  release();
  await expectSuccessToast(page, 'Source added');
  await page.getByRole('link', { name: 'Open Sources' }).click();
  await expect(page.getByRole('button', { name: 'Read' })).toBeVisible();
  await expect(text).toHaveValue('');
});

test("a conversation that is loaded after the reader has left the library doesn't open elsewhere", async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const { id: sessionId } = await makeSession(page.request, episodeId);
  await ask(page.request, { episodeId, sessionId, message: 'What is attribution?' });
  await network.change<ChatHistoryPage>('GET', '/api/user/chat-sessions', (reply) => ({
    ...reply,
    chatSessions: reply.chatSessions.map((session) => ({ ...session, isExcerpt: true })),
  }));
  const release = await network.holdReply('GET', /^\/api\/user\/chat-sessions\/./);
  await page.goto('/library?tab=history');
  await page.getByRole('button', { name: 'Continue Chat' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByText('Our Podcasts').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Podcasts');
  const replied = page.waitForResponse(/chat-sessions\/./);
  release();
  await (await replied).finished();
  await page.getByRole('link', { name: 'Tools', exact: true }).hover();
  await expect(page).toHaveURL('/podcasts');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an upload that goes on is shown to a reader who comes back to it', async ({
  page,
  network,
  reader: _,
}) => {
  const exported = await page.request.post('/api/user/exports', { data: { formats: ['json'] } });
  const { id } = await exported.json();
  const zip = () => page.request.get(`/api/user/exports/${id}`);
  await expect.poll(async () => (await zip()).status()).toBe(200);
  const buffer = await (await zip()).body();
  const release = await network.hold('POST', '/api/user/imports');
  await page.goto('/tools');
  const card = page.getByRole('region', { name: 'Bring an Account Back' });
  await card
    .getByLabel('Exported account')
    .setInputFiles({ name: 'dripcast.zip', mimeType: 'application/zip', buffer });
  await expect(card.getByRole('button', { name: 'Importing...' })).toBeDisabled();
  await page.getByRole('navigation', { name: 'Main' }).getByText('My Library').click();
  await expect(card).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByText('Tools').click();
  await expect(card.getByText('Uploading. Keep this page open until it is done.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Importing...' })).toBeDisabled();
  release();
  await expect(card.getByText('Nothing new: everything was already here.')).toBeVisible();
});

test('what was read of a file cannot be edited while another file replaces it', async ({
  page,
  reader: _,
}) => {
  await page.goto('/tools?tool=sources');
  await page.getByRole('tab', { name: 'File' }).click();
  const panel = page.getByRole('tabpanel', { name: 'File' });
  const picker = panel.getByLabel('File', { exact: true });
  const buffer = Buffer.from('Rent had risen by nine percent.');
  await picker.setInputFiles({ name: 'rent.txt', mimeType: 'text/plain', buffer });
  const text = panel.getByLabel(/^Text/);
  await expect(text).toHaveValue('Rent had risen by nine percent.');
  // The PDF's reader never arrives, so that its file is read until the test cancels it.
  await page.route(/pdf-worker/, () => {});
  await picker.setInputFiles({ name: 'rent.pdf', mimeType: 'application/pdf', buffer });
  const cancel = panel.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeVisible();
  await text.focus();
  await expect(text).not.toBeFocused();
  await cancel.click();
  await expect(cancel).toHaveCount(0);
  await text.focus();
  await expect(text).toBeFocused();
});

test("a podcast that is found after its dialog was closed doesn't replace another address", async ({
  page,
  network,
  reader: _,
}) => {
  const preview = {
    status: 'new',
    title: 'A slow podcast',
    host: 'Ida',
    description: '',
    cover: null,
    isPrivate: false,
    episodes: [],
  };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/user/podcasts/preview', async (route) => {
    await released;
    await route.fulfill({ json: preview });
  });
  await page.goto('/podcasts');
  const open = page.getByRole('button', { name: 'Add a Podcast' });
  const dialog = page.getByRole('dialog', { name: 'Add a Podcast' });
  const address = dialog.getByLabel('Address');
  await open.click();
  await address.fill('https://slow.test/feed');
  await dialog.getByRole('button', { name: 'Find Podcast' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open.click();
  await address.fill('https://other.te');
  const replied = page.waitForResponse('**/api/user/podcasts/preview');
  release();
  await (await replied).finished();
  await expect(dialog.getByRole('article')).toHaveCount(0);
  await expect(address).toHaveValue('https://other.te');

  await test.step('going back from a podcast keeps its address, to correct it', async () => {
    await dialog.getByRole('button', { name: 'Find Podcast' }).click();
    await expect(dialog.getByRole('article', { name: 'A slow podcast' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect(address).toHaveValue('https://other.te');
  });
  await network.restore();
});

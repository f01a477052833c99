import { register } from '../support/e2e/people.ts';
import { expectSuccessToast } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const PLACEHOLDER = 'Start writing your content here...';

test('only for logged-in users: with no user it redirects to /login, while the session loads it shows a skeleton', async ({
  page,
  network,
}) => {
  await page.goto('/editor');
  await expect(page).toHaveURL('/login');
  await register(page.request);
  const release = await network.hold('GET', '/api/user');
  await page.goto('/editor');
  await expect(page.getByRole('main').getByText('Loading...')).toBeAttached();
  await expect(page.getByPlaceholder(PLACEHOLDER)).toHaveCount(0);
  release();
  await expect(page.getByPlaceholder(PLACEHOLDER)).toBeVisible();

  await test.step('nothing is validated; the button is disabled while submitting', async () => {
    const save = await network.hold('POST', '/api/content');
    await page.getByRole('button', { name: 'Save Content' }).click();
    await expect(page.getByRole('main').locator('button[type=submit]')).toBeDisabled();
    save();
    await expectSuccessToast(page, 'Your content has been saved.');
  });
});

test("reached from the tools, a large text area with placeholder 'Start writing your content here...' and 'Save Content': 'Your content has been saved.'", async ({
  page,
  reader: _,
}) => {
  await page.goto('/tools');
  await page.getByRole('link', { name: 'Open Editor' }).click();
  await expect(page).toHaveURL('/editor');
  const text = page.getByPlaceholder(PLACEHOLDER, { exact: true });
  await expect(text).toHaveValue('');
  await expect(page.getByText('Nothing saved yet.')).toBeVisible();
  const box = await text.boundingBox();
  expect(box?.height).toBeGreaterThan(280);
  expect(box?.width).toBeGreaterThan(600);
  await text.fill('Send the numbers the day before.');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Save Content', exact: true }).click();
  expect(new URL((await sent).url()).pathname).toBe('/api/content');
  expect((await sent).postDataJSON()).toEqual({ content: 'Send the numbers the day before.' });
  await expectSuccessToast(page, 'Your content has been saved.');
  await page.reload();
  await expect(text).toHaveValue('Send the numbers the day before.');
});

test('a draft survives a reload, and leaving with unsaved text asks first', async ({
  page,
  reader: _,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/editor');
  const text = page.getByPlaceholder(PLACEHOLDER);
  await text.fill('Half a thought');
  await page.reload();
  await expect(text).toHaveValue('Half a thought');

  const home = page.getByRole('banner').getByRole('link', { name: 'Our Podcasts' });
  await home.click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/editor');
  await expect(home, 'where the reader was').toBeFocused();
  await home.press('Enter');
  await page.keyboard.press('Escape');
  await expect(home).toBeFocused();
  await home.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/podcasts');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a version saved elsewhere replaces an older draft, which can be restored', async ({
  page,
  reader: _,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/editor');
  const text = page.getByPlaceholder(PLACEHOLDER);
  await text.fill('An older draft');
  await page.request.post('/api/content', { data: { content: 'Saved on the phone' } });
  await page.reload();
  await expect(text).toHaveValue('Saved on the phone');
  await expect(page.getByRole('status').getByText(/^All saved, \w{3} \d+, \d{4}, /)).toBeVisible();

  await text.fill('Saved on the phone, and more');
  await page.reload();
  await expect(text).toHaveValue('Saved on the phone, and more');
  const restore = page.getByRole('button', { name: 'Restore Draft', exact: true });
  await restore.click();
  await expect(text).toHaveValue('An older draft');
  await restore.click();
  await expect(text).toHaveValue('Saved on the phone, and more');
  await restore.click();
  await page.getByRole('button', { name: 'Save Content' }).click();
  await expectSuccessToast(page, 'Your content has been saved.');
  await page.getByRole('button', { name: 'Delete Draft', exact: true }).click();
  await expect(restore).toBeHidden();
  await page.reload();
  await expect(text).toHaveValue('An older draft');
  await expect(restore).toBeHidden();
});

test('two tabs: the later save learns of the earlier one and chooses', async ({
  page,
  context,
  network,
  reader: _,
}) => {
  network.allow('/api/content');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/editor');
  const other = await context.newPage();
  await other.goto('/editor');
  const [here, there] = [page.getByPlaceholder(PLACEHOLDER), other.getByPlaceholder(PLACEHOLDER)];
  await here.fill('Written here');
  await there.fill('Written there');
  await other.getByRole('button', { name: 'Save Content' }).click();
  await expectSuccessToast(other, 'Your content has been saved.');

  const save = page.getByRole('button', { name: 'Save Content' });
  await save.click();
  const question = page.getByRole('alertdialog', { name: 'A newer version was saved elsewhere' });
  await question.getByRole('button', { name: 'See Both' }).click();
  await expect(question.getByLabel('Yours').getByRole('textbox')).toHaveValue('Written here');
  await expect(question.getByLabel('The other one').getByRole('textbox')).toHaveValue(
    'Written there',
  );
  await question.press('Escape');
  await expect(here).toBeFocused();
  await save.click();
  await question.getByRole('button', { name: 'Use the Other' }).click();
  await expect(here).toHaveValue('Written there');
  await expect(here).toBeFocused();
  await page.getByRole('button', { name: 'Restore Draft' }).click();
  await expect(here).toHaveValue('Written here');

  await there.fill('Written there again');
  await other.getByRole('button', { name: 'Save Content' }).click();
  await expect(other.getByText(/^All saved, /)).toBeVisible();
  await save.click();
  await question.getByRole('button', { name: 'Keep Mine' }).click();
  await expect(question).toBeHidden();
  await expectSuccessToast(page, 'Your content has been saved.');
  await page.reload();
  await expect(here).toHaveValue('Written here');
});

test("a reply that is not the server's leaves the text as a draft", async ({
  page,
  network,
  reader: _,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await network.fail('POST', '/api/content', 200, '<html>Sign in to the network</html>');
  await page.goto('/editor');
  const text = page.getByPlaceholder(PLACEHOLDER);
  await text.fill('Written on a train');
  await page.getByRole('button', { name: 'Save Content' }).click();
  await expectSuccessToast(page, 'Your content has been saved.');
  await expect(
    page.getByText('Not saved yet. Your draft is stored in this browser.'),
  ).toBeVisible();
  await page.reload();
  await expect(text).toHaveValue('Written on a train');
  await network.restore();
  await page.getByRole('button', { name: 'Save Content' }).click();
  await expect(page.getByText(/^All saved, /)).toBeVisible();
});

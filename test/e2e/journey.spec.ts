/** The whole journey once, on the sample podcasts, as a user goes through it. */
import { readFile } from 'node:fs/promises';
import { clickInChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test.use({ reducedMotion: 'no-preference' });

test('from registering to a cited answer saved to the library, a quiz, a digest and logging out', async ({
  page,
}) => {
  test.setTimeout(400_000);
  const username = `walker-${crypto.randomUUID().slice(0, 8)}`;

  await test.step('the landing page leads to registering', async () => {
    await page.goto('/');
    await expect(
      page.getByRole('heading', {
        name: 'Brain overload? Let information drip, instead of flood.',
      }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Sign me up' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill('a good secret');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(page.getByRole('link', { name: 'View Your Profile' })).toBeVisible();
  });

  await test.step('the catalogue filters, and a podcast is subscribed to', async () => {
    await page.getByRole('link', { name: 'Our Podcasts' }).first().click();
    await page.getByRole('button', { name: 'Law', exact: true }).click();
    await expect(page.getByText(/^Showing \d+ podcasts in Law$/)).toBeVisible();
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Dripcast Sampler: Law' }) });
    await card.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Successfully subscribed to podcast').first()).toBeVisible();
  });

  await test.step('recent episodes are fetched, and a transcript is downloaded', async () => {
    await page.getByRole('button', { name: 'Fetch Recent Episodes' }).click();
    await expect(page.getByText('Recent episodes fetched successfully').first()).toBeVisible();
    await expect(page.getByText(/^Next fetch available/)).toBeVisible();
    await page.getByRole('button', { name: /^Dripcast Sampler: Law/ }).click();
    const row = episodeRow('Seventy-two hours after a data breach');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: 'Download Transcript' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^transcript-Seventy-two hours.*\.txt$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('Dripcast Sampler: Law');
    expect(text).toContain('24 hours');
  });

  await test.step('insights are generated with progress and read in the overlay', async () => {
    const row = episodeRow('Seventy-two hours after a data breach');
    await row.getByRole('button', { name: 'Generate Insights' }).click();
    await expect(page.getByRole('heading', { name: 'Chat about this episode' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Key takeaways' })).toBeVisible();
    await expect(page.getByText('10 follow-up questions remaining')).toBeVisible();
  });

  await test.step('a question is answered with a citation from the transcript', async () => {
    await ask('How soon must the processor report according to the recommended contract clause?');
    const answer = page
      .getByRole('region', { name: 'Conversation' })
      .getByRole('listitem')
      .filter({ hasText: '24 hours, by telephone' })
      .last();
    await expect(page.getByText('9 follow-up questions remaining')).toBeVisible();
    await expect(answer.getByRole('button', { name: /\d+:\d\d/ }).first()).toBeVisible();
    await clickInChat(answer.getByRole('button', { name: 'Save to Library' }));
    await expect(answer.getByRole('button', { name: 'Saved' })).toBeVisible();
    await closeChat();
    await expect(page.getByRole('heading', { name: 'Chat about this episode' })).toBeHidden();
  });

  await test.step('the answer is in the library, and takes notes', async () => {
    await page.goto('/library');
    await expect(page.getByRole('heading', { name: 'Your Insights Library' })).toBeVisible();
    await expect(page.getByText('1 insight(s) saved')).toBeVisible();
    await page.getByRole('button', { name: 'Add Notes' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Ask our processor about this.');
    await page.getByRole('button', { name: 'Save Notes' }).click();
    await expect(page.getByText('Notes updated successfully').first()).toBeVisible();
  });

  await test.step('the conversation is in Chat History and continues', async () => {
    await page.getByRole('tab', { name: 'Chat History' }).click();
    await page.getByRole('button', { name: 'Continue Chat' }).click();
    await expect(page.getByText('9 follow-up questions remaining')).toBeVisible();
    await ask('What are the three kinds of breach?');
    await expect(page.getByText('8 follow-up questions remaining')).toBeVisible();
    await closeChat();
  });

  await test.step('a quiz is taken', async () => {
    await page.goto('/podcasts');
    await page.getByRole('button', { name: 'Generate Quiz' }).click();
    for (let number = 1; number <= 5; number++) {
      await expect(page.getByText(`Question ${number} of 5`)).toBeVisible();
      await page.getByRole('radiogroup').last().getByRole('radio').first().click();
      await page.getByRole('button', { name: 'Submit Answer' }).click();
      await expect(page.getByText('Explanation:')).toBeVisible();
      await page
        .getByRole('button', { name: number < 5 ? 'Next Question' : 'See Results' })
        .click();
    }
    await expect(page.getByText(/^You scored \d+%$/)).toBeVisible();
  });

  await test.step('the profile is edited', async () => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Email').fill('walker@example.com');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('walker@example.com').first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Dripcast Sampler: Law' })).toBeVisible();
  });

  await test.step('text in the editor is still there on return', async () => {
    await page.goto('/editor');
    await page.getByPlaceholder('Start writing your content here...').fill('What I learnt today.');
    await page.getByRole('button', { name: 'Save Content' }).click();
    await expect(page.getByText('Your content has been saved.').first()).toBeVisible();
    await page.evaluate(() => sessionStorage.clear());
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(page.getByPlaceholder('Start writing your content here...')).toHaveValue(
      'What I learnt today.',
    );
  });

  await test.step('the weekly digest is generated', async () => {
    await page.goto('/tools');
    await page.getByRole('button', { name: /generate/i }).click();
    await expect(page.getByText('Weekly digest generated successfully').first()).toBeVisible();
    await expect(page.getByText('Seventy-two hours after a data breach').first()).toBeVisible();
  });

  await test.step('and out', async () => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('Logged out successfully').first()).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });

  function episodeRow(title: string) {
    return page
      .getByRole('listitem')
      .filter({ has: page.getByText(title, { exact: true }) })
      .last();
  }

  async function closeChat() {
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    // It closes with Back, after its fade; continuing earlier would race with it.
    await expect(page).not.toHaveURL(/episode=/);
  }

  async function ask(question: string) {
    const input = page.getByPlaceholder('Ask a follow-up question...');
    await expect(input).toBeEnabled();
    await input.fill(question);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
  }
});

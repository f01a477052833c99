/** What can be done with an episode of the Recent Episodes card. */
import { readFile } from 'node:fs/promises';
import { format } from 'date-fns';
import { watchOpeningSteps } from '../support/e2e/chat.ts';
import {
  EPISODE,
  fetchRecent,
  SHORT_EPISODE,
  SOUND_ONLY_EPISODE,
  saveProfile,
  subscribe,
} from '../support/e2e/people.ts';
import {
  chatDialog,
  episodeRow,
  expectErrorToast,
  expectSuccessToast,
  readyChat,
  recentEpisodes,
  unfoldPodcast,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const INSIGHTS = /^\/api\/podcasts\/episodes\/[^/]+\/insights$/;
/** The two buttons of the specification; 'Play' stands beside them. */
const ACTIONS = /Transcript|Insights/;
const TRANSCRIPT = /^\/api\/podcasts\/episodes\/[^/]+\/transcript$/;

const OPENING = [
  'Preparing to fetch transcript',
  'Fetching podcast transcript',
  'Preparing chat session',
  'Initializing chat session',
  'Ready!',
];

test("each episode shows title, a 'Short' badge, 'Published: {date}', 'Download Transcript' and 'Generate Insights', or why not", async ({
  page,
  subscribedReader,
}) => {
  await unfoldPodcast(page);
  for (const episode of subscribedReader.episodes) {
    const row = episodeRow(page, episode.title);
    const published = format(episode.publishedAt ?? '', 'MMM d, yyyy');
    await expect(row.getByText(`Published: ${published}`, { exact: true })).toBeVisible();
    await expect(row.getByText('Short', { exact: true })).toHaveCount(
      episode.isYoutubeShort ? 1 : 0,
    );
  }
  for (const [title, transcript, insights, isPossible] of [
    [EPISODE, 'Download Transcript', 'Generate Insights', true],
    [SHORT_EPISODE, 'No Transcript (Short)', 'No Insights (Short)', false],
    [SOUND_ONLY_EPISODE, 'Transcript Unavailable', 'No Insights Available', false],
  ] as const) {
    const row = episodeRow(page, title);
    await expect(row.getByRole('button', { name: ACTIONS })).toHaveText([transcript, insights]);
    for (const name of [transcript, insights]) {
      await expect(row.getByRole('button', { name, exact: true })).toBeEnabled({
        enabled: isPossible,
      });
    }
  }

  await test.step('the two buttons fit side by side on the narrowest phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    for (const { title } of subscribedReader.episodes) {
      const actions = episodeRow(page, title).getByRole('group', { name: `Actions for ${title}` });
      const buttons = actions.getByRole('button', { name: ACTIONS });
      await expect(buttons).toHaveCount(2);
      const [transcript, insights] = await buttons.evaluateAll((both) =>
        both.map((button) => button.getBoundingClientRect().top),
      );
      expect(insights, title).toBe(transcript);
    }
  });
});

test("'Downloading...'; downloaded as transcript-{title}.txt; 'Transcript downloaded successfully'", async ({
  page,
  network,
  subscribedReader: _,
}) => {
  const release = await network.hold('GET', TRANSCRIPT);
  await unfoldPodcast(page);
  const row = episodeRow(page, EPISODE);
  await row.getByRole('button', { name: 'Download Transcript' }).click();
  await expect(row.getByRole('button', { name: 'Downloading...', exact: true })).toBeDisabled();
  const download = page.waitForEvent('download');
  release();
  await expectSuccessToast(page, 'Transcript downloaded successfully');
  expect((await download).suggestedFilename()).toBe(`transcript-${EPISODE}.txt`);
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.length).toBeGreaterThan(2_000);
  await expect(row.getByRole('button', { name: 'Download Transcript' })).toBeEnabled();

  await test.step('the transcript is available as captions and as JSON, too', async () => {
    for (const [name, format, beginning] of [
      ['Transcript as VTT captions', 'vtt', 'WEBVTT\n'],
      ['Transcript as SRT captions', 'srt', '1\n00:'],
      ['Transcript as JSON', 'json', '{"version":"1.0.0"'],
    ] as const) {
      const file = page.waitForEvent('download');
      await row.getByRole('link', { name }).click();
      expect((await file).suggestedFilename()).toBe(`transcript-${EPISODE}.${format}`);
      const written = await readFile(await (await file).path(), 'utf8');
      expect(written.startsWith(beginning)).toBe(true);
    }
    await expect(episodeRow(page, SHORT_EPISODE).getByRole('link')).toHaveCount(0);
  });
});

test("generating: dialog 'Opening Conversation' with bar and step, 'Generating...', 'Insights generated successfully', then 'View Insights' and one generation less", async ({
  page,
  network,
  subscribedReader,
}) => {
  // An insight that a reader with the same profile has is free.
  await saveProfile(page.request, { goals: subscribedReader.username });
  const transcript = await network.hold('GET', TRANSCRIPT);
  const session = await network.hold('POST', INSIGHTS);
  // In the order of their first occurrence, because the insight's own citations repeat some of them.
  const steps = await watchOpeningSteps(page);
  await unfoldPodcast(page);
  const row = episodeRow(page, EPISODE);
  await row.getByRole('button', { name: 'Generate Insights', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Opening Conversation' });
  await expect(
    dialog.getByText('Please wait while we prepare your podcast discussion...', { exact: true }),
  ).toBeVisible();
  const bar = dialog.getByRole('progressbar');
  await expect(bar).toBeVisible();
  await expect(dialog.getByText('Fetching podcast transcript', { exact: true })).toBeVisible();
  const progress = () => bar.getAttribute('aria-valuenow').then(Number);
  const early = await progress();
  transcript();
  await expect(dialog.getByText('Preparing chat session', { exact: true })).toBeVisible();
  expect(await progress()).toBeGreaterThan(early);
  // Behind the dialog, where assistive technology can't reach it.
  await expect(page.getByText('Generating...', { exact: true })).toBeDisabled();
  session();
  const chat = await readyChat(page);
  expect([...steps].filter((step) => OPENING.includes(step))).toEqual(OPENING);
  await expectSuccessToast(page, 'Insights generated successfully');

  await test.step('on closing the chat the remaining-generations count is refreshed after 300 ms', async () => {
    // If an insight takes long, the page polls for it and then for the count.
    await network.quiet();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/remaining-generations')) asked += 1;
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await chat.getByRole('button', { name: 'Close', exact: true }).click();
    // The fade.
    await page.clock.runFor(200);
    await expect(chat).toBeHidden();
    await page.clock.runFor(299);
    expect(asked).toBe(0);
    await page.clock.resume();
    await expect.poll(() => asked).toBe(1);
  });
  await expect(row.getByRole('button', { name: 'View Insights', exact: true })).toBeEnabled();
  await expect(recentEpisodes(page).getByText('9 insights remaining')).toBeVisible();
  await row.getByRole('button', { name: 'View Insights' }).click();
  await readyChat(page);
  await page.reload();
  await readyChat(page);
});

test("generation fails: 'Sorry, there was an error generating insights. Please try again.', 'Failed to generate insights', and a reset after 3 s", async ({
  page,
  network,
  subscribedReader: _,
}) => {
  await network.fail('POST', INSIGHTS);
  const steps = await watchOpeningSteps(page);
  await unfoldPodcast(page);
  const row = episodeRow(page, EPISODE);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await row.getByRole('button', { name: 'Generate Insights' }).click();
  const failure = page.getByText(
    'Sorry, there was an error generating insights. Please try again.',
    { exact: true },
  );
  // The steps before it yield to the browser now and then.
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(failure).toBeVisible({ timeout: 1 });
  }).toPass({ intervals: [10] });
  await expect(page.getByText('Failed', { exact: true })).toBeVisible();
  await expectErrorToast(page, 'Failed to generate insights');
  // Some of the 3000 ms may have passed. A reset within them would also be over after its fade.
  await page.clock.runFor(2_900);
  await expect(failure).toBeVisible();
  await page.clock.runFor(200);
  await expect(failure).toBeVisible();
  await page.clock.resume();
  await expect(failure).toBeHidden();
  expect([...steps]).toContain('Failed');
  expect([...steps], 'not even for a moment').not.toContain('Ready!');
  await expect(chatDialog(page)).toHaveCount(0);
  await expect(row.getByRole('button', { name: 'Generate Insights' })).toBeEnabled();
  await expect(recentEpisodes(page).getByText('10 insights remaining')).toBeVisible();
});

test('a transcript that turns out to be missing in the chat disables both buttons', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  const missing = {
    error: 'not_found',
    message: "This episode doesn't have a transcript available.",
    transcriptUnavailable: true,
    isYoutubeShort: false,
  };
  await network.fail('GET', TRANSCRIPT, 404, JSON.stringify(missing));
  await unfoldPodcast(page);
  const row = episodeRow(page, EPISODE);
  await row.getByRole('button', { name: 'Generate Insights' }).click();
  const chat = await readyChat(page);
  await chat.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(chat).toBeHidden();
  await expect(row.getByRole('button', { name: 'Transcript Unavailable' })).toBeDisabled();
});

test("'No generations left', and 'disabled when remaining generations equal 0'", async ({
  page,
  network,
  reader,
}) => {
  // A profile of their own, because an insight of the same profile would be free.
  await saveProfile(page.request, { goals: reader.username });
  for (const name of ['Finance', 'Health', 'HR', 'Law', 'Marketing']) {
    await subscribe(page.request, `Dripcast Sampler: ${name}`);
  }
  const { episodes } = await fetchRecent(page.request);
  const readable = Object.values(episodes)
    .flat()
    .filter((one) => !one.transcriptUnavailable && one.title !== EPISODE);
  for (const { id } of readable.slice(0, 10)) {
    const asked = await page.request.post(`/api/podcasts/episodes/${id}/insights`);
    expect(asked.status()).toBe(200);
  }
  await unfoldPodcast(page);
  await expect(
    recentEpisodes(page).getByText('0 insights remaining', { exact: true }),
  ).toBeVisible();
  const button = episodeRow(page, EPISODE).getByRole('button', { name: 'No generations left' });
  await expect(button).toBeDisabled();
  await expect(
    episodeRow(page, EPISODE).getByRole('button', { name: 'Download Transcript' }),
  ).toBeEnabled();

  await test.step('a page that was left open shows when there are some again', async () => {
    await network.change('GET', '/api/user/remaining-generations', () => ({ remaining: 3 }));
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(recentEpisodes(page).getByText('3 insights remaining')).toBeVisible();
    await expect(
      episodeRow(page, EPISODE).getByRole('button', { name: 'Generate Insights' }),
    ).toBeEnabled();
  });
});

test('an insight generated in one tab shows in the others', async ({
  page,
  context,
  subscribedReader,
}) => {
  await saveProfile(page.request, { goals: subscribedReader.username });
  const other = await context.newPage();
  for (const tab of [other, page]) {
    await unfoldPodcast(tab);
    await expect(recentEpisodes(tab).getByText('10 insights remaining')).toBeVisible();
  }
  await episodeRow(page, EPISODE).getByRole('button', { name: 'Generate Insights' }).click();
  await readyChat(page);
  await expect(recentEpisodes(other).getByText('9 insights remaining')).toBeVisible();
  await expect(
    episodeRow(other, EPISODE).getByRole('button', { name: 'View Insights' }),
  ).toBeVisible();
});

import type { Page } from '@playwright/test';
import type { MomentsReply, PositionsReply, SaidReply } from '../../schema/wire/listening.ts';
import { libraryRow } from '../support/e2e/library.ts';
import {
  EPISODE,
  episodeOf,
  OTHER_EPISODE,
  SAMPLER,
  SOUND_ONLY_EPISODE,
} from '../support/e2e/people.ts';
import {
  heardAt,
  moveTo,
  playButton,
  playEpisode,
  playerOf,
  startEpisode,
} from '../support/e2e/player.ts';
import {
  chatDialog,
  episodeRow,
  expectToast,
  readyChat,
  recentEpisodes,
  toastRegion,
  unfoldPodcast,
} from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

/** Notes the texts that the page draws in pictures from now on. */
async function recordDrawnTexts(page: Page): Promise<() => Promise<string[]>> {
  const texts = await page.evaluateHandle(() => {
    const drawn: string[] = [];
    const { prototype } = CanvasRenderingContext2D;
    const fill = prototype.fillText;
    prototype.fillText = function (text, x, y) {
      drawn.push(text);
      fill.call(this, text, x, y);
    };
    return drawn;
  });
  return () => texts.jsonValue();
}

test('one player for all screens: it keeps playing across them, and resumes where the reader left off', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const player = await playEpisode(page);
  await expect(player).toContainText(EPISODE);
  await expect(player).toContainText(SAMPLER);
  await player.getByRole('combobox', { name: 'Speed' }).selectOption('1.5');
  await moveTo(page, 60);
  await page.getByRole('link', { name: 'My Library' }).click();
  await expect(page.getByRole('heading', { name: 'Your Insights Library' })).toBeVisible();
  await expect.poll(() => heardAt(page)).toBeGreaterThan(61);
  await player.getByRole('button', { name: 'Forward 30 seconds' }).click();
  await expect.poll(() => heardAt(page)).toBeGreaterThan(91);

  await test.step('its keys work, but not while typing', async () => {
    await page.getByRole('main').focus();
    await page.keyboard.press('k');
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    const before = await heardAt(page);
    await page.keyboard.press('j');
    expect(await heardAt(page)).toBeCloseTo(before - 15, 1);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('lll kk');
    expect(await heardAt(page)).toBeCloseTo(before - 15, 1);
    await page.keyboard.press('Escape');
    await page.getByRole('main').focus();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
    await expect(sheet).toContainText('save this moment');
    await page.keyboard.press('l');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    expect(await heardAt(page)).toBeCloseTo(before - 15, 1);
  });

  await expect
    .poll(async () => {
      const reply = await page.request.get('/api/user/positions');
      const { positions }: PositionsReply = await reply.json();
      return positions.find((one) => one.episodeId === episodeId)?.seconds;
    })
    .toBeCloseTo(await heardAt(page), 0);
  const left = await heardAt(page);
  await page.goto('/podcasts');
  await recentEpisodes(page)
    .getByRole('region', { name: 'Continue Listening' })
    .getByRole('button', { name: 'Play' })
    .click();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => heardAt(page)).toBeGreaterThanOrEqual(left - 1);
  await expect(player.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.5');

  await test.step('playing to the end marks the episode as finished', async () => {
    const end = await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration);
    await moveTo(page, end - 0.5);
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await player.getByRole('button', { name: 'Close the player' }).click();
    await expect(player).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await unfoldPodcast(page);
    await expect(episodeRow(page, EPISODE)).toContainText('Finished');
    await expect(page.getByRole('region', { name: 'Continue Listening' })).toHaveCount(0);
  });
});

test('nothing moves in the list when an episode of it is played', async ({
  page,
  subscribedReader: _,
}) => {
  await unfoldPodcast(page);
  const other = playButton(page, OTHER_EPISODE);
  await other.scrollIntoViewIfNeeded();
  const before = await other.boundingBox();
  await playButton(page, EPISODE).click();
  await expect(episodeRow(page, EPISODE).getByRole('button', { name: 'Pause' })).toBeVisible();
  await moveTo(page, 60);
  await playerOf(page).getByRole('button', { name: 'Pause' }).click();
  await expect(episodeRow(page, EPISODE)).toContainText('10 min left');
  expect(await other.boundingBox()).toEqual(before);

  await page.reload();
  const begun = page.getByRole('region', { name: 'Continue Listening' });
  await expect(begun, 'listed on the next visit').toContainText(EPISODE);
});

test('on a tablet, the bar has more room for the title than for the progress', async ({
  page,
  subscribedReader: _,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const player = await playEpisode(page);
  await player.getByRole('button', { name: 'Pause' }).click();
  const title = await player.getByRole('button', { name: EPISODE }).boundingBox();
  const progress = await player.getByRole('slider', { name: 'Position' }).boundingBox();
  expect(title?.width ?? 0).toBeGreaterThan(progress?.width ?? 0);
});

test('opening what plays leaves the category of the catalogue chosen', async ({
  page,
  subscribedReader: _,
}) => {
  const player = await playEpisode(page);
  await page.getByRole('button', { name: 'Law', exact: true }).click();
  await player.getByRole('button', { name: EPISODE }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL('/podcasts?category=law');
});

test('the transcript follows playback until the reader scrolls, and clicking a sentence plays it', async ({
  page,
  subscribedReader,
}) => {
  const { id } = episodeOf(subscribedReader, EPISODE);
  await page.goto(`/podcasts?episode=${id}`);
  const chat = await readyChat(page);
  const transcript = chat.getByRole('complementary', { name: 'Episode' });
  await transcript.getByRole('button', { name: 'Play from 0:00', exact: true }).click();
  const player = playerOf(chat);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await player.getByRole('button', { name: 'Pause' }).click();
  const said = transcript.locator('[data-said]');
  await moveTo(page, 200);
  await expect(said).toBeInViewport();
  await transcript.getByRole('region', { name: 'Transcript' }).hover();
  await page.mouse.wheel(0, -5_000);
  await moveTo(page, 260);
  const back = transcript.getByRole('button', { name: 'Follow Along' });
  await expect(back).toBeVisible();
  await expect(said).not.toBeInViewport();
  await back.click();
  await expect(said).toBeInViewport();
  await expect(back).toHaveCount(0);

  const sentence = transcript.getByText(/5,100 orders/).first();
  await page.mouse.wheel(0, -5_000);
  await sentence.click();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(said).toBeInViewport();
  await chat.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(chatDialog(page)).toHaveCount(0);
  await expect(playerOf(page).getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('a moment saved offline is sent later, once, and is in the library with its note', async ({
  page,
  context,
  network,
  subscribedReader,
}) => {
  network.allow(/./);
  const { id } = episodeOf(subscribedReader, EPISODE);
  const player = await playEpisode(page);
  await player.getByRole('button', { name: 'Pause' }).click();
  await moveTo(page, 45);
  await context.setOffline(true);
  await page.getByRole('main').focus();
  await page.keyboard.press('n');
  await expectToast(page, 'Moment saved');
  await toastRegion(page).getByRole('button', { name: 'Add Note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Note on This Moment' });
  await dialog.getByRole('textbox').fill('Ask the auditors');
  await dialog.getByRole('button', { name: 'Save Note' }).click();
  await expect(dialog).toHaveCount(0);
  await context.setOffline(false);
  const kept = async () => {
    const reply = await page.request.get('/api/user/moments');
    return ((await reply.json()) as MomentsReply).moments.map(({ note }) => note);
  };
  await expect.poll(kept).toEqual(['Ask the auditors']);
  await page.goto('/library');
  const moments = page.getByRole('region', { name: `Moments of ${EPISODE}` });
  await expect(moments).toContainText('Ask the auditors');
  await moments.getByRole('button', { name: /^Play from/ }).click();
  await expect(playerOf(page).getByRole('button', { name: 'Pause' })).toBeVisible();

  await test.step('sharing offers a link to the second, and a picture of the words', async () => {
    await moments.getByRole('button', { name: 'Share' }).click();
    const share = page.getByRole('dialog', { name: 'Share This Moment' });
    await expect(share).toContainText(`/podcasts?episode=${id}&at=`);
    await expect(share.getByRole('img')).toHaveAttribute('src', /^data:image\/png/);
    await expect(share.getByRole('link', { name: 'Save Picture' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('shared from the bar: its words are looked up; what fails says so', async () => {
    const share = page.getByRole('dialog', { name: 'Share This Moment' });
    await network.fail('GET', /\/said$/);
    await player.getByRole('button', { name: 'Pause' }).click();
    await player.getByRole('button', { name: 'Share this moment' }).click();
    await expect(share).toContainText('The picture could not be drawn.');
    await network.restore();
    await network.change<SaidReply>('GET', /\/said$/, (said) => ({ ...said, start: 3_723.4 }));
    const drawn = await recordDrawnTexts(page);
    await share.getByRole('button', { name: 'Try Again' }).click();
    await expect(share.getByRole('img')).toHaveAttribute('src', /^data:image\/png/);
    await expect(share.getByRole('img')).toHaveAttribute('alt', /“.{12,}”/);
    expect(await drawn(), 'the second of the sentence').toContainEqual(
      expect.stringContaining('1:02:03'),
    );
    await network.restore();
    await page.keyboard.press('Escape');
  });
  await moments.getByRole('button', { name: /^Delete/ }).click();
  await expect(moments).toHaveCount(0);
  await expect(libraryRow(page, EPISODE)).toHaveCount(0);

  await test.step('while another is sent, nothing says that it is only here', async () => {
    const release = await network.hold('POST', '/api/user/moments');
    await player.getByRole('button', { name: 'Save this moment' }).click();
    await expect(toastRegion(page)).toContainText('Moment saved');
    expect(await page.getByText(/only on this device/).count()).toBe(0);
    release();
  });
});

test('moments and notes that two tabs save offline are all sent', async ({
  page,
  context,
  network,
  subscribedReader: _,
}) => {
  network.allow(/./);
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    const player = await playEpisode(tab);
    await player.getByRole('button', { name: 'Pause' }).click();
  }
  await context.setOffline(true);
  for (const [number, tab] of tabs.entries()) {
    await tab.getByRole('main').focus();
    await tab.keyboard.press('n');
    await toastRegion(tab).getByRole('button', { name: 'Add Note' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Note on This Moment' });
    await dialog.getByRole('textbox').fill(`Note of tab ${number}`);
    await dialog.getByRole('button', { name: 'Save Note' }).click();
    await expect(dialog).toHaveCount(0);
  }
  // Only the storage remembers them.
  for (const tab of tabs) await tab.goto('about:blank');
  await context.setOffline(false);
  await page.goto('/library');
  const moments = page.getByRole('region', { name: `Moments of ${EPISODE}` });
  await expect(moments).toContainText('Note of tab 0');
  await expect(moments).toContainText('Note of tab 1');
});

test('a note that was changed elsewhere is shown before it is replaced, and kept from a deleted moment', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const moment = { id: crypto.randomUUID(), episodeId, start: 120, end: 120 };
  const path = `/api/user/moments/${moment.id}`;
  await page.request.post('/api/user/moments', { data: moment });
  await page.goto('/library');
  const moments = page.getByRole('region', { name: `Moments of ${EPISODE}` });
  const dialog = page.getByRole('dialog', { name: 'Note on This Moment' });
  const save = dialog.getByRole('button', { name: 'Save Note' });
  const notice = dialog.getByRole('alert');
  network.allow(path);

  await moments.getByRole('button', { name: 'Add Note' }).click();
  await dialog.getByRole('textbox').fill('From the desk');
  await page.request.put(path, { data: { note: 'From the phone' } });
  await save.click();
  await expect(notice).toContainText('Your note has been changed elsewhere.');
  await expect(notice).toContainText('From the phone');
  await expect(moments, 'behind the dialog').toContainText('From the phone');
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(moments).toContainText('From the desk');

  await moments.getByRole('button', { name: 'Edit Note' }).click();
  await dialog.getByRole('textbox').fill('From the train');
  await page.request.delete(path);
  await save.click();
  await expect(notice).toContainText('This moment has been deleted.');
  await expect(dialog.getByRole('textbox')).toHaveValue('From the train');
});

test('a note and an undone deletion show in a library where nothing was played yet', async ({
  page,
  subscribedReader,
}) => {
  const { id: episodeId } = episodeOf(subscribedReader, EPISODE);
  const moment = { id: crypto.randomUUID(), episodeId, start: 120, end: 120 };
  await page.request.post('/api/user/moments', { data: moment });
  await page.goto('/library');
  const moments = page.getByRole('region', { name: `Moments of ${EPISODE}` });
  await moments.getByRole('button', { name: /note/i }).click();
  const dialog = page.getByRole('dialog', { name: 'Note on This Moment' });
  await dialog.getByRole('textbox').fill('Ask the auditors');
  await dialog.getByRole('button', { name: 'Save Note' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(moments).toContainText('Ask the auditors');
  await moments.getByRole('button', { name: /^Delete/ }).click();
  await expect(moments).toHaveCount(0);
  await toastRegion(page).getByRole('button', { name: 'Undo' }).click();
  await expect(moments).toContainText('Ask the auditors');
  await expect(moments.getByRole('button').first()).toBeFocused();
});

test("audio that can't be played says why: the host has taken it down", async ({
  page,
  network,
  subscribedReader,
}) => {
  network.allow(/./);
  await page.route(/\.wav/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await network.answer('GET', /\/audio$/, () => ({ status: 'gone', contentType: null }));
  expect(episodeOf(subscribedReader, SOUND_ONLY_EPISODE).audioUrl).not.toBeNull();
  await startEpisode(page, SOUND_ONLY_EPISODE);
  const player = playerOf(page);
  await expect(player).toContainText('The audio is gone');
  await expect(player.getByRole('link', { name: 'Open it in a new tab' })).toBeVisible();
  await page.unroute(/\.wav/);
  await player.getByRole('button', { name: 'Try Again' }).click();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(player).not.toContainText('The audio is gone');
});

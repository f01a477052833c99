/** The player and what is around it: its sleep timer, the system's media keys, a lost connection. */
import type { MomentsReply } from '../../schema/wire/listening.ts';
import { EPISODE, episodeOf, OTHER_EPISODE } from '../support/e2e/people.ts';
import {
  heardAt,
  moveTo,
  playButton,
  playEpisode,
  playerOf,
  startEpisode,
} from '../support/e2e/player.ts';
import { expectToast, toastRegion } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

test('the sleep timer counts down, pauses, and says so; it can be played on', async ({
  page,
  subscribedReader: _,
}) => {
  const player = await playEpisode(page);
  const timer = player.getByRole('combobox', { name: 'Sleep timer' });
  const chosen = timer.locator('option:checked');
  await timer.focus();
  for (const [key, text] of [
    ['ArrowDown', '5 min left'],
    ['ArrowDown', '15 min left'],
    ['ArrowUp', '5 min left'],
    ['ArrowUp', 'Off'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(chosen).toHaveText(text);
  }
  await timer.selectOption('15 min');
  await expect(chosen).toHaveText('15 min left');
  const minutes = (count: number) => page.clock.setFixedTime(Date.now() + count * 60_000);
  await minutes(4);
  await expect(chosen).toHaveText('11 min left');

  await test.step('it counts on in another episode', async () => {
    await playButton(page, OTHER_EPISODE).click();
    await expect(player).toContainText(OTHER_EPISODE);
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(chosen).toHaveText('11 min left');
  });

  await minutes(16);
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expectToast(page, 'The sleep timer has ended');
  await expect(chosen).toHaveText('Off');
  await toastRegion(page).getByRole('button', { name: 'Keep Playing' }).click();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();

  await test.step('one that ran out while nothing played stops nothing later', async () => {
    await timer.selectOption('5 min');
    await player.getByRole('button', { name: 'Pause' }).click();
    await minutes(60);
    const before = await heardAt(page);
    await player.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => heardAt(page)).toBeGreaterThan(before + 1);
    await expect(chosen).toHaveText('Off');
  });
});

test('the sleep timer stops where the chapter or the episode ends', async ({
  page,
  subscribedReader: _,
}) => {
  const player = await playEpisode(page);
  const timer = player.getByRole('combobox', { name: 'Sleep timer' });
  await timer.selectOption('End of chapter');
  // The first chapter ends at 1:37. A busy browser reports its end late.
  await moveTo(page, 95);
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expectToast(page, 'The sleep timer has ended');
  await expect(toastRegion(page).getByText(/^Paused at 1:(3[7-9]|4\d)\.$/)).toBeVisible();

  await timer.selectOption('End of chapter');
  // After going back to the previous chapter, that one's end counts.
  await player.getByRole('button', { name: 'Back 15 seconds' }).click();
  await player.getByRole('button', { name: 'Play', exact: true }).click();
  await player.getByRole('button', { name: 'Forward 30 seconds' }).click();
  await expect.poll(() => heardAt(page)).toBeGreaterThan(113);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();

  await timer.selectOption('End of episode');
  const end = await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration);
  await moveTo(page, end - 0.5);
  await expectToast(page, 'The sleep timer has ended', 'The episode is over.');
  await expect(timer.locator('option:checked')).toHaveText('Off');
});

test("the system's media keys see what plays, and move it", async ({ page, subscribedReader }) => {
  await page.addInitScript(() => {
    const handlers = new Map<string, (details: object) => void>();
    navigator.mediaSession.setActionHandler = (action, handler) => {
      handlers.set(action, (details) => handler?.({ action, ...details }));
    };
    const states: MediaPositionState[] = [];
    navigator.mediaSession.setPositionState = (state) => void states.push(state ?? {});
    Object.assign(window, { handlers, states });
  });
  const player = await playEpisode(page);
  const press = (action: string, details = {}) =>
    page.evaluate(
      ([name, given]) =>
        (window as unknown as { handlers: Map<string, (details: object) => void> }).handlers.get(
          name,
        )?.(given),
      [action, details] as const,
    );
  const session = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      const { states } = window as unknown as { states: MediaPositionState[] };
      return {
        title: metadata?.title,
        artist: metadata?.artist,
        artwork: metadata?.artwork.map(({ src }) => new URL(src).pathname),
        playbackState,
        speed: states.at(-1)?.playbackRate,
      };
    });
  expect(await session()).toEqual({
    title: EPISODE,
    artist: 'Dripcast Sampler: Marketing',
    artwork: [`/api/podcasts/${subscribedReader.podcastId}/cover`],
    playbackState: 'playing',
    speed: 1,
  });
  await press('pause');
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect((await session()).playbackState).toBe('paused');
  await press('seekto', { seekTime: 100 });
  await expect.poll(() => heardAt(page)).toBe(100);
  await press('seekforward');
  await expect.poll(() => heardAt(page)).toBe(130);
  await press('seekbackward');
  await expect.poll(() => heardAt(page)).toBe(115);
  await press('seekbackward', { seekOffset: 5 });
  await expect.poll(() => heardAt(page)).toBe(110);
  await player.getByRole('combobox', { name: 'Speed' }).selectOption('2');
  await expect.poll(async () => (await session()).speed).toBe(2);
  await press('play');
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(async () => (await session()).playbackState).toBe('playing');
  await press('stop');
  await expect(player).toHaveCount(0);
  const after = await session();
  expect([after.title, after.playbackState]).toEqual([undefined, 'none']);
});

test('an episode chosen offline plays once one is online; another failure is not called offline', async ({
  page,
  context,
  network,
  subscribedReader: _,
}) => {
  network.allow(/./);
  const player = await playEpisode(page);
  const other = playButton(page, OTHER_EPISODE);
  await context.setOffline(true);
  await other.click();
  await expect(player).toContainText('You are offline.');
  await context.setOffline(false);
  await expect(player).toContainText(OTHER_EPISODE);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(player).not.toContainText('You are offline.');

  await player.getByRole('button', { name: 'Close the player' }).click();
  await network.fail('GET', /^\/api\/podcasts\/episodes\/[^/]+$/);
  await other.click();
  await expect(player).toContainText('The episode did not load.');
  await network.restore();
  await player.getByRole('button', { name: 'Try Again' }).press('Enter');
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(player).toBeFocused();
});

test('an episode does not start over where the place in it did not load', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id } = episodeOf(subscribedReader, EPISODE);
  await page.request.put(`/api/user/positions/${id}`, {
    data: { seconds: 75, at: new Date().toISOString() },
  });
  await network.fail('GET', '/api/user/positions');
  await startEpisode(page);
  const player = playerOf(page);
  await expect(player).toContainText('The episode did not load.');
  await network.restore();
  await player.getByRole('button', { name: 'Try Again' }).press('Enter');
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => heardAt(page)).toBeGreaterThanOrEqual(75);
});

test('a moment that the server does not take yet waits, says so, and holds up none', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  const player = await playEpisode(page);
  await player.getByRole('button', { name: 'Pause' }).click();
  await network.fail('POST', '/api/user/moments', 401);
  const keep = player.getByRole('button', { name: 'Save this moment' });
  await moveTo(page, 45);
  await keep.click();
  const waits = 'It is on this device until you log in again.';
  await expectToast(page, 'Moment not sent yet', waits);
  await network.restore();
  const release = await network.hold('POST', '/api/user/moments');
  for (const seconds of [90, 120]) {
    await moveTo(page, seconds);
    await keep.click();
  }
  await release();
  await expect
    .poll(async () => {
      const reply = await page.request.get('/api/user/moments');
      return ((await reply.json()) as MomentsReply).moments.length;
    })
    .toBe(3);
});

test('audio that does not come is told of, and asked for again', async ({
  page,
  network,
  subscribedReader: _,
}) => {
  network.allow(/./);
  await page.clock.install();
  // The host accepts the request and sends nothing.
  let isSilent = true;
  await page.route(/\.wav/, (route) => (isSilent ? undefined : route.continue()));
  await startEpisode(page);
  const player = playerOf(page);
  await expect(player.getByRole('button', { name: 'Pause' })).toHaveAttribute('aria-busy', 'true');
  await page.clock.fastForward(16_000);
  await expect(player).toContainText('sends no audio right now');
  isSilent = false;
  await player.getByRole('button', { name: 'Try Again' }).click();
  await expect(player).not.toContainText('sends no audio right now');
  await expect.poll(() => heardAt(page)).toBeGreaterThan(0);
});

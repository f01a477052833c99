import type { Page } from '@playwright/test';
import type { EpisodePage } from '../../schema/wire/episode-page.ts';
import type { Episode, TranscriptReply } from '../../schema/wire/episodes.ts';
import type { MomentsReply, PositionsReply } from '../../schema/wire/listening.ts';
import type { Network } from '../support/e2e/network.ts';
import { EPISODE, episodeOf } from '../support/e2e/people.ts';
import { playerOf } from '../support/e2e/player.ts';
import { readyChat } from '../support/e2e/screen.ts';
import { expect, test } from './fixtures.ts';

const VIDEO = 'aqz-KE-bpKQ';

/** Stands in for YouTube's player: reports its position to the page, and obeys commands. */
const EMBED = `<!doctype html><body><script>
  const tell = (info) =>
    parent.postMessage(JSON.stringify({ event: 'infoDelivery', info, id: 'player' }), '*');
  const address = new URL(location.href);
  let currentTime = Number(address.searchParams.get('start'));
  let playerState = address.searchParams.get('autoplay') === '1' ? 1 : 2;
  const all = () => ({ currentTime, playerState, duration: 900 });
  addEventListener('message', ({ data }) => {
    const { event, func, args } = JSON.parse(data);
    if (func === 'seekTo') currentTime = args[0];
    if (func === 'pauseVideo') playerState = 2;
    if (func === 'playVideo') playerState = 1;
    if (event === 'listening' || func) tell(all());
    document.body.textContent = (playerState === 1 ? 'plays at ' : 'stands at ') + currentTime;
  });
</script>`;

/** The episode without its audio; YouTube is asked only where `isAllowed`. */
async function onlyAsVideo(page: Page, network: Network): Promise<{ embedded: string[] }> {
  const video = { audioUrl: null, youtubeVideoId: VIDEO };
  await network.change<TranscriptReply>('GET', /\/transcript$/, (reply) => ({
    ...reply,
    ...video,
  }));
  await network.change<EpisodePage>('GET', /\/episodes\/[\w-]+$/, (reply) => ({
    ...reply,
    ...video,
  }));
  await network.change<Record<string, Episode[]>>('GET', /\/recent-episodes$/, (reply) =>
    Object.fromEntries(
      Object.entries(reply).map(([podcast, list]) => [
        podcast,
        list.map((one) => ({ ...one, ...video })),
      ]),
    ),
  );
  const embedded: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    embedded.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: EMBED });
  });
  return { embedded };
}

/** Opens the chat about an episode that is only a video, with its transcript and its player. */
async function openVideo(page: Page, network: Network, search: string) {
  const { embedded } = await onlyAsVideo(page, network);
  await page.goto(`/podcasts?${search}`);
  const chat = await readyChat(page);
  const transcript = chat.getByRole('complementary', { name: 'Episode' });
  return { embedded, chat, transcript, player: playerOf(chat) };
}

test('a video plays only after a click; its places play, are kept and shared', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id } = episodeOf(subscribedReader, EPISODE);
  const { embedded, chat, transcript, player } = await openVideo(page, network, `episode=${id}`);
  await transcript
    .getByText(/5,100 orders/)
    .first()
    .click();
  await expect(player).toContainText('tells YouTube your IP address');
  expect(embedded).toEqual([]);

  await player.getByRole('button', { name: 'Play Video' }).click();
  const frame = player.locator('iframe');
  await expect(frame).toHaveAttribute('src', /\/embed\/aqz-KE-bpKQ\?autoplay=1&start=30&/);
  await expect(frame).toHaveAttribute('title', EPISODE);
  expect(embedded).toHaveLength(1);

  await test.step('the transcript follows it; another sentence moves it', async () => {
    const said = transcript.locator('[data-said]');
    const words = (await said.textContent()) ?? '';
    expect(words).not.toBe('');
    await transcript.getByRole('button', { name: 'Play from 0:00', exact: true }).click();
    await expect(said).not.toHaveText(words);
    expect(embedded).toHaveLength(1);
  });

  await test.step('it goes on after the dialog; its position is kept', async () => {
    await page.keyboard.press('Escape');
    await expect(chat).toHaveCount(0);
    await expect(playerOf(page).locator('iframe')).toHaveCount(1);
    await page.getByRole('main').focus();
    const video = playerOf(page).frameLocator('iframe').locator('body');
    // A key does nothing before the new frame has answered.
    await expect(async () => {
      await page.keyboard.press('l');
      await expect(video).toHaveText(/^plays at [3-9]\d/, { timeout: 1_000 });
    }).toPass();
    await page.keyboard.press('k');
    await expect(video).toHaveText(/^stands at/);
    const positions = async () => {
      const reply = await page.request.get('/api/user/positions');
      return ((await reply.json()) as PositionsReply).positions.map(({ seconds }) => seconds);
    };
    await expect.poll(async () => (await positions())[0] ?? 0).toBeGreaterThanOrEqual(30);
  });

  await test.step('so are its moments, which can be shared', async () => {
    const bar = playerOf(page);
    await bar.getByRole('button', { name: 'Save this moment' }).click();
    const kept = async () => {
      const reply = await page.request.get('/api/user/moments');
      return ((await reply.json()) as MomentsReply).moments.map(({ start }) => start > 0);
    };
    await expect.poll(kept).toEqual([true]);
    await bar.getByRole('button', { name: 'Share this moment' }).click();
    const share = page.getByRole('dialog', { name: 'Share This Moment' });
    await expect(share).toContainText(`/podcasts?episode=${id}&at=`);
    await expect(share.getByRole('img')).toHaveAttribute('src', /^data:image\/png/);
  });
});

test('a video of which nothing was allowed has a link to YouTube at the same second', async ({
  page,
  network,
  subscribedReader,
}) => {
  const { id } = episodeOf(subscribedReader, EPISODE);
  await page.setViewportSize({ width: 390, height: 844 });
  const search = `episode=${id}&at=125`;
  const { embedded, transcript, player } = await openVideo(page, network, search);
  await transcript.getByRole('button', { name: 'Listen Here' }).click();
  await expect(player.getByRole('link', { name: 'Watch on YouTube' })).toHaveAttribute(
    'href',
    `https://www.youtube.com/watch?v=${VIDEO}&t=125`,
  );
  await expect(player.getByRole('button', { name: 'Share this moment' })).toBeVisible();
  expect(embedded).toEqual([]);
});

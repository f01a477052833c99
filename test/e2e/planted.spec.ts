/** The journey over HTTP, on a podcast nobody wrote: what is answered can only be in its words. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Podcast } from '../../schema/wire/catalogue.ts';
import type { FetchRecentReply } from '../../schema/wire/episodes.ts';
import type { ChatSessionInit, InsightReply } from '../../schema/wire/insights.ts';
import type { PodcastGroup } from '../../schema/wire/library.ts';
import { registerOverHttp } from '../support/api-reader.ts';
import { plantPodcast } from '../support/planted-podcast.ts';
import { startPodcastHost } from '../support/podcast-host.ts';
import { type Product, runCatalogue, startProduct } from '../support/product.ts';

const PORT = Number(process.env.E2E_PORT ?? 8790) + 4;

// The operator's commands lock the local database for a moment. So this product is not the one that the
// other tests use.
let stateDir: string;
let product: Product | undefined;
test.beforeEach(async () => {
  test.setTimeout(600_000);
  stateDir = await mkdtemp(join(tmpdir(), 'dripcast-'));
});
test.afterEach(async () => {
  await product?.stop();
  await rm(stateDir, { recursive: true, force: true });
});

test('an operator adds a feed, and its planted facts are found, cited and saved', async () => {
  product = await startProduct(PORT, stateDir);
  const { origin } = product;
  const seed = Math.floor(Math.random() * 1_000_000);
  test.info().annotations.push({ type: 'seed', description: String(seed) });
  const host = await startPodcastHost();
  const title = `Planted ${seed}`;
  const planted = plantPodcast(host.origin, title, seed);
  const put = (path: string, body: string, type: string) =>
    fetch(`${host.origin}${path}`, {
      method: 'PUT',
      body: JSON.stringify({ body, headers: { 'Content-Type': type } }),
    });
  await put('/feed.xml', planted.feed, 'application/rss+xml');
  await put(`/${encodeURIComponent(title)}.vtt`, planted.transcript, 'text/vtt');

  const printed = await runCatalogue(
    stateDir,
    'add',
    `${host.origin}/feed.xml`,
    '--category',
    'Health',
  );
  expect(printed).toContain(title);

  const reader = await registerOverHttp(origin);
  const find = async () =>
    (await reader.call<Podcast[]>('GET', '/api/podcasts')).find((each) => each.title === title);
  await expect.poll(async () => (await find())?.title).toBe(title);
  const podcast = await find();
  expect(podcast?.host).toBe('Ada Quist');

  await reader.call('POST', `/api/podcasts/${podcast?.id}/subscribe`);
  const fetched = await reader.call<FetchRecentReply>('POST', '/api/podcasts/fetch-recent');
  const episode = fetched.episodes[title]?.[0];
  expect(episode?.title).toBe(`Episode of ${title}`);

  const path = `/api/podcasts/episodes/${episode?.id}`;
  const { data } = await reader.call<ChatSessionInit>('POST', `${path}/insights`);
  await expect
    .poll(async () => (await reader.call<InsightReply>('GET', `${path}/insights`)).data.status)
    .toBe('done');

  for (const { question, answer, clock } of planted.facts) {
    const { response } = await reader.call<{ response: string }>('POST', `${path}/chat`, {
      message: question,
      sessionId: data.session.id,
    });
    expect(response, question).toContain(answer);
    expect(response, question).toContain(`[${clock}]`);
    await reader.call('POST', '/api/user/insights', {
      episodeId: episode?.id,
      insight: response,
    });
  }
  const { podcastGroups } = await reader.call<{ podcastGroups: PodcastGroup[] }>(
    'GET',
    '/api/user/insights',
  );
  expect(podcastGroups[0]?.insights).toHaveLength(planted.facts.length);

  expect(await runCatalogue(stateDir, 'list')).toContain(title);
  expect(await runCatalogue(stateDir, 'remove', podcast?.id ?? '')).toContain(title);
  await host.close();
});

/** Fetching recent episodes, downloading transcripts, and reading them in the chat. */
import { QueryClient, useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Episode } from '../../../schema/wire/episodes.ts';
import { fetchTranscript } from '../../../web/features/chat/calls.ts';
import { cacheStatusQuery, recentEpisodesQuery } from '../../../web/features/episodes/queries.ts';
import { useFetchRecent } from '../../../web/features/episodes/use-fetch-recent.ts';
import { useFetchedElsewhere } from '../../../web/features/episodes/use-fetched-elsewhere.ts';
import { useRecentEpisodes } from '../../../web/features/episodes/use-recent-episodes.ts';
import { useTranscriptDownload } from '../../../web/features/episodes/use-transcript-download.ts';
import type { Reply } from '../../support/reply-server.ts';
import { renderWithToasts, run, serve, until } from './render-with-toasts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const RECENT = 'GET /api/podcasts/recent-episodes';
const STATUS = 'GET /api/podcasts/cache-status';
const FETCH = 'POST /api/podcasts/fetch-recent';
const NEXT = '2026-11-02T10:00:00.000Z';
const EPISODE = { id: 'one', title: 'Prices', transcriptUnavailable: false } as unknown as Episode;
const TRANSCRIPT = 'GET /api/podcasts/episodes/one/transcript';

/** Presses the button, and waits for what is said. */
async function fetchRecent(body: object, expected: string, status = 200) {
  await serve({ [FETCH]: [{ status, body }] });
  const client = new QueryClient();
  client.setQueryData(cacheStatusQuery.queryKey, { nextFetchWindow: null, feeds: [] });
  const { hook, said, unmount } = renderWithToasts(useFetchRecent, client);
  await run(() => hook().mutate());
  await until(() => expect(said()).toBe(expected));
  unmount();
  return client;
}
const FETCHED = { episodes: {}, status: 'fetched', nextFetchWindow: NEXT, feeds: [] };

test.each([
  ["the server's words", 'Three new episodes', 'Three new episodes'],
  ['our own without them', '', 'Recent episodes fetched successfully'],
])('fetched episodes are shown at once, with %s', async (_, message, said) => {
  const client = await fetchRecent({ ...FETCHED, message }, said);
  expect(client.getQueryData(recentEpisodesQuery.queryKey)).toEqual({});
  expect(client.getQueryData(cacheStatusQuery.queryKey)).toMatchObject({ nextFetchWindow: NEXT });
});

test('without a subscription it is no success: the reader is told what to do first', async () => {
  const first = 'Subscribe to a podcast first to fetch its recent episodes.';
  await fetchRecent({ ...FETCHED, status: 'none', message: '' }, first);
});

test('a refusal before the time is up tells when the next fetch is possible', async () => {
  const message = 'You can fetch again tomorrow.';
  const refused = { error: 'too_soon', message, nextFetchWindow: NEXT };
  const client = await fetchRecent(refused, message, 429);
  expect(client.getQueryData(cacheStatusQuery.queryKey)).toEqual({
    nextFetchWindow: NEXT,
    feeds: [],
  });
});

test('a reply without episodes is a failure, and what was known stays', async () => {
  const client = await fetchRecent({ status: 'fetched' }, 'Failed to fetch recent episodes');
  expect(client.getQueryData(cacheStatusQuery.queryKey)).toEqual({
    nextFetchWindow: null,
    feeds: [],
  });
  expect(client.getQueryData(recentEpisodesQuery.queryKey)).toBeUndefined();
});

test('a failed fetch says so', async () => {
  await fetchRecent({ message: 'stack' }, 'Failed to fetch recent episodes', 500);
});

test('episodes whose reply was lost are shown all the same, and the countdown runs', async () => {
  await serve({
    [FETCH]: [{ status: 502, body: {} }],
    [RECENT]: [{ body: {} }, { body: { 'Money Talk': [EPISODE] } }],
    [STATUS]: [
      { body: { nextFetchWindow: null, feeds: [] } },
      { body: { nextFetchWindow: NEXT, feeds: [] } },
    ],
  });
  const client = new QueryClient();
  const { hook, said, unmount } = renderWithToasts(
    () => ({
      recent: useQuery(recentEpisodesQuery).data,
      status: useQuery(cacheStatusQuery).data,
      fetch: useFetchRecent(),
    }),
    client,
  );
  await until(() => expect([hook().recent, hook().status?.feeds]).toEqual([{}, []]));
  await run(() => hook().fetch.mutate());
  await until(() => expect(hook().recent).toEqual({ 'Money Talk': [EPISODE] }));
  await until(() => expect(hook().status?.nextFetchWindow).toBe(NEXT));
  expect(said()).toBe('Failed to fetch recent episodes');
  unmount();
});

test.each([
  ['another tab or device', false, 2],
  ['this tab, whose reply brings them', true, 1],
])('episodes fetched by %s are shown', async (_, isFetching, times) => {
  const received = await serve({
    [RECENT]: [{ body: {} }, { body: { 'Money Talk': [EPISODE] } }],
    [STATUS]: [
      { body: { nextFetchWindow: null, feeds: [] } },
      { body: { nextFetchWindow: NEXT, feeds: [] } },
    ],
  });
  const client = new QueryClient();
  const { hook, unmount } = renderWithToasts(() => {
    const status = useQuery(cacheStatusQuery).data;
    useFetchedElsewhere(status?.nextFetchWindow, isFetching);
    return { recent: useQuery(recentEpisodesQuery).data, status };
  }, client);
  await until(() => expect([hook().recent, hook().status?.feeds]).toEqual([{}, []]));
  await run(() => client.invalidateQueries({ queryKey: cacheStatusQuery.queryKey }));
  await until(() => expect(hook().status?.nextFetchWindow).toBe(NEXT));
  await until(() => expect(received.filter(({ call }) => call === RECENT)).toHaveLength(times));
  await until(() => expect(client.isFetching()).toBe(0));
  expect(Object.keys(hook().recent ?? {})).toHaveLength(times - 1);
  unmount();
});

const FEED = { podcastId: 'p', error: null, retryAt: null, canRetry: true };
const NEW_EPISODE = { ...EPISODE, podcastId: 'p' };

/** What the card knows of one subscription. */
async function subscribed(replies: Record<string, Reply[]>) {
  await serve(replies);
  const followed = [{ podcastId: 'p', title: 'Money Talk' }];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return renderWithToasts(() => {
    const status = useQuery(cacheStatusQuery);
    return useRecentEpisodes(followed, status.data?.feeds ?? []);
  }, client);
}

test('a feed that was read without giving an episode is known to be empty', async () => {
  const { promise: wasAwaited, resolve } = Promise.withResolvers<void>();
  const none = { feeds: [] };
  const replies = {
    [RECENT]: [{ body: {} }],
    [STATUS]: [{ body: none }, { body: none, after: wasAwaited }],
  };
  const { hook, unmount } = await subscribed(replies);
  await until(() => expect([...hook().awaited]).toEqual(['p']));
  resolve();
  await until(() => expect(hook().awaited.size).toBe(0));
  expect(hook().empty).toHaveLength(1);
  unmount();
});

test('the episodes of a feed that was just read arrive before it is called empty', async () => {
  const fetching = { body: { feeds: [{ ...FEED, status: 'fetching' }] } };
  const { hook, unmount } = await subscribed({
    [STATUS]: [fetching, fetching, { body: { feeds: [] } }],
    [RECENT]: [{ body: {} }, { body: {} }, { body: { 'Money Talk': [NEW_EPISODE] } }],
  });
  let wasCalledEmpty = false;
  await until(() => {
    const { recent, empty, awaited } = hook();
    wasCalledEmpty ||= empty.length > 0 && awaited.size === 0;
    expect(recent.data).toHaveProperty('Money Talk');
  });
  expect(wasCalledEmpty).toBe(false);
  unmount();
});

/** Presses the button, and gives the files that were saved. */
async function download(format: 'txt' | 'vtt', reply: object, status: number, expected: string) {
  const call = format === 'txt' ? TRANSCRIPT : `${TRANSCRIPT}?format=${format}`;
  await serve({ [call]: [{ status, body: reply }] });
  const client = new QueryClient();
  client.setQueryData(recentEpisodesQuery.queryKey, { podcast: [EPISODE] });
  const { hook, said, unmount } = renderWithToasts(() => useTranscriptDownload(EPISODE), client);
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:one';
  });
  const links: { download?: string }[] = [];
  vi.spyOn(document, 'createElement').mockImplementation(() => {
    const link: { download?: string; click: () => void } = { click: () => void links.push(link) };
    return link as unknown as HTMLElement;
  });
  await run(() => hook().mutate(format));
  await until(() => expect(said()).toBe(expected));
  unmount();
  const texts = await Promise.all(blobs.map((blob) => blob.text()));
  return { names: links.map((link) => link.download), texts, client };
}
const DOWNLOADED = 'Transcript downloaded successfully';

test('the text is saved under the title that the server gives', async () => {
  const { names, texts } = await download(
    'txt',
    { title: 'Raising', transcript: 'Hi.' },
    200,
    DOWNLOADED,
  );
  expect([names, texts]).toEqual([['transcript-Raising.txt'], ['Hi.']]);
});

test.each([
  {},
  { title: 'Prices' },
  { title: 'Prices', transcript: '' },
  { transcript: 'Hi.' },
  [],
])('a reply like %j is no transcript, and nothing is saved', async (body) => {
  const { names } = await download('txt', body, 200, 'Failed to download transcript');
  expect(names).toEqual([]);
});

test('captions are saved as they come', async () => {
  const { names, texts } = await download('vtt', ['WEBVTT'], 200, DOWNLOADED);
  expect([names, texts]).toEqual([['transcript-Prices.vtt'], ['["WEBVTT"]']]);
});

test('a transcript that there is none of marks the episode', async () => {
  const body = { transcriptUnavailable: true, message: 'None' };
  const { client, names } = await download('txt', body, 404, 'Failed to download transcript');
  expect(names).toEqual([]);
  expect(client.getQueryData(recentEpisodesQuery.queryKey)).toMatchObject({
    podcast: [{ transcriptUnavailable: true }],
  });
});

test.each([
  ['txt', 500, 'Failed to download transcript'],
  ['vtt', 500, 'Failed to download transcript'],
  [
    ...(['txt', 401] as const),
    'You need to be logged in to use this feature. Please log in and try again.',
  ],
] as const)('a %s that fails with %i says so, and saves nothing', async (format, status, said) => {
  const { names, client } = await download(format, { message: 'no' }, status, said);
  expect(names).toEqual([]);
  expect(client.getQueryData(recentEpisodesQuery.queryKey)).toEqual({ podcast: [EPISODE] });
});

test('in the chat a missing transcript is a result, and any other failure is one', async () => {
  await serve({
    [TRANSCRIPT]: [
      { body: { title: 'Prices', transcript: 'Hi.' } },
      { status: 404, body: { transcriptUnavailable: true, isYoutubeShort: true, title: 'Short' } },
      { status: 404, body: { transcriptUnavailable: true } },
      { status: 404, body: { error: 'not_found' } },
    ],
  });
  expect(await fetchTranscript('one')).toMatchObject({ status: 'ready' });
  expect(await fetchTranscript('one')).toEqual({
    status: 'unavailable',
    isYoutubeShort: true,
    title: 'Short',
  });
  expect(await fetchTranscript('one')).toEqual({
    status: 'unavailable',
    isYoutubeShort: false,
    title: null,
  });
  await expect(fetchTranscript('one')).rejects.toMatchObject({ status: 404 });
});

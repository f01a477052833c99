/**
 * Tests that need their own product: the operator's commands, which lock the local database for a moment, a
 * restart and a crash. A start takes as long as many tests, so the tests share one product in turn.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Podcast } from '../../schema/wire/catalogue.ts';
import type { ChatHistoryPage, ChatHistorySession, ServerEvent } from '../../schema/wire/chat.ts';
import type { FetchRecentReply } from '../../schema/wire/episodes.ts';
import type { ChatSessionInit, InsightReply } from '../../schema/wire/insights.ts';
import type { PodcastGroup } from '../../schema/wire/library.ts';
import { type ApiReader, registerOverHttp } from '../support/api-reader.ts';
import { startModelServer } from '../support/model-server.ts';
import { plantPodcast } from '../support/planted-podcast.ts';
import { startPodcastHost } from '../support/podcast-host.ts';
import { type Product, runCatalogue, startProduct } from '../support/product.ts';

const PORT = Number(process.env.E2E_PORT ?? 8790) + 2;

test.describe.configure({ mode: 'serial', timeout: 600_000 });

let stateDir: string;
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  stateDir = await mkdtemp(join(tmpdir(), 'dripcast-'));
  product = await startProduct(PORT, stateDir);
});
test.afterAll(async () => {
  // Otherwise a failed test's product would keep the port from its second try.
  await product?.stop();
  await rm(stateDir, { recursive: true, force: true });
});

/** A conversation about this episode, once its insight is there. */
async function openConversation(reader: ApiReader, episodeId: string | undefined) {
  const path = `/api/podcasts/episodes/${episodeId}`;
  const { data } = await reader.call<ChatSessionInit>('POST', `${path}/insights`);
  await expect
    .poll(async () => (await reader.call<InsightReply>('GET', `${path}/insights`)).data.status)
    .toBe('done');
  const ask = (message: string) =>
    reader.call<{ remainingFollowUps: number; response: string }>('POST', `${path}/chat`, {
      message,
      sessionId: data.session.id,
    });
  return { sessionId: data.session.id, path, ask };
}

async function historyOf(reader: ApiReader): Promise<ChatHistorySession | undefined> {
  const path = '/api/user/chat-sessions';
  const { chatSessions } = await reader.call<ChatHistoryPage>('GET', path);
  const [session] = chatSessions;
  return session && reader.call<ChatHistorySession>('GET', `${path}/${session.id}`);
}

const cookieOf = ({ cookies }: ApiReader) => cookies.map((pair) => pair.join('=')).join('; ');

/** Node's WebSocket takes headers; the visible type is the browser's. */
const NodeWebSocket = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket;

/** The first event of a new connection. */
async function openingOf(reader: ApiReader, sessionId: string): Promise<ServerEvent> {
  const url = `ws://localhost:${PORT}/ws?sessionId=${sessionId}`;
  const socket = new NodeWebSocket(url, { headers: { cookie: cookieOf(reader) } });
  const [message] = await once(socket, 'message');
  socket.close();
  return JSON.parse(message.data);
}

const questionsOf = (session: ChatHistorySession | undefined) =>
  session?.followUps.map(({ question }) => question);

/** The journey over HTTP, on a generated podcast: the answers can only come from its words. */
test('an operator adds a feed, and its planted facts are found, cited and saved', async () => {
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

  const { ask } = await openConversation(reader, episode?.id);

  for (const { question, answer, clock } of planted.facts) {
    const { response } = await ask(question);
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

/** What was said before the server stopped is there after a restart, however it stopped. */
test('a conversation survives a restart and a crash; an answer cut off by it is marked as failed, is free and can be asked again', async () => {
  const model = await startModelServer();
  const provider = {
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: `${model.origin}/v1`,
  };
  const reader = await registerOverHttp(product.origin);
  const title = 'Dripcast Sampler: Law';
  const podcasts = await reader.call<Podcast[]>('GET', '/api/podcasts');
  const sampler = podcasts.find((each) => each.title === title);
  await reader.call('POST', `/api/podcasts/${sampler?.id}/subscribe`);
  const { episodes } = await reader.call<FetchRecentReply>('POST', '/api/podcasts/fetch-recent');
  const { ask, path, sessionId } = await openConversation(reader, episodes[title]?.[0]?.id);
  const first = 'What is the episode about?';
  expect((await ask(first)).remainingFollowUps).toBe(9);
  await product.stop();

  // From here on, the model makes one statement, which is shown at once, and then stays silent.
  const stalling = { ...provider, AI_MODEL: 'stalls-midway-whole:crash' };
  product = await startProduct(PORT, stateDir, stalling);
  const restarted = await historyOf(reader);
  expect(questionsOf(restarted), 'what was said before the restart').toEqual([first]);
  expect(restarted?.remainingFollowUps).toBe(9);

  const cut = 'What does the commercial solicitor draft?';
  const streamed = await fetch(`${product.origin}${path}/chat`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/x-ndjson',
      Cookie: cookieOf(reader),
    },
    body: JSON.stringify({ message: cut, sessionId }),
  });
  const body = streamed.body?.getReader();
  const half = new TextDecoder().decode((await body?.read())?.value);
  expect(half, 'the conversation continues').toContain('"streaming":true');
  expect(half).not.toContain('unavailable');
  expect(half).not.toContain('"done":true');
  await product.crash();
  await body?.cancel().catch(() => {});

  product = await startProduct(PORT, stateDir, { ...provider, AI_MODEL: 'answers:crash' });
  const history = await historyOf(reader);
  expect(questionsOf(history)).toEqual([first]);
  expect(history?.remainingFollowUps).toBe(9);

  const opened = await openingOf(reader, sessionId);
  expect(opened).toMatchObject({ type: 'session', session: { remainingFollowUps: 9 } });
  const said = opened.type === 'session' ? opened.messages.slice(-2) : [];
  expect(said).toMatchObject([
    { role: 'user', content: cut },
    {
      role: 'system',
      content: expect.stringContaining('interrupted. This did not use up a question'),
    },
  ]);

  expect((await ask(cut)).remainingFollowUps).toBe(8);
  expect(questionsOf(await historyOf(reader))).toEqual([first, cut]);
  await model.close();
});

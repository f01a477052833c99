/** What was said before the server stopped is there after it starts again, however it stopped. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Podcast } from '../../schema/wire/catalogue.ts';
import type { ChatHistoryPage, ChatHistorySession, ServerEvent } from '../../schema/wire/chat.ts';
import type { FetchRecentReply } from '../../schema/wire/episodes.ts';
import type { ChatSessionInit, InsightReply } from '../../schema/wire/insights.ts';
import { type ApiReader, registerOverHttp } from '../support/api-reader.ts';
import { startModelServer } from '../support/model-server.ts';
import { type Product, startProduct } from '../support/product.ts';

const PORT = Number(process.env.E2E_PORT ?? 8790) + 2;

test.describe.configure({ mode: 'serial' });

let stateDir: string;
let product: Product | undefined;
test.beforeEach(async () => {
  test.setTimeout(600_000);
  stateDir = await mkdtemp(join(tmpdir(), 'dripcast-'));
});
test.afterEach(async () => {
  // What a failed test leaves running would keep the port from its second try.
  await product?.stop();
  await rm(stateDir, { recursive: true, force: true });
});

/** Somebody in a conversation about an episode of the sampler. */
async function openConversation(origin: string) {
  const reader = await registerOverHttp(origin);
  const podcasts = await reader.call<Podcast[]>('GET', '/api/podcasts');
  const sampler = podcasts.find((each) => each.title === 'Dripcast Sampler: Law');
  await reader.call('POST', `/api/podcasts/${sampler?.id}/subscribe`);
  const { episodes } = await reader.call<FetchRecentReply>('POST', '/api/podcasts/fetch-recent');
  const path = `/api/podcasts/episodes/${episodes['Dripcast Sampler: Law']?.[0]?.id}`;
  const { data } = await reader.call<ChatSessionInit>('POST', `${path}/insights`);
  await expect
    .poll(async () => (await reader.call<InsightReply>('GET', `${path}/insights`)).data.status)
    .toBe('done');
  const ask = (message: string) =>
    reader.call<{ remainingFollowUps: number; response: string }>('POST', `${path}/chat`, {
      message,
      sessionId: data.session.id,
    });
  return { reader, sessionId: data.session.id, path, ask };
}

async function historyOf(reader: ApiReader): Promise<ChatHistorySession | undefined> {
  const path = '/api/user/chat-sessions';
  const { chatSessions } = await reader.call<ChatHistoryPage>('GET', path);
  const [session] = chatSessions;
  return session && reader.call<ChatHistorySession>('GET', `${path}/${session.id}`);
}

const cookieOf = ({ cookies }: ApiReader) => cookies.map((pair) => pair.join('=')).join('; ');

/** Node's own takes headers; the type in sight is the browser's. */
const NodeWebSocket = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket;

/** The first thing a conversation says on a new connection. */
async function openingOf(reader: ApiReader, sessionId: string): Promise<ServerEvent> {
  const url = `ws://localhost:${PORT}/ws?sessionId=${sessionId}`;
  const socket = new NodeWebSocket(url, { headers: { cookie: cookieOf(reader) } });
  const [message] = await once(socket, 'message');
  socket.close();
  return JSON.parse(message.data);
}

const questionsOf = (session: ChatHistorySession | undefined) =>
  session?.followUps.map(({ question }) => question);

test('a conversation survives a server restart and continues', async () => {
  product = await startProduct(PORT, stateDir);
  const { reader, ask } = await openConversation(product.origin);
  expect((await ask('What is the episode about?')).remainingFollowUps).toBe(9);

  await product.stop();
  product = await startProduct(PORT, stateDir);

  expect((await ask('Who speaks in it?')).remainingFollowUps).toBe(8);
  expect(questionsOf(await historyOf(reader))).toEqual([
    'What is the episode about?',
    'Who speaks in it?',
  ]);
});

test('an answer cut off by a crash is marked as failed, is free and can be asked again', async () => {
  const model = await startModelServer();
  const provider = {
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: `${model.origin}/v1`,
  };
  product = await startProduct(PORT, stateDir, { ...provider, AI_MODEL: 'answers:crash' });
  const { reader, ask, path, sessionId } = await openConversation(product.origin);
  const first = 'What is the episode about?';
  expect((await ask(first)).remainingFollowUps).toBe(9);
  await product.stop();

  // From here on the model makes one statement, which is shown at once, and then says nothing more.
  const stalling = { ...provider, AI_MODEL: 'stalls-midway-whole:crash' };
  product = await startProduct(PORT, stateDir, stalling);
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
  expect(half).toContain('"streaming":true');
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

/** What was said before the server stopped is there after it starts again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Podcast } from '../../schema/wire/catalogue.ts';
import type { ChatHistorySession } from '../../schema/wire/chat.ts';
import type { FetchRecentReply } from '../../schema/wire/episodes.ts';
import type { ChatSessionInit, InsightReply } from '../../schema/wire/insights.ts';
import { registerOverHttp } from '../support/api-reader.ts';
import { startProduct } from '../support/product.ts';

const PORT = Number(process.env.E2E_PORT ?? 8790) + 2;

test('a conversation survives a restart of the server and goes on', async () => {
  test.setTimeout(180_000);
  const stateDir = await mkdtemp(join(tmpdir(), 'dripcast-'));
  let product = await startProduct(PORT, stateDir);
  const reader = await registerOverHttp(product.origin);
  const podcasts = await reader.call<Podcast[]>('GET', '/api/podcasts');
  const sampler = podcasts.find((each) => each.title === 'Dripcast Sampler: Law');
  await reader.call('POST', `/api/podcasts/${sampler?.id}/subscribe`);
  const { episodes } = await reader.call<FetchRecentReply>('POST', '/api/podcasts/fetch-recent');
  const episode = episodes['Dripcast Sampler: Law']?.[0];
  const path = `/api/podcasts/episodes/${episode?.id}`;
  const { data } = await reader.call<ChatSessionInit>('POST', `${path}/insights`);
  const sessionId = data.session.id;
  await expect
    .poll(async () => (await reader.call<InsightReply>('GET', `${path}/insights`)).data.status)
    .toBe('done');
  const ask = (message: string) =>
    reader.call<{ remainingFollowUps: number }>('POST', `${path}/chat`, { message, sessionId });
  expect((await ask('What is the episode about?')).remainingFollowUps).toBe(9);

  await product.stop();
  product = await startProduct(PORT, stateDir);

  expect((await ask('Who speaks in it?')).remainingFollowUps).toBe(8);
  const { chatSessions } = await reader.call<{ chatSessions: ChatHistorySession[] }>(
    'GET',
    '/api/user/chat-sessions',
  );
  expect(chatSessions[0]?.followUps.map((followUp) => followUp.question)).toEqual([
    'What is the episode about?',
    'Who speaks in it?',
  ]);
  await product.stop();
  await rm(stateDir, { recursive: true, force: true });
});

/** What becomes of messages while D1 fails. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { brokenDatabase } from '../../support/databases.ts';
import { deliver } from '../../support/queues.ts';

const ID = '00000000-0000-4000-8000-000000000000';

const JOBS: [queue: string, body: object][] = [
  ['dripcast-refresh', { podcastId: ID }],
  ['dripcast-refresh', { weeklyAfterId: '', startedAt: 0 }],
  ['dripcast-insights', { generationId: ID }],
  ['dripcast-transcription', { episodeId: ID, pieces: 0 }],
  ['dripcast-search', { kind: 'transcript', sourceId: ID }],
  ['dripcast-transfers', { exportId: ID }],
  ['dripcast-transfers', { importId: ID }],
  ['dripcast-transfers', { accountImportId: ID }],
  ['dripcast-briefs', { userId: ID, week: '2026-W46' }],
  [
    'dripcast-mail-events',
    { type: 'cf.email.sending.message.complained', payload: { recipient: 'ana@example.com' } },
  ],
];

const DEAD: typeof JOBS = JOBS.filter(([queue]) => queue !== 'dripcast-mail-events').map(
  ([queue, body]) => [`${queue}-dead`, body],
);

// Without a delay all tries are over within a second, and the message is given up.
test.each([...JOBS, ...DEAD])('%s waits before it is tried again: %j', async (queue, body) => {
  const DB = brokenDatabase(env.DB);
  const EMAIL: SendEmail = { send: () => Promise.reject(new Error('none')) };
  const model = { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'llama', AI_SPEECH_MODEL: 'whisper' };
  const bindings: Env = { ...env, ...model, AI_BASE_URL: 'http://localhost:1/v1', DB, EMAIL };
  const { acked, retried } = await deliver(queue, [{ body }], bindings);
  expect(acked).toEqual([]);
  expect(retried).toEqual([{ id: 'm0', delaySeconds: expect.any(Number) }]);
});

/** Model assistants that use the fake model server; each test has its own requests. */
import { env } from 'cloudflare:workers';
import { inject, vi } from 'vitest';
import { createAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { openAiCompatibleModel } from '../../../worker/assistant/model/language-models.ts';
import type { ModelAccess } from '../../../worker/assistant/model/model-access.ts';
import { Outage } from '../../../worker/assistant/model/outage.ts';
import type { ModelCall } from '../../../worker/assistant/model/record-call.ts';
import type { ModelRequest } from '../../support/model-words.ts';

export const QUESTION = 'How high did you raise the price?';
/** The answer, which only the episode contains. */
export const OWN_WORDS = '4,200';

/** Short in tests about silence; otherwise longer than a busy machine takes to answer. */
function timeoutMsOf(scenario: string): number {
  if (scenario === 'stalls') return 400;
  // Its first words have to come in time.
  return scenario.startsWith('stalls-midway') ? 4_000 : 45_000;
}

const nameOf = (scenario: string) => `${scenario}:${crypto.randomUUID()}`;

async function askServer<T>(what: string, model: string): Promise<T> {
  const response = await fetch(`${inject('modelServer')}/${what}/${encodeURIComponent(model)}`);
  return response.json();
}

/** What a model was asked, and how many of its replies were aborted. */
const watch = (model: string) => ({
  requests: () => askServer<ModelRequest[]>('requests', model),
  headers: () => askServer<Record<string, string>[]>('headers', model),
  hungUp: () => askServer<number>('hung-up', model),
});

/** A model that behaves like this, for direct calls. */
export function modelOf(
  scenario: string,
  { model = nameOf(scenario), apiKey }: { model?: string; apiKey?: string } = {},
): ModelAccess & ReturnType<typeof watch> & { calls: ModelCall[]; stalls: boolean } {
  const calls: ModelCall[] = [];
  const load = openAiCompatibleModel(`${inject('modelServer')}/v1`, model, apiKey);
  const record = (call: ModelCall) => void calls.push(call);
  const outage = new Outage();
  const stalls = scenario === 'stalls';
  return { load, timeoutMs: timeoutMsOf(scenario), record, outage, calls, stalls, ...watch(model) };
}

/** A structured reply may take this many time-outs. */
const WHOLE_TIMEOUTS = 3;

/**
 * Calls a model. If it stalls, its time-out passes once the request has arrived, which on a busy machine may
 * take longer than the time-out.
 */
export async function call<Reply>(
  { stalls, requests, timeoutMs }: ReturnType<typeof modelOf>,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (!stalls) return work();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const reply = work();
    reply.catch(() => {});
    // Vitest's own polling would advance the fake time.
    while ((await requests()).length === 0) await scheduler.wait(20);
    vi.advanceTimersByTime(WHOLE_TIMEOUTS * timeoutMs);
    return await reply;
  } finally {
    vi.useRealTimers();
  }
}

/** The assistant with a model that behaves like this, optionally with a name of its own. */
export function assistantOf(
  scenario: string,
  options: { model?: string; contextTokens?: number; notes?: R2Bucket } = {},
) {
  const model = options.model ?? nameOf(scenario);
  const assistant = createAssistant({
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: model,
    AI_BASE_URL: `${inject('modelServer')}/v1`,
    AI_CONTEXT_TOKENS: options.contextTokens ?? 24_000,
    AI_TIMEOUT_MS: timeoutMsOf(scenario),
    DB: env.DB,
    NOTES: options.notes ?? env.TRANSCRIPTS,
  });
  return { assistant, model, ...watch(model) };
}

async function teach(model: string, replies: string[]): Promise<void> {
  const path = `${inject('modelServer')}/replies/${encodeURIComponent(model)}`;
  await fetch(path, { method: 'PUT', body: JSON.stringify(replies) });
}

/** The assistant with a model that gives these replies in order. */
export async function reciting(replies: string[], options: { notes?: R2Bucket } = {}) {
  const made = assistantOf('recites', options);
  await teach(made.model, replies);
  return made;
}

/** A model that gives these replies in order. */
export async function modelReciting(replies: string[]) {
  const model = nameOf('recites');
  await teach(model, replies);
  return modelOf('recites', { model });
}

/** The models behind the two model-based kinds, for the `ai` package. */
import type { wrapLanguageModel } from 'ai';
import { AssistantError } from '../assistant.ts';

interface ModelUse {
  /** Requests with the same key go to the same replica, which has their beginning cached. */
  affinity: string;
  /** Somebody is waiting: without capacity the model should fail at once instead of queueing. */
  isUrgent: boolean;
}

/** A model as providers implement it. */
type Model = ReturnType<typeof wrapLanguageModel>;

export interface LoadedModel {
  model: Model;
  /** To send with the request. */
  headers: Record<string, string>;
}

/** Loaded with the first question, because most requests need no model and Workers start often. */
export type LoadModel = (use: ModelUse) => Promise<LoadedModel>;

/** A header of Workers AI that other servers ignore. */
const AFFINITY_HEADER = 'x-session-affinity';

/** @param model its name, such as `@cf/meta/llama-3.3-70b-instruct-fp8-fast` */
export function workersAiModel(binding: Ai, model: string): LoadModel {
  return async ({ affinity, isUrgent }) => {
    const { createWorkersAI } = await import('workers-ai-provider');
    // The provider passes unknown options on to the binding's `run`:
    // https://developers.cloudflare.com/workers-ai/features/reject-if-busy/
    const options = isUrgent ? { rejectIfBusy: true } : {};
    const provider = createWorkersAI({ binding });
    return { model: provider(model, { sessionAffinity: affinity, ...options }), headers: {} };
  };
}

/** @param baseUrl up to and including `/v1` */
export function openAiCompatibleModel(
  baseUrl: string,
  model: string,
  apiKey: string | undefined,
): LoadModel {
  let loaded: Model | null = null;
  const load = async () => {
    const [{ createOpenAICompatible }, { extractReasoningMiddleware, wrapLanguageModel }] =
      await Promise.all([import('@ai-sdk/openai-compatible'), import('ai')]);
    const provider = createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: baseUrl,
      // Supported by Ollama, LM Studio and vLLM; LM Studio refuses the weaker `json_object`.
      supportsStructuredOutputs: true,
      // Otherwise servers don't count the tokens of streams.
      includeUsage: true,
      ...(apiKey ? { apiKey } : {}),
      fetch: fetchLimited,
    });
    // Many local models think aloud before they answer.
    const middleware = extractReasoningMiddleware({ tagName: 'think' });
    return wrapLanguageModel({ model: provider(model), middleware });
  };
  return async ({ affinity }) => {
    // Reused, because each new one builds the schema of the server's events again.
    loaded ??= await load();
    return { model: loaded, headers: { [AFFINITY_HEADER]: affinity } };
  };
}

/** Far more than any prompt asks for, thoughts and events included, and far less than the memory. */
const MAX_REPLY_BYTES = 8 * 1024 * 1024;

/** Hangs up on a reply that never ends, because replies and events are collected whole. */
async function fetchLimited(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const stop = new AbortController();
  const signal = init.signal ? AbortSignal.any([init.signal, stop.signal]) : stop.signal;
  const reply = await fetch(input, { ...init, signal });
  let left = MAX_REPLY_BYTES;
  const limited = reply.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left >= 0) return controller.enqueue(chunk);
        stop.abort();
        throw new AssistantError('invalid', 'The reply goes on and on');
      },
    }),
  );
  return new Response(limited ?? null, reply);
}

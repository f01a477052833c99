/** The models behind the two model kinds, as the `ai` package takes them. */
import type { LanguageModel } from 'ai';

export interface ModelUse {
  /** Requests with the same key go to the same replica, which still has what they begin with. */
  affinity: string;
  /** Somebody waits: a model without capacity is to say so at once, not to queue the request. */
  isUrgent: boolean;
}

/** Loaded with the first question: most requests need no model, and a Worker starts often. */
export type LoadModel = (use: ModelUse) => Promise<LanguageModel>;

/** Workers AI's own header, which other servers ignore. */
const AFFINITY_HEADER = 'x-session-affinity';

export function workersAiModel(binding: Ai, model: string): LoadModel {
  return async ({ affinity, isUrgent }) => {
    const { createWorkersAI } = await import('workers-ai-provider');
    // What the provider does not know it hands on as options of the binding's `run`:
    // https://developers.cloudflare.com/workers-ai/features/reject-if-busy/
    const options = isUrgent ? { rejectIfBusy: true } : {};
    return createWorkersAI({ binding })(model, { sessionAffinity: affinity, ...options });
  };
}

/** @param baseUrl up to and with `/v1` */
export function openAiCompatibleModel(
  baseUrl: string,
  model: string,
  apiKey: string | undefined,
): LoadModel {
  return async ({ affinity }) => {
    const [{ createOpenAICompatible }, { extractReasoningMiddleware, wrapLanguageModel }] =
      await Promise.all([import('@ai-sdk/openai-compatible'), import('ai')]);
    const provider = createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: baseUrl,
      headers: { [AFFINITY_HEADER]: affinity },
      // What Ollama, LM Studio and vLLM all take; the weaker `json_object` LM Studio refuses.
      supportsStructuredOutputs: true,
      // Without it a server counts no tokens for what it streams.
      includeUsage: true,
      ...(apiKey ? { apiKey } : {}),
    });
    // Many a local model thinks aloud before it answers; that is not the answer.
    const middleware = extractReasoningMiddleware({ tagName: 'think' });
    return wrapLanguageModel({ model: provider(model), middleware });
  };
}

/** The models behind the two model kinds, as the `ai` package takes them. */
import type { LanguageModel } from 'ai';

/** Loaded with the first question: most requests need no model, and a Worker starts often. */
export type LoadModel = () => Promise<LanguageModel>;

export function workersAiModel(binding: Ai, model: string): LoadModel {
  return async () => {
    const { createWorkersAI } = await import('workers-ai-provider');
    return createWorkersAI({ binding })(model);
  };
}

/** @param baseUrl up to and with `/v1` */
export function openAiCompatibleModel(
  baseUrl: string,
  model: string,
  apiKey: string | undefined,
): LoadModel {
  return async () => {
    const [{ createOpenAICompatible }, { extractReasoningMiddleware, wrapLanguageModel }] =
      await Promise.all([import('@ai-sdk/openai-compatible'), import('ai')]);
    const provider = createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: baseUrl,
      // What Ollama, LM Studio and vLLM all take; the weaker `json_object` LM Studio refuses.
      supportsStructuredOutputs: true,
      ...(apiKey ? { apiKey } : {}),
    });
    // Many a local model thinks aloud before it answers; that is not the answer.
    const middleware = extractReasoningMiddleware({ tagName: 'think' });
    return wrapLanguageModel({ model: provider(model), middleware });
  };
}

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
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({
      name: 'openai-compatible',
      baseURL: baseUrl,
      // What Ollama, LM Studio and vLLM all take; the weaker `json_object` LM Studio refuses.
      supportsStructuredOutputs: true,
      ...(apiKey ? { apiKey } : {}),
    });
    return provider(model);
  };
}

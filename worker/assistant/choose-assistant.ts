/** Which assistant this deployment has. */
import { settingsOf } from '../platform/settings.ts';
import type { Assistant } from './assistant.ts';
import { createEmbeddedAssistant } from './embedded/embedded-assistant.ts';
import { openAiCompatibleModel, workersAiModel } from './language-models.ts';
import { createModelAssistant } from './model-assistant.ts';
import { withFallback } from './with-fallback.ts';

/** The settings that decide; all but the last two are in `wrangler.toml` [vars]. */
export interface AssistantSettings {
  AI_PROVIDER: 'workers-ai' | 'openai-compatible' | 'embedded';
  AI_MODEL: string;
  AI_BASE_URL: string;
  AI_CONTEXT_TOKENS: number;
  AI_TIMEOUT_MS: number;
  /** Secret; many local servers ask for none. */
  AI_API_KEY?: string | undefined;
  /** The binding; only where the account has it. */
  AI?: Ai | undefined;
}

/** From the bundle, when first asked for: most requests need none. */
const loadWordVectors = async () => (await import('./word-vectors.bin')).default;

const chosen = new WeakMap<object, Assistant>();

/** The assistant of this environment, made once. */
export function assistantFor(env: Env): Assistant {
  let assistant = chosen.get(env);
  if (!assistant) {
    const { AI, AI_API_KEY } = env;
    assistant = createAssistant({ ...settingsOf(env), AI, AI_API_KEY });
    chosen.set(env, assistant);
  }
  return assistant;
}

/** Throws where a kind is chosen without what it needs: a deployment to be mended, not guessed. */
export function createAssistant(settings: AssistantSettings): Assistant {
  const embedded = createEmbeddedAssistant(loadWordVectors);
  const { AI_PROVIDER: kind, AI_MODEL: model } = settings;
  if (kind === 'embedded') return embedded;
  if (model === '') throw new Error(`AI_PROVIDER ${kind} needs AI_MODEL`);
  const assistant = createModelAssistant({
    kind,
    model,
    languageModel: languageModelOf(kind, settings),
    contextTokens: settings.AI_CONTEXT_TOKENS,
    timeoutMs: settings.AI_TIMEOUT_MS,
    embedded,
  });
  return withFallback(assistant, embedded);
}

function languageModelOf(
  kind: 'workers-ai' | 'openai-compatible',
  { AI, AI_MODEL, AI_BASE_URL, AI_API_KEY }: AssistantSettings,
) {
  if (kind === 'workers-ai') {
    if (!AI) throw new Error('AI_PROVIDER workers-ai needs the binding AI');
    return workersAiModel(AI, AI_MODEL);
  }
  if (AI_BASE_URL === '') throw new Error('AI_PROVIDER openai-compatible needs AI_BASE_URL');
  return openAiCompatibleModel(AI_BASE_URL, AI_MODEL, AI_API_KEY);
}

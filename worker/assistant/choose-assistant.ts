/** Which assistant this deployment has. */
import { settingsOf } from '../platform/settings.ts';
import type { Assistant } from './assistant.ts';
import { createEmbeddedAssistant } from './embedded/embedded-assistant.ts';
import { notesIn } from './model/keep-notes.ts';
import { openAiCompatibleModel, workersAiModel } from './model/language-models.ts';
import { createModelAssistant } from './model/model-assistant.ts';
import { createRecorder } from './model/record-call.ts';
import { withFallback } from './model/with-fallback.ts';
import { readWordVectors, type WordVectors } from './retrieval/word-vectors.ts';

/** The settings that decide; all but the last four are in `wrangler.toml` [vars]. */
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
  /** Where notes are kept. */
  NOTES: R2Bucket;
  /** Tokens and latency of every call; only where the account has Analytics Engine. */
  ASSISTANT_CALLS?: AnalyticsEngineDataset | undefined;
}

/** From the bundle, when first asked for: most requests need none. */
const loadWordVectors = async () => (await import('./word-vectors.bin')).default;

/** The value, not its promise: another request's must not be waited for. */
let vectors: WordVectors | null = null;

let embedded: Assistant | null = null;

/** The assistant that only picks and quotes, whatever this deployment's model is. */
export function embeddedAssistant(): Assistant {
  embedded ??= createEmbeddedAssistant(loadWordVectors);
  return embedded;
}

const chosen = new WeakMap<object, Assistant>();

/** The assistant of this environment, made once. */
export function assistantFor(env: Env): Assistant {
  let assistant = chosen.get(env);
  if (!assistant) {
    const { AI, AI_API_KEY, ASSISTANT_CALLS, TRANSCRIPTS: NOTES } = env;
    const bindings = { AI, AI_API_KEY, ASSISTANT_CALLS, NOTES };
    assistant = createAssistant({ ...settingsOf(env), ...bindings });
    chosen.set(env, assistant);
  }
  return assistant;
}

/** Throws where a kind is chosen without what it needs: a deployment to be mended, not guessed. */
export function createAssistant(settings: AssistantSettings): Assistant {
  const embedded = embeddedAssistant();
  const { AI_PROVIDER: kind, AI_MODEL: model } = settings;
  if (kind === 'embedded') return embedded;
  if (model === '') throw new Error(`AI_PROVIDER ${kind} needs AI_MODEL`);
  const assistant = createModelAssistant({
    kind,
    model,
    access: {
      load: languageModelOf(kind, settings),
      timeoutMs: settings.AI_TIMEOUT_MS,
      record: createRecorder(kind, model, settings.ASSISTANT_CALLS),
    },
    contextTokens: settings.AI_CONTEXT_TOKENS,
    notes: notesIn(settings.NOTES),
    loadVectors: async () => {
      vectors ??= readWordVectors(await loadWordVectors());
      return vectors;
    },
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

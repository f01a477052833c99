/** Chooses the assistant of this deployment. */

import { cachedBy } from '../platform/cached-by.ts';
import { createDatabase } from '../platform/database.ts';
import { settingsOf } from '../platform/settings.ts';
import type { Assistant } from './assistant.ts';
import { createEmbeddedAssistant } from './embedded/embedded-assistant.ts';
import { shareByEpisode } from './embedded/share-by-episode.ts';
import { loadWordVectors } from './load-word-vectors.ts';
import { notesIn } from './model/keep-notes.ts';
import { openAiCompatibleModel, workersAiModel } from './model/language-models.ts';
import { createModelAssistant } from './model/model-assistant.ts';
import { Outage } from './model/outage.ts';
import { createRecorder } from './model/record-call.ts';
import { withFallback } from './model/with-fallback.ts';

/** The relevant settings; all but the last five are in `wrangler.toml` [vars]. */
export interface AssistantSettings {
  AI_PROVIDER: 'workers-ai' | 'openai-compatible' | 'embedded';
  AI_MODEL: string;
  AI_BASE_URL: string;
  AI_CONTEXT_TOKENS: number;
  AI_TIMEOUT_MS: number;
  /** Secret; many local servers need none. */
  AI_API_KEY?: string | undefined;
  /** The binding, if the account has it. */
  AI?: Ai | undefined;
  /** Where notes are stored. */
  NOTES: R2Bucket;
  /** Where it is recorded who is taking which notes. */
  DB: D1Database;
  /** Records tokens and latency of every call, if the account has Analytics Engine. */
  ASSISTANT_CALLS?: AnalyticsEngineDataset | undefined;
}

let embedded: Assistant | null = null;

/** The assistant that only picks and quotes, whatever this deployment's model is. */
export function embeddedAssistant(): Assistant {
  embedded ??= createEmbeddedAssistant(loadWordVectors, shareByEpisode);
  return embedded;
}

/** The assistant of this environment, created once. */
export const assistantFor = cachedBy((env: Env): Assistant => {
  const { AI, AI_API_KEY, ASSISTANT_CALLS, DB, TRANSCRIPTS: NOTES } = env;
  const bindings = { AI, AI_API_KEY, ASSISTANT_CALLS, DB, NOTES };
  return createAssistant({ ...settingsOf(env), ...bindings });
});

/** Throws if a kind's settings are missing: a wrong deployment must be fixed, not guessed around. */
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
      outage: new Outage(),
    },
    contextTokens: settings.AI_CONTEXT_TOKENS,
    notes: notesIn(settings.NOTES, createDatabase(settings.DB)),
    loadVectors: loadWordVectors,
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

import type { Assistant } from '../assistant.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import type { ModelAccess } from './model-access.ts';
import type { NotesStore } from './notes.ts';

/** What a model-based assistant needs. */
export interface ModelContext {
  kind: 'workers-ai' | 'openai-compatible';
  model: string;
  access: ModelAccess;
  /** The size of the model's context, input and output together. */
  contextTokens: number;
  notes: NotesStore;
  /** The word vectors, loaded once, when first needed. */
  loadVectors: () => Promise<WordVectors | null>;
  /** Completes what the model leaves short. */
  embedded: Assistant;
}

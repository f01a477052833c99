import type { Assistant } from '../assistant.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import type { ModelAccess } from './call-model.ts';
import type { NotesStore } from './notes.ts';

/** What the work of a model kind needs. */
export interface ModelContext {
  kind: 'workers-ai' | 'openai-compatible';
  model: string;
  access: ModelAccess;
  /** What the model can take in and give back at once. */
  contextTokens: number;
  notes: NotesStore;
  /** Which words are near in meaning; loaded with the first check. */
  loadVectors: () => Promise<WordVectors | null>;
  /** Fills what the model leaves short. */
  embedded: Assistant;
}

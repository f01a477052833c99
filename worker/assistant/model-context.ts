import type { Assistant } from './assistant.ts';
import type { ModelAccess } from './call-model.ts';

/** Of a prompt beside its material: instructions, titles, description, profile, tags. */
const PROMPT_TOKENS = 1_800;

/** What the work of a model kind needs. */
export interface ModelContext {
  access: ModelAccess;
  contextTokens: number;
  embedded: Assistant;
}

/** Tokens left for transcripts, beside the prompt and what else is given. */
export function roomFor(contextTokens: number, elseTokens: number): number {
  return Math.max(contextTokens - PROMPT_TOKENS - elseTokens, contextTokens / 4);
}

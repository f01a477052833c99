import type { Assistant } from './assistant.ts';
import type { ModelAccess, Prompt } from './call-model.ts';
import { estimateTokens } from './material.ts';

/** What the work of a model kind needs. */
export interface ModelContext {
  access: ModelAccess;
  contextTokens: number;
  embedded: Assistant;
}

/** What servers put between messages, and the shape of structured replies. */
const MARGIN_TOKENS = 300;
/** With less for an episode a model knows too little of it. */
const TOKENS_PER_EPISODE = 2_500;

/** Tokens left for transcripts beside a prompt that has none yet, and the reply to it. */
export function roomFor(contextTokens: number, prompt: Prompt): number {
  const texts = [prompt.instructions, ...prompt.messages.map(({ content }) => content)];
  const asked = texts.reduce((sum, text) => sum + estimateTokens(String(text)), 0);
  return Math.max(0, contextTokens - MARGIN_TOKENS - asked - prompt.maxOutputTokens);
}

/** How many episodes one prompt may be about, of at most `most`. */
export function episodesAtOnce(contextTokens: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(contextTokens / TOKENS_PER_EPISODE)));
}

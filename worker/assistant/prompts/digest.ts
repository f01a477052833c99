import { z } from 'zod';
import type { AssistantEpisode, Reader } from '../assistant.ts';
import type { Prompt } from '../call-model.ts';
import { type Entry, episodeBlock, readerBlock } from '../material.ts';
import { CITATION_RULES, MATERIAL_RULES, promptName, READER_RULES } from './rules.ts';

/** An entry is two sentences and a theme. */
const DIGEST_TOKENS_PER_EPISODE = 160;

export const digestReplySchema = z.object({
  entries: z.array(z.object({ episode: z.number(), summary: z.string(), theme: z.string() })),
});

const INSTRUCTIONS = `\
You write a weekly digest of podcast episodes for a busy professional. Use only what the material \
says.
${CITATION_RULES}
${READER_RULES}
${MATERIAL_RULES}`;

export function digestPrompt(
  episodes: { episode: AssistantEpisode; entries: Entry[] }[],
  reader: Reader,
): Prompt {
  const material = episodes.map(({ episode, entries }, at) =>
    episodeBlock(episode, entries, { number: at + 1, of: episodes.length }),
  );
  const task = `\
For each episode write a summary of exactly two sentences that says what one learns from it, with \
the times of what it rests on, and a theme of one or two words. Episodes that are about the same \
get the same theme, spelt alike. "episode" is the number of the episode.

Reply with JSON: {"entries": [{"episode", "summary", "theme"}]}`;
  const parts = [...material, readerBlock(reader), task].filter((part) => part !== '');
  return {
    name: promptName('digest'),
    instructions: INSTRUCTIONS,
    maxOutputTokens: 200 + DIGEST_TOKENS_PER_EPISODE * episodes.length,
    messages: [{ role: 'user', content: parts.join('\n\n') }],
  };
}

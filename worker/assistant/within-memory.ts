import type { AssistantEpisode } from './assistant.ts';

/** The assistant's analysis of a transcript takes a hundred times its text, and an isolate has 128 MB. */
const MAX_CHARS = 400_000;

/** Returns the first episodes whose transcripts fit into memory together, at least one. */
export function withinMemory(episodes: AssistantEpisode[]): AssistantEpisode[] {
  let chars = 0;
  return episodes.filter(({ lines }, index) => {
    chars += lines.reduce((sum, { text }) => sum + text.length, 0);
    return index === 0 || chars <= MAX_CHARS;
  });
}

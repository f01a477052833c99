import { MAX_CHARS } from '../transcripts/recent-transcripts.ts';
import type { AssistantEpisode } from './assistant.ts';

/** Returns the first episodes whose transcripts fit into memory together, at least one. */
export function withinMemory<Episode extends Pick<AssistantEpisode, 'lines'>>(
  episodes: Episode[],
): Episode[] {
  let chars = 0;
  return episodes.filter(({ lines }, index) => {
    chars += lines.reduce((sum, { text }) => sum + text.length, 0);
    return index === 0 || chars <= MAX_CHARS;
  });
}

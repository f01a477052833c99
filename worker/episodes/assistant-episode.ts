import type { TranscriptLine } from '../../schema/wire/episodes.ts';
import type { AssistantEpisode } from '../assistant/assistant.ts';
import { asSpoken } from '../transcripts/spoken-text.ts';
import type { EpisodeDetail } from './store.ts';

/** An episode with its transcript, as input for the assistant. */
export function toAssistantEpisode(
  episode: Pick<EpisodeDetail, 'id' | 'title' | 'podcastTitle' | 'description' | 'publishedAt'> &
    Pick<AssistantEpisode, 'podcastHost'>,
  lines: TranscriptLine[],
): AssistantEpisode {
  const { id, title, podcastTitle, podcastHost, description, publishedAt } = episode;
  return {
    id,
    title,
    podcastTitle,
    ...(podcastHost !== undefined && { podcastHost }),
    description,
    publishedAt,
    lines: asSpoken(lines),
  };
}

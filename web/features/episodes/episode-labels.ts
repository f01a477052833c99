import type { Episode } from '../../../schema/wire/episodes.ts';

interface Action {
  label: string;
  isDisabled: boolean;
}

/** The transcript button: what it does, or why it is disabled. */
export function transcriptAction(episode: Episode): Action {
  if (episode.isYoutubeShort) return { label: 'No Transcript (Short)', isDisabled: true };
  if (episode.transcriptUnavailable) return { label: 'Transcript Unavailable', isDisabled: true };
  return { label: 'Download Transcript', isDisabled: false };
}

/** The insights button. An insight that the reader already has can always be opened. */
export function insightsAction(
  episode: Episode,
  isGenerating: boolean,
  remainingGenerations: number | null,
): Action {
  if (isGenerating) return { label: 'Generating...', isDisabled: true };
  if (episode.hasInsights) return { label: 'View Insights', isDisabled: false };
  if (episode.isYoutubeShort) return { label: 'No Insights (Short)', isDisabled: true };
  if (episode.transcriptUnavailable) return { label: 'No Insights Available', isDisabled: true };
  if (remainingGenerations === 0) return { label: 'No generations left', isDisabled: true };
  return { label: 'Generate Insights', isDisabled: false };
}

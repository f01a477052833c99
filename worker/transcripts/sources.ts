import type { TranscriptLink } from '../../schema/tables/episodes.ts';

/** Best first: formats with speakers and times before formats with only words. */
const TYPES_IN_ORDER = ['json', 'vtt', 'srt', 'subrip', 'ttml', 'html', 'text', 'txt'];

function rank({ type, url }: TranscriptLink): number {
  const hint = `${type} ${url}`.toLowerCase();
  const index = TYPES_IN_ORDER.findIndex((name) => hint.includes(name));
  return index === -1 ? TYPES_IN_ORDER.length : index;
}

/** Returns the links to try, best first; the podcast's own language comes first. */
export function linksInOrder(links: TranscriptLink[], language: string | null): TranscriptLink[] {
  const base = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
  const foreign = (link: TranscriptLink) =>
    language && link.language && base(link.language) !== base(language) ? 1 : 0;
  return [...links].sort((a, b) => foreign(a) - foreign(b) || rank(a) - rank(b));
}

/**
 * Whether there is any source for an episode's transcript.
 *
 * @param canTranscribe whether its audio can be transcribed
 */
export function hasTranscriptSource(
  episode: {
    transcriptLinks: TranscriptLink[];
    youtubeVideoId: string | null;
    isYoutubeShort: boolean;
    audioUrl?: string | null;
  },
  canTranscribe = false,
): boolean {
  if (episode.isYoutubeShort) return false;
  if (episode.transcriptLinks.length > 0 || episode.youtubeVideoId !== null) return true;
  return canTranscribe && Boolean(episode.audioUrl);
}

export interface Digest {
  id: string;
  title: string;
  /** ISO 8601. */
  periodStart: string;
  periodEnd: string;
  /** Markdown. Its times are links: `[12:34](/tools?episode=…&at=754)`. */
  digest: string;
  episodes: { id: string; title: string; podcastTitle: string; publishedAt: string | null }[];
}

/**
 * The address of a position in an episode's transcript.
 *
 * @param at seconds from the start of the audio; of a source, the paragraph
 */
export function placePath(episodeId: string, at: number): string {
  return `/tools?${new URLSearchParams({ episode: episodeId, at: String(at) })}`;
}

/** A digest in the list of all digests. */
export type DigestSummary = Pick<Digest, 'id' | 'title' | 'periodStart' | 'periodEnd'>;

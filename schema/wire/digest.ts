export interface Digest {
  id: string;
  title: string;
  /** ISO 8601. */
  periodStart: string;
  periodEnd: string;
  /** Markdown. */
  digest: string;
  episodes: { id: string; title: string; podcastTitle: string; publishedAt: string | null }[];
}

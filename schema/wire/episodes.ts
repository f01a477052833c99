export interface Episode {
  id: string;
  podcastId: string;
  title: string;
  /** ISO 8601; null where the feed gives no date. */
  publishedAt: string | null;
  durationSeconds: number | null;
  isYoutubeShort: boolean;
  transcriptUnavailable: boolean;
  /** This reader has insights of it. */
  hasInsights: boolean;
  audioUrl: string | null;
  youtubeVideoId: string | null;
  link: string | null;
}

/** Podcast title → its newest episodes, newest first. */
export type EpisodesByPodcast = Record<string, Episode[]>;

/** How a feed stands whose last reading did not succeed, or is not over yet. */
export interface FeedStatus {
  podcastId: string;
  /**
   * fetching: queued or being read right now; failed: the last try failed; never: not read yet, and
   * nobody is reading it.
   */
  status: 'fetching' | 'failed' | 'never';
  /** Why it failed, in words that may be shown; null unless failed. */
  error: string | null;
  /** When it may be tried again; null where it may be now, or never. */
  retryAt: string | null;
  /** False while it is being fetched, and where its owner closed the feed for good. */
  canRetry: boolean;
}

/** The reply of `GET /api/podcasts/cache-status`. */
export interface CacheStatus {
  /** When the next fetch may be asked for; null when it may be now. */
  nextFetchWindow: string | null;
  /** The reader's subscribed podcasts whose feeds are being fetched, failed, or were never read. */
  feeds: FeedStatus[];
}

/** The reply of `POST /api/podcasts/fetch-recent`. */
export interface FetchRecentReply extends CacheStatus {
  episodes: EpisodesByPodcast;
  /** fetched: at least one feed answered; fetching: none has yet; none: there is no subscription. */
  status: 'fetched' | 'fetching' | 'none';
  message: string;
}

/**
 * The reply of `POST /api/podcasts/{id}/refresh`: a feed that failed, or was never read, is tried
 * again, also inside the window. 404 where one does not subscribe to it; 409 where its owner closed
 * it; 429 where it rests (`retryAt`) or did not fail (`nextFetchWindow`); 502 where it fails again.
 */
export interface RefreshReply {
  /** fetching: somebody else is reading it, or it takes longer; ask for the cache status again. */
  status: 'fetched' | 'fetching';
  message: string;
}

/** One timed piece of a transcript; times in seconds. */
export interface TranscriptLine {
  start: number | null;
  end: number | null;
  speaker: string | null;
  text: string;
}

export interface TranscriptReply {
  title: string;
  /** As it is downloaded. */
  transcript: string;
  lines: TranscriptLine[];
  transcriptUnavailable: false;
  isYoutubeShort: boolean;
  audioUrl: string | null;
  youtubeVideoId: string | null;
}

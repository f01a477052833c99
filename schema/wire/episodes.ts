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

export interface CacheStatus {
  /** When the next fetch may be asked for; null when it may be now. */
  nextFetchWindow: string | null;
}

export interface FetchRecentReply {
  episodes: EpisodesByPodcast;
  message: string;
  nextFetchWindow: string | null;
}

/** A passage of a transcript as the reader's screen shows it; times in seconds. */
export interface TranscriptPassage {
  start: number | null;
  end: number | null;
  speaker: string | null;
  text: string;
}

export interface TranscriptReply {
  title: string;
  /** As it is downloaded. */
  transcript: string;
  passages: TranscriptPassage[];
  transcriptUnavailable: false;
  isYoutubeShort: boolean;
  audioUrl: string | null;
  youtubeVideoId: string | null;
}

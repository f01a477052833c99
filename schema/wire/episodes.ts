import { z } from 'zod';
import type { SourceKind } from '../limits.ts';
import type { EpisodeType } from './episode-page.ts';

/** What a transcript can be downloaded as: text, WebVTT, SubRip, the podcast namespace's JSON. */
export const TRANSCRIPT_FORMATS = ['txt', 'vtt', 'srt', 'json'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** `?format=`; without one the reply is a `TranscriptReply`. */
export const transcriptQuerySchema = z.object({ format: z.enum(TRANSCRIPT_FORMATS).optional() });

export interface Episode {
  id: string;
  podcastId: string;
  title: string;
  /** ISO 8601; null if the feed has no date. */
  publishedAt: string | null;
  durationSeconds: number | null;
  type: EpisodeType;
  number: number | null;
  season: number | null;
  explicit: boolean | null;
  isYoutubeShort: boolean;
  transcriptUnavailable: boolean;
  /** Whether the reader has insights about it. */
  hasInsights: boolean;
  audioUrl: string | null;
  youtubeVideoId: string | null;
  link: string | null;
}

/** Podcast title → its newest episodes, newest first; trailers and bonus episodes last. */
export type EpisodesByPodcast = Record<string, Episode[]>;

/** The state of a feed whose last read hasn't succeeded yet. */
export interface FeedStatus {
  podcastId: string;
  /**
   * fetching: queued or being read; failed: the last attempt failed; never: not read yet, and nobody is
   * reading it.
   */
  status: 'fetching' | 'failed' | 'never';
  /** Why it failed, safe to show; null unless failed. */
  error: string | null;
  /** When a retry is allowed; null if now or never. */
  retryAt: string | null;
  /** False while it is being fetched, and for feeds that their owner closed. */
  canRetry: boolean;
}

/** The reply of `GET /api/podcasts/cache-status`. */
export interface CacheStatus {
  /** When the next fetch is allowed; null if now. */
  nextFetchWindow: string | null;
  /** The subscribed feeds that are being fetched, failed, or were never read. */
  feeds: FeedStatus[];
}

/** The reply of `POST /api/podcasts/fetch-recent`. */
export interface FetchRecentReply extends CacheStatus {
  episodes: EpisodesByPodcast;
  /** fetched: at least one feed answered; fetching: none has answered yet; none: no subscriptions. */
  status: 'fetched' | 'fetching' | 'none';
  message: string;
}

/**
 * The reply of `POST /api/podcasts/{id}/refresh`, which retries a feed that failed or was never read,
 * also inside the fetch window. 404 without a subscription; 409 if the owner closed the feed; 429 if it
 * must wait (`retryAt`) or didn't fail (`nextFetchWindow`); 502 if it fails again.
 */
export interface RefreshReply {
  /** fetching: another reader has it, or it takes longer; ask for the cache status again. */
  status: 'fetched' | 'fetching';
  message: string;
}

/** A line of a transcript, or a sentence of a source. */
export interface TranscriptLine {
  /** Seconds from the start of the audio; null without times. */
  start: number | null;
  end: number | null;
  speaker: string | null;
  /** Plain text: no markup, collapsed white space, never empty. */
  text: string;
  /** The paragraph of a source, from 1. Sources have no times. */
  paragraph?: number;
}

/** What is known of a source beside its text. */
export interface SourceFacts {
  kind: SourceKind;
  author: string | null;
  /** Where it was found. */
  address: string | null;
  /** When it was published, ISO 8601. */
  publishedAt: string | null;
}

export interface TranscriptReply {
  title: string;
  /** As downloaded. */
  transcript: string;
  lines: TranscriptLine[];
  transcriptUnavailable: false;
  isYoutubeShort: boolean;
  audioUrl: string | null;
  youtubeVideoId: string | null;
  /** Null for an episode of a podcast. */
  source: SourceFacts | null;
}

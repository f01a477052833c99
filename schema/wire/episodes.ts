import { z } from 'zod';

export type {
  CacheStatus,
  Episode,
  EpisodesByPodcast,
  FeedStatus,
  FetchRecentReply,
  RefreshReply,
  TranscriptLine,
  TranscriptReply,
} from './replies/episodes.ts';
export type { SourceFacts } from './replies/sources.ts';

/** What a transcript can be downloaded as: text, WebVTT, SubRip, the podcast namespace's JSON. */
const TRANSCRIPT_FORMATS = ['txt', 'vtt', 'srt', 'json'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** `?format=`; without one the reply is a `TranscriptReply`. */
export const transcriptQuerySchema = z.object({ format: z.enum(TRANSCRIPT_FORMATS).optional() });

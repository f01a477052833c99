import { z } from 'zod';
import { idSchema } from '../common.ts';
import { CHAPTER_SOURCES, EPISODE_TYPES } from '../episode-page.ts';
import { inRoom, timeSchema } from './operation.ts';
import { sourceFactsSchema } from './sources.ts';

const episodeSchema = z.object({
  id: idSchema,
  podcastId: idSchema,
  title: z.string(),
  publishedAt: timeSchema.nullable().describe('Null if the feed has no date.'),
  durationSeconds: z.number().nullable(),
  type: z.enum(EPISODE_TYPES),
  number: z.number().nullable(),
  season: z.number().nullable(),
  explicit: z.boolean().nullable(),
  isYoutubeShort: z.boolean(),
  transcriptUnavailable: z.boolean(),
  hasInsights: z.boolean().describe('Whether the reader has insights about it.'),
  audioUrl: z.string().nullable(),
  youtubeVideoId: z.string().nullable(),
  link: z.string().nullable(),
});
export type Episode = z.output<typeof episodeSchema>;

const episodesByPodcastSchema = z
  .record(z.string(), z.array(episodeSchema))
  .describe('Podcast title → its newest episodes, newest first; trailers and bonus episodes last.');
export type EpisodesByPodcast = z.output<typeof episodesByPodcastSchema>;

/** The state of a feed whose last read hasn't succeeded yet. */
const feedStatusSchema = z.object({
  podcastId: idSchema,
  status: z
    .enum(['fetching', 'failed', 'never'])
    .describe(
      'fetching: queued or being read; failed: the last attempt failed; never: neither read nor queued.',
    ),
  error: z.string().nullable().describe('Why it failed, safe to show; null unless failed.'),
  retryAt: timeSchema.nullable().describe('When a retry is allowed; null if now or never.'),
  canRetry: z
    .boolean()
    .describe('False while it is being fetched, and for feeds closed by their owner.'),
});
export type FeedStatus = z.output<typeof feedStatusSchema>;

/** The reply of `GET /api/podcasts/cache-status`. */
const cacheStatusSchema = z.object({
  nextFetchWindow: timeSchema.nullable().describe('When the next fetch is allowed; null if now.'),
  feeds: z
    .array(feedStatusSchema)
    .describe('The subscribed feeds that are being fetched, failed, or were never read.'),
});
export type CacheStatus = z.output<typeof cacheStatusSchema>;

/** The reply of `POST /api/podcasts/fetch-recent`. */
const fetchRecentReplySchema = cacheStatusSchema.extend({
  episodes: episodesByPodcastSchema,
  status: z
    .enum(['fetched', 'fetching', 'none'])
    .describe(
      'fetched: at least one feed answered; fetching: none has answered yet; none: no subscriptions.',
    ),
  message: z.string(),
});
export type FetchRecentReply = z.output<typeof fetchRecentReplySchema>;

/**
 * The reply of `POST /api/podcasts/{id}/refresh`, which retries a feed that failed or was never read,
 * also inside the fetch window. 404 without a subscription; 409 if the owner closed the feed; 429 if it
 * must wait (`retryAt`) or didn't fail (`nextFetchWindow`); 502 if it fails again.
 */
const refreshReplySchema = z.object({
  status: z
    .enum(['fetched', 'fetching'])
    .describe(
      'fetching: another request is reading it, or it takes longer; check the cache status again.',
    ),
  message: z.string(),
});
export type RefreshReply = z.output<typeof refreshReplySchema>;

/** A line of a transcript, or a sentence of a source. */
const transcriptLineSchema = z.object({
  start: z.number().nullable().describe('Seconds from the start of the audio; null without times.'),
  end: z.number().nullable(),
  speaker: z.string().nullable(),
  text: z.string().describe('Plain text: no markup, collapsed white space, never empty.'),
  paragraph: z
    .number()
    .optional()
    .describe('The paragraph of a source, from 1. Sources have no times.'),
});
export type TranscriptLine = z.output<typeof transcriptLineSchema>;

const transcriptReplySchema = z.object({
  title: z.string(),
  transcript: z.string().describe('As downloaded.'),
  lines: z.array(transcriptLineSchema),
  transcriptUnavailable: z.literal(false),
  isYoutubeShort: z.boolean(),
  audioUrl: z.string().nullable(),
  youtubeVideoId: z.string().nullable(),
  source: sourceFactsSchema.nullable().describe('Null for an episode of a podcast.'),
});
export type TranscriptReply = z.output<typeof transcriptReplySchema>;

const chapterSchema = z.object({
  start: z.number().describe('Seconds from the start.'),
  end: z.number().nullable().describe('Null if it lasts until the next one.'),
  title: z.string().describe("Plain text; '' if it isn’t part of the table of contents."),
  url: z.string().nullable().describe('http or https.'),
  imageUrl: z.string().nullable().describe('http or https; shown only through us.'),
  isListed: z.boolean().describe('False for changes that are not chapters, such as a new image.'),
});
export type Chapter = z.output<typeof chapterSchema>;

/** The reply of `GET /api/podcasts/episodes/{id}`. */
const episodePageSchema = z.object({
  id: idSchema,
  podcastId: idSchema,
  podcastTitle: z.string(),
  title: z.string(),
  publishedAt: timeSchema.nullable().describe('Null if the feed has no date.'),
  durationSeconds: z.number().nullable(),
  number: z.number().nullable(),
  season: z.number().nullable(),
  type: z.enum(EPISODE_TYPES),
  explicit: z.boolean().nullable().describe('Null if the feed doesn’t say.'),
  link: z.string().nullable().describe('The episode’s own web page.'),
  hasPicture: z
    .boolean()
    .describe('Whether `GET /api/podcasts/episodes/{id}/picture` may have one.'),
  notes: z.string().describe("Sanitised HTML with absolute links; '' if there are none."),
  chapters: z.array(chapterSchema),
  chaptersSource: z.enum(CHAPTER_SOURCES).nullable().describe('Null if there are none.'),
  audioUrl: z.string().nullable(),
  youtubeVideoId: z.string().nullable(),
  isYoutubeShort: z.boolean(),
});
export type EpisodePage = z.output<typeof episodePageSchema>;

const file = (format: string, contentType: string) => ({
  status: 200,
  description: `The transcript as a file, with \`?format=${format}\`.`,
  schema: null,
  contentType,
});

export const EPISODE_OPERATIONS = inRoom('episodes', {
  'GET /api/podcasts/recent-episodes': {
    summary: 'List the newest episodes of your subscriptions',
    status: 200,
    description: 'The newest episodes by podcast.',
    schema: episodesByPodcastSchema,
  },
  'GET /api/podcasts/cache-status': {
    summary: 'Get the time of your next fetch, and failed feeds',
    status: 200,
    description: 'When the next fetch is allowed, and feeds not read yet.',
    schema: cacheStatusSchema,
  },
  'POST /api/podcasts/fetch-recent': {
    summary: 'Fetch new episodes of your subscriptions',
    status: 200,
    description: 'The newest episodes by podcast, and feeds not read yet.',
    schema: fetchRecentReplySchema,
  },
  'POST /api/podcasts/:id/refresh': {
    summary: 'Retry a failed feed',
    status: 200,
    description: 'Whether the feed was read.',
    schema: refreshReplySchema,
  },
  'GET /api/podcasts/episodes/:episodeId': {
    summary: 'Read an episode’s page',
    status: 200,
    description: 'The episode with its show notes and chapters.',
    schema: episodePageSchema,
  },
  'GET /api/podcasts/episodes/:episodeId/transcript': {
    summary: 'Read or download an episode’s transcript',
    status: 200,
    description: 'The transcript as text and line by line.',
    schema: transcriptReplySchema,
    also: [
      file('txt', 'text/plain'),
      file('vtt', 'text/vtt'),
      file('srt', 'application/x-subrip'),
      file('json', 'application/json'),
    ],
  },
});

/** What travels through the queues. Every consumer parses it: a queue is a door, too. */
import { z } from 'zod';
import { idSchema } from './common.ts';

export const refreshJobSchema = z.object({
  podcastId: idSchema,
  /** Milliseconds since 1970: a reading since then will do. */
  unlessReadSince: z.int().optional(),
  /** How often it was put off, because its host was busy or somebody else was reading the feed. */
  deferrals: z.int().min(0).optional(),
});
export type RefreshJob = z.infer<typeof refreshJobSchema>;

/** A page of the weekly run: the podcasts behind this id, '' for the first ones. */
export const weeklyPageJobSchema = z.object({
  weeklyAfterId: z.union([idSchema, z.literal('')]),
  /** When the run began, in milliseconds since 1970. */
  startedAt: z.int(),
});
export type WeeklyPageJob = z.infer<typeof weeklyPageJobSchema>;

/** What travels through the queue of refreshes. */
export const refreshQueueJobSchema = z.union([refreshJobSchema, weeklyPageJobSchema]);
export type RefreshQueueJob = z.infer<typeof refreshQueueJobSchema>;

/** The next piece of an episode's audio to transcribe, after so many pieces. */
export const transcriptionJobSchema = z.object({ episodeId: idSchema, pieces: z.int().min(0) });
export type TranscriptionJob = z.infer<typeof transcriptionJobSchema>;

export const insightJobSchema = z.object({ generationId: idSchema });
export type InsightJob = z.infer<typeof insightJobSchema>;

/** What a reader can search and what may have changed: the consumer looks how it stands now. */
export const SEARCH_SOURCES = ['transcript', 'episode', 'insight', 'chat', 'text'] as const;
export type SearchSource = (typeof SEARCH_SOURCES)[number];

const searchChangeSchema = z.object({ kind: z.enum(SEARCH_SOURCES), sourceId: idSchema });
export type SearchChange = z.infer<typeof searchChangeSchema>;

/** One page of a run over all sources; its row says which. */
const searchSweepSchema = z.object({ sweep: z.enum(['check', 'rebuild']) });

/** What travels through the queue of the search index. */
export const searchJobSchema = z.union([searchChangeSchema, searchSweepSchema]);
export type SearchJob = z.infer<typeof searchJobSchema>;

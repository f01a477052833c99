/** The messages of the queues. Consumers parse them, because a queue is an entry point too. */
import { z } from 'zod';
import { idSchema } from './common.ts';

export const refreshJobSchema = z.object({
  podcastId: idSchema,
  /** Milliseconds since 1970. Skipped if the feed was read since then. */
  unlessReadSince: z.int().optional(),
  /**
   * How often the message was postponed, because the host was busy or somebody else was reading the
   * feed.
   */
  deferrals: z.int().min(0).optional(),
  /** How often it failed temporarily. */
  failures: z.int().min(0).optional(),
});
export type RefreshJob = z.infer<typeof refreshJobSchema>;

/** A page of the weekly run: the podcasts after this id; '' for the first page. */
export const weeklyPageJobSchema = z.object({
  weeklyAfterId: z.union([idSchema, z.literal('')]),
  /** When the run started, in milliseconds since 1970. */
  startedAt: z.int(),
});
export type WeeklyPageJob = z.infer<typeof weeklyPageJobSchema>;

/** The messages of the refresh queue. */
export const refreshQueueJobSchema = z.union([refreshJobSchema, weeklyPageJobSchema]);
export type RefreshQueueJob = z.infer<typeof refreshQueueJobSchema>;

/** Transcribes the next piece of an episode's audio; `pieces` are done already. */
export const transcriptionJobSchema = z.object({ episodeId: idSchema, pieces: z.int().min(0) });
export type TranscriptionJob = z.infer<typeof transcriptionJobSchema>;

export const insightJobSchema = z.object({ generationId: idSchema });
export type InsightJob = z.infer<typeof insightJobSchema>;

/** The next few podcasts of a reader's OPML file. */
const opmlImportJobSchema = z.object({ importId: idSchema });
export type OpmlImportJob = z.infer<typeof opmlImportJobSchema>;

/** A reader's whole export. */
const exportJobSchema = z.object({ exportId: idSchema });

/** The next part of a reader's account import. */
const accountImportJobSchema = z.object({ accountImportId: idSchema });
export type AccountImportJob = z.infer<typeof accountImportJobSchema>;

/** The messages of the transfer queue. */
export const transferJobSchema = z.union([
  opmlImportJobSchema,
  exportJobSchema,
  accountImportJobSchema,
]);

/** One reader's brief of one week. */
export const briefJobSchema = z.object({
  userId: idSchema,
  week: z.string().regex(/^\d{4}-W\d\d$/),
});
export type BriefJob = z.infer<typeof briefJobSchema>;

/**
 * A mail's result, as Cloudflare's Email Service reports it to a queue that subscribes to its events:
 * https://developers.cloudflare.com/email-service/platform/event-subscriptions/
 */
export const mailEventSchema = z.object({
  type: z.string(),
  payload: z.object({
    recipient: z.string(),
    bounce: z.object({ type: z.string() }).nullish(),
    rejection: z.object({ reason: z.string() }).nullish(),
  }),
});
export type MailEvent = z.infer<typeof mailEventSchema>;

/** The searchable sources. The consumer reads their current state. */
export const SEARCH_SOURCES = [
  'transcript',
  'episode',
  'insight',
  'chat',
  'text',
  'moment',
] as const;
export type SearchSource = (typeof SEARCH_SOURCES)[number];

const searchChangeSchema = z.object({
  kind: z.enum(SEARCH_SOURCES),
  sourceId: idSchema,
  /** The rows that record the change. They are deleted once the index has it. */
  changes: z.array(z.int()).optional(),
});
export type SearchChange = z.infer<typeof searchChangeSchema>;

/** One page of a run over all sources; the run's progress is in its row. */
const searchSweepSchema = z.object({ sweep: z.enum(['check', 'rebuild']) });

/** The messages of the search queue. */
export const searchJobSchema = z.union([searchChangeSchema, searchSweepSchema]);
export type SearchJob = z.infer<typeof searchJobSchema>;

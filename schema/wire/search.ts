import { z } from 'zod';
import { SEARCH_QUERY_MAX_CHARS } from '../limits.ts';
import { idSchema } from './common.ts';
import { textSchema } from './text.ts';

/** The kinds of search results. */
export const SEARCH_KINDS = [
  'transcript',
  'episode',
  'insight',
  'note',
  'chat',
  'text',
  'source',
  'moment',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

const SPEAKER_MAX_CHARS = 200;

/** A year, month or day in UTC. */
const DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/;

/** An empty filter counts as absent. */
const filled = (value: unknown) => (value === '' ? undefined : value);
const dateSchema = z.preprocess(
  filled,
  z.string().regex(DATE, 'Dates are written 2026, 2026-10 or 2026-10-31').optional(),
);

/** The query of `GET /api/search`. A speaker or date in the text overrides the filters. */
export const searchQuerySchema = z.object({
  /**
   * Words, "quoted phrases", and filters: `from:"Ines"`, `in:law` (a podcast's title or its category),
   * `after:2026-10`, `before:2026-10-31`. The last word matches as a prefix. An empty text is not an
   * error.
   */
  q: textSchema.default('').transform((text) => text.slice(0, SEARCH_QUERY_MAX_CHARS)),
  kind: z.preprocess(filled, z.enum(SEARCH_KINDS).optional()),
  podcastId: z.preprocess(filled, idSchema.optional()),
  /** A name or part of one; case and accents don't matter. */
  speaker: z.preprocess(
    filled,
    textSchema.transform((text) => text.slice(0, SPEAKER_MAX_CHARS)).optional(),
  ),
  /** Published on or after the start of this year, month or day. */
  after: dateSchema,
  /** Published before the start of this year, month or day. */
  before: dateSchema,
  /** The `nextCursor` of the last page. */
  cursor: z.preprocess(filled, z.string().max(200).optional()),
});

export interface SearchResult {
  /** Stable for the same place, and unique within a reply. */
  id: string;
  kind: SearchKind;
  /** Null, like all fields of the episode and podcast, for texts of the editor. */
  episodeId: string | null;
  episodeTitle: string | null;
  podcastId: string | null;
  podcastTitle: string | null;
  /** ISO 8601: when the episode came out; null if unknown. */
  publishedAt: string | null;
  speaker: string | null;
  /** From the start of the audio to the sentence; null without times. */
  seconds: number | null;
  /** About one of the user's own sources: the sentence's paragraph, from 1. */
  paragraph?: number;
  /** The matching sentence as plain text; long ones are cut around the match. */
  snippet: string;
  /** The matches: [start, end) in UTF-16 units of `snippet`, ascending and disjoint. */
  marks: [start: number, end: number][];
  /** For insights and notes: the saved insight. */
  insightId?: string;
  /** For chats: the conversation. */
  sessionId?: string;
}

/** The reply of `GET /api/search`. An empty query finds nothing. */
export interface SearchReply {
  /** Best first, at most 20. */
  results: SearchResult[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
  /**
   * The query with misspelt words corrected, if the original found nothing. The results are then for
   * this query. Null if no correction was needed.
   */
  didYouMean: string | null;
}

import { z } from 'zod';
import { SEARCH_QUERY_MAX_CHARS } from '../limits.ts';
import { idSchema } from './common.ts';
import { textSchema } from './text.ts';

/** What a search finds. Sources and moments are not searched yet. */
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

/** A year, a month or a day, as the calendar has it in UTC. */
const DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/;

/** A filter that a form leaves empty is none. */
const filled = (value: unknown) => (value === '' ? undefined : value);
const dateSchema = z.preprocess(
  filled,
  z.string().regex(DATE, 'Dates are written 2026, 2026-10 or 2026-10-31').optional(),
);

/** The query of `GET /api/search`. What the text says of speaker and dates wins over the filters. */
export const searchQuerySchema = z.object({
  /**
   * Words, "quoted phrases", and filters: `from:"Ines"`, `in:law` (a podcast's title or its category),
   * `after:2026-10`, `before:2026-10-31`. The last word counts as a beginning. No text is an error.
   */
  q: textSchema.default('').transform((text) => text.slice(0, SEARCH_QUERY_MAX_CHARS)),
  kind: z.preprocess(filled, z.enum(SEARCH_KINDS).optional()),
  podcastId: z.preprocess(filled, idSchema.optional()),
  /** A name or a part of it, without regard to case and accents. */
  speaker: z.preprocess(
    filled,
    textSchema.transform((text) => text.slice(0, SPEAKER_MAX_CHARS)).optional(),
  ),
  /** Published on that day or later: from the beginning of the year, the month or the day. */
  after: dateSchema,
  /** Published before the year, the month or the day begins. */
  before: dateSchema,
  /** A page's `nextCursor`, as it came. */
  cursor: z.preprocess(filled, z.string().max(200).optional()),
});

export interface SearchResult {
  /** Stable for the same place; unique within a reply. */
  id: string;
  kind: SearchKind;
  /** Null, as all of the episode and its podcast, for what belongs to none: a text of the editor. */
  episodeId: string | null;
  episodeTitle: string | null;
  podcastId: string | null;
  podcastTitle: string | null;
  /** ISO 8601: when the episode came out; null where its feed does not say. */
  publishedAt: string | null;
  speaker: string | null;
  /** From the start of the audio to the sentence found; null where there are no times. */
  seconds: number | null;
  /** The sentence found, plain text; long ones are cut around what was found. */
  snippet: string;
  /** The words found: [start, end) in UTF-16 units of `snippet`, ascending, apart from each other. */
  marks: [start: number, end: number][];
  /** Of kinds insight and note: the saved insight. */
  insightId?: string;
  /** Of kind chat: the conversation. */
  sessionId?: string;
}

/** The reply of `GET /api/search`; an empty query finds nothing. */
export interface SearchReply {
  /** Best first, at most 20. */
  results: SearchResult[];
  /** For the next page; null on the last one. */
  nextCursor: string | null;
  /**
   * The query with its misspelt words replaced by the nearest ones that are there. The results are
   * then those of this query: nothing was found as it was written. Null where it was right.
   */
  didYouMean: string | null;
}

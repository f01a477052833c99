import { z } from 'zod';
import { SEARCH_QUERY_MAX_CHARS } from '../limits.ts';
import { idSchema } from './common.ts';
import { readDate } from './query-filters.ts';
import { textSchema } from './text.ts';

export type { SearchReply, SearchResult } from './replies/search.ts';

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

/** A year, month or day in UTC, or an instant. */
const DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T[\d:.]+Z)?)?)?$/;

const HOW_DATES_ARE_WRITTEN =
  'Dates are written 2026, 2026-10, 2026-10-31 or 2026-10-31T07:00:00.000Z';

/** An empty filter counts as absent. */
const filled = (value: unknown) => (value === '' ? undefined : value);
const dateSchema = z.preprocess(
  filled,
  z
    .string()
    .regex(DATE, HOW_DATES_ARE_WRITTEN)
    .refine((text) => readDate(text) !== null, HOW_DATES_ARE_WRITTEN)
    .optional(),
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
  /** Published at or after this instant, or the start of this year, month or day. */
  after: dateSchema,
  /** Published before this instant, or the start of this year, month or day. */
  before: dateSchema,
  /** The `nextCursor` of the last page. */
  cursor: z.preprocess(filled, z.string().max(200).optional()),
});

import { z } from 'zod';
import { REVIEW_KINDS } from '../kinds.ts';
import {
  REVIEW_BACK_MAX_CHARS,
  REVIEW_FRONT_MAX_CHARS,
  REVIEW_ITEMS_PER_DAY_MAX,
} from '../limits.ts';
import { formatClock } from './clock.ts';
import { idSchema, writeIdSchema } from './common.ts';
import { questionIdSchema } from './quiz.ts';
import { isBlank, textSchema } from './text.ts';
import { instantSchema } from './time.ts';
import { timeZoneSchema } from './time-zone.ts';

export type { ReviewProgress, Takeaway } from './replies/review.ts';

const sideSchema = (maxChars: number) =>
  textSchema
    .trim()
    .max(maxChars)
    .refine((text) => !isBlank(text), 'A side of a card cannot be empty');

/** `sourceId` is the id of a saved insight, a moment or a quiz question. */
export const addReviewSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('insight'),
    sourceId: idSchema,
    front: sideSchema(REVIEW_FRONT_MAX_CHARS).optional(),
    back: sideSchema(REVIEW_BACK_MAX_CHARS).optional(),
  }),
  z.object({
    kind: z.literal('moment'),
    sourceId: idSchema,
    front: sideSchema(REVIEW_FRONT_MAX_CHARS).optional(),
    back: sideSchema(REVIEW_BACK_MAX_CHARS).optional(),
  }),
  z.object({
    kind: z.literal('question'),
    sourceId: questionIdSchema,
  }),
]);
export type AddReview = z.output<typeof addReviewSchema>;

/** The default front of a moment's card. */
export function frontOfMoment(said: { speaker: string | null; start: number; title: string }) {
  const what = said.speaker === null ? 'What was said' : `What did ${said.speaker} say`;
  return `${what} at ${formatClock(said.start)} of “${said.title}”?`;
}

export const gradeSchema = z.object({
  gradeId: writeIdSchema,
  /** Again, Hard, Good, Easy. */
  rating: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  /** When it was given, ISO 8601. */
  at: instantSchema.transform((text) => new Date(text)),
  /** The reader's time zone then; the account's setting by default. */
  timeZone: timeZoneSchema.optional(),
});
export type Rating = z.output<typeof gradeSchema>['rating'];
export type Grade = z.output<typeof gradeSchema>;

/** The reader's time zone; the account's setting by default. */
export const reviewQuerySchema = z.object({ timeZone: timeZoneSchema.optional() });

export const dueQuerySchema = reviewQuerySchema.extend({
  /** The most items to return. The counts are still those of the whole day. */
  limit: z.coerce.number().int().min(0).max(REVIEW_ITEMS_PER_DAY_MAX).optional(),
});

/** A day that was read to its end. */
export const keptDaySchema = gradeSchema.pick({ at: true, timeZone: true });

export const reviewSettingsSchema = z.object({
  isOn: z.boolean(),
  itemsPerDay: z.number().int().min(1).max(REVIEW_ITEMS_PER_DAY_MAX),
  newPerDay: z.number().int().min(0).max(REVIEW_ITEMS_PER_DAY_MAX),
  timeZone: timeZoneSchema,
});
export type ReviewSettings = z.output<typeof reviewSettingsSchema>;

/** At least one of the settings. */
export const changeReviewSettingsSchema = reviewSettingsSchema
  .partial()
  .refine((body) => Object.keys(body).length > 0, {
    error: 'Send at least one setting',
    path: ['isOn'],
  });

/** Never graded; a stability of less than three weeks; three weeks or more. */
export const REVIEW_STATES = ['new', 'learning', 'known'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const itemSchema = z.object({
  id: idSchema,
  kind: z.enum(REVIEW_KINDS),
  front: z.string(),
  /** Markdown; for a question, the right option. */
  back: z.string(),
  /** Only for questions. */
  options: z.array(z.string()).optional(),
  /** Only for questions: why that is right, as Markdown. */
  explanation: z.string().optional(),
  episodeId: idSchema,
  episodeTitle: z.string(),
  podcastTitle: z.string(),
  /** Seconds from the start of the audio; null if no place is known. */
  seconds: z.number().nullable(),
  /** Only for the user's own sources: the paragraph, from 1. */
  paragraph: z.number().optional(),
  /** The beginning of the day, ISO 8601. */
  dueAt: z.string(),
  state: z.enum(REVIEW_STATES),
});
export type ReviewItem = z.output<typeof itemSchema>;

/** The reply of `GET /api/user/reviews/due`, which devices also store for offline use. */
export const dueReviewsSchema = z.object({
  items: z.array(itemSchema),
  /** How many there are today, even if `limit` is lower. */
  dueToday: z.number(),
  /** How many more are due, but exceed today's limit. */
  dueLater: z.number(),
  /** Whether anything is in review, due or not. */
  hasItems: z.boolean(),
  gradedToday: z.number(),
  /** Consecutive days; a single missed day in between is forgiven. */
  streak: z.number(),
  /** Whether today counts already. */
  isKept: z.boolean(),
  settings: z.object({
    isOn: z.boolean(),
    itemsPerDay: z.number(),
    newPerDay: z.number(),
    timeZone: z.string(),
  }),
});
export type DueReviews = z.output<typeof dueReviewsSchema>;

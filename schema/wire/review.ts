import { z } from 'zod';
import {
  REVIEW_BACK_MAX_CHARS,
  REVIEW_FRONT_MAX_CHARS,
  REVIEW_ITEMS_PER_DAY_MAX,
} from '../limits.ts';
import { formatClock } from './clock.ts';
import { idSchema } from './common.ts';
import { questionIdSchema } from './quiz.ts';
import { isBlank, textSchema } from './text.ts';
import { timeZoneSchema } from './time-zone.ts';

export type { ReviewProgress, Takeaway } from './replies/review.ts';

const sideSchema = (maxChars: number) =>
  textSchema
    .trim()
    .max(maxChars)
    .refine((text) => !isBlank(text), 'A side of a card cannot be empty');

/** A saved insight or a kept moment by its id, a quiz's question by its `id`. */
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

/** What is asked of a moment, unless its reader asks something else. */
export function frontOfMoment(said: { speaker: string | null; start: number; title: string }) {
  const what = said.speaker === null ? 'What was said' : `What did ${said.speaker} say`;
  return `${what} at ${formatClock(said.start)} of “${said.title}”?`;
}

export const gradeSchema = z.object({
  /** Made by the client: a grade that is sent twice counts once. */
  gradeId: idSchema,
  /** Again, Hard, Good, Easy. */
  rating: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  /** When it was given, ISO 8601. */
  at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** Where the reader was; what is set for the account unless given. */
  timeZone: timeZoneSchema.optional(),
});
export type Rating = z.output<typeof gradeSchema>['rating'];
export type Grade = z.output<typeof gradeSchema>;

/** Where the reader is; what is set for the account unless given. */
export const reviewQuerySchema = z.object({ timeZone: timeZoneSchema.optional() });

export const dueQuerySchema = reviewQuerySchema.extend({
  /** At most so many items; the counts are those of the whole day. */
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

/** Any of them; at least one. */
export const changeReviewSettingsSchema = reviewSettingsSchema
  .partial()
  .refine((body) => Object.keys(body).length > 0, {
    error: 'Send at least one setting',
    path: ['isOn'],
  });

/** Never graded; seen, but soon forgotten; remembered for three weeks and more. */
export const REVIEW_STATES = ['new', 'learning', 'known'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const itemSchema = z.object({
  id: idSchema,
  kind: z.enum(['insight', 'question', 'moment']),
  front: z.string(),
  /** Markdown; of a question the right one of its options. */
  back: z.string(),
  /** Of a question. */
  options: z.array(z.string()).optional(),
  /** Of a question: why that is right, Markdown. */
  explanation: z.string().optional(),
  episodeId: idSchema,
  episodeTitle: z.string(),
  podcastTitle: z.string(),
  /** From the start of the audio; null where no place is known. */
  seconds: z.number().nullable(),
  /** Of one of the user's own sources: the paragraph, from 1. */
  paragraph: z.number().optional(),
  /** The beginning of the day, ISO 8601. */
  dueAt: z.string(),
  state: z.enum(REVIEW_STATES),
});
export type ReviewItem = z.output<typeof itemSchema>;

/** The reply of `GET /api/user/reviews/due`; also how a device keeps the day. */
export const dueReviewsSchema = z.object({
  items: z.array(itemSchema),
  /** How many there are today, also where fewer were asked for. */
  dueToday: z.number(),
  /** How many are due as well and wait for the days to come. */
  dueLater: z.number(),
  gradedToday: z.number(),
  /** Days in a row; one that was missed between two is forgiven. */
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

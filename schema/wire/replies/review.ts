import { z } from 'zod';
import { REVIEW_KINDS } from '../../kinds.ts';
import { idSchema } from '../common.ts';
import { dueReviewsSchema, itemSchema, REVIEW_STATES, reviewSettingsSchema } from '../review.ts';
import { done, inRoom } from './operation.ts';

const takeawaySchema = z.object({
  episodeId: idSchema,
  episodeTitle: z.string(),
  podcastTitle: z.string(),
  text: z.string(),
  speaker: z.string().nullable(),
  seconds: z.number().nullable(),
  because: z.string().nullable(),
});
export type Takeaway = z.output<typeof takeawaySchema>;

const retentionSchema = z.object({
  name: z.string(),
  reviews: z
    .number()
    .int()
    .describe('Grades of items that had been graded before, in the last 90 days.'),
  remembered: z.number().int(),
});

/** The reply of `GET /api/user/reviews/progress`. */
const reviewProgressSchema = z.object({
  states: z.record(z.enum(REVIEW_STATES), z.number().int()),
  byPodcast: z.array(retentionSchema),
  byTopic: z.array(retentionSchema),
  forecast: z
    .array(z.object({ date: z.iso.date(), due: z.number().int() }))
    .describe('Today first; what is overdue is spread over the days as it will be shown.'),
});
export type ReviewProgress = z.output<typeof reviewProgressSchema>;

const entrySchema = z.object({
  id: idSchema,
  kind: z.enum(REVIEW_KINDS),
  sourceId: z.string().describe('The id of the saved insight, question or moment.'),
});

export const REVIEW_OPERATIONS = inRoom('review', {
  'GET /api/user/reviews': {
    summary: 'List what you review',
    status: 200,
    description: 'All items by what they were made from, without their texts.',
    schema: z.object({ items: z.array(entrySchema) }),
  },
  'POST /api/user/reviews': {
    summary: 'Add a saved insight, a moment or a quiz question to your review',
    status: 201,
    description: 'The new item.',
    schema: itemSchema,
    also: [{ status: 200, description: 'The item, which already existed.', schema: itemSchema }],
  },
  'GET /api/user/reviews/due': {
    summary: 'List what is due today',
    status: 200,
    description: 'The items of the day, and where you stand.',
    schema: dueReviewsSchema,
  },
  'GET /api/user/reviews/takeaway': {
    summary: 'Get the takeaway of the day',
    status: 200,
    description: 'A sentence of a new episode; null if nothing is new.',
    schema: z.object({ takeaway: takeawaySchema.nullable() }),
  },
  'GET /api/user/reviews/progress': {
    summary: 'Get how well you remember, and what is due next',
    status: 200,
    description: 'The states of all items, retention and a forecast.',
    schema: reviewProgressSchema,
  },
  'PUT /api/user/reviews/settings': {
    summary: 'Change the settings of your review',
    status: 200,
    description: 'The settings with the changes.',
    schema: reviewSettingsSchema,
  },
  'POST /api/user/reviews/days': {
    summary: 'Record that you finished a day',
    ...done('The day counts.'),
  },
  'POST /api/user/reviews/:id/grades': {
    summary: 'Grade how well you remembered an item',
    status: 200,
    description: 'The item with the day on which it is due next.',
    schema: itemSchema,
  },
  'DELETE /api/user/reviews/:id': {
    summary: 'Take an item out of your review',
    ...done('The item is gone.'),
  },
});

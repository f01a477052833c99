import { z } from 'zod';
import { idSchema } from '../common.ts';
import { chatHistoryPageSchema, chatHistorySessionSchema } from './chat.ts';
import { done, inRoom, timeSchema } from './operation.ts';

const savedInsightSchema = z.object({
  id: idSchema,
  episodeId: idSchema,
  episodeTitle: z.string(),
  insight: z.string().describe('Sanitised HTML; an excerpt if it is long and in a list.'),
  isExcerpt: z.literal(true).optional().describe('Set if `insight` is an excerpt.'),
  userNotes: z.string().nullable(),
  tags: z.array(z.string()),
  generatedAt: timeSchema,
  isYoutubeShort: z.boolean(),
  isPlayable: z.boolean().describe('Whether the episode has audio or a video.'),
});
export type SavedInsight = z.output<typeof savedInsightSchema>;

const podcastGroupSchema = z.object({
  podcastId: idSchema,
  podcastTitle: z.string(),
  isSources: z.boolean().describe('Whether it holds your own sources, which have no sound.'),
  total: z.number().int().describe('The number of saved insights on all pages.'),
  insights: z
    .array(savedInsightSchema)
    .describe('The ones on this page. A podcast may continue on the next page.'),
});
export type PodcastGroup = z.output<typeof podcastGroupSchema>;

/** The reply of `GET /api/user/insights`. */
const savedInsightsPageSchema = z.object({
  podcastGroups: z.array(podcastGroupSchema),
  nextCursor: z.string().nullable().describe('For the next page; null on the last one.'),
});
export type SavedInsightsPage = z.output<typeof savedInsightsPageSchema>;

export const LIBRARY_OPERATIONS = inRoom('library', {
  'GET /api/user/insights': {
    summary: 'List your library',
    status: 200,
    description: 'A page of saved insights, grouped by podcast.',
    schema: savedInsightsPageSchema,
  },
  'GET /api/user/insights/:id': {
    summary: 'Read a saved insight in full',
    status: 200,
    description: 'The saved insight.',
    schema: savedInsightSchema,
  },
  'POST /api/user/insights': {
    summary: 'Save a text about an episode to your library',
    status: 201,
    description: 'The saved insight.',
    schema: savedInsightSchema,
    also: [
      {
        status: 200,
        description: 'The saved insight; the same text was already in the library.',
        schema: savedInsightSchema,
      },
    ],
  },
  'PUT /api/user/insights/:id': {
    summary: 'Change a saved insight, its notes or its tags',
    status: 200,
    description: 'The saved insight with the changes.',
    schema: savedInsightSchema,
  },
  'DELETE /api/user/insights/:id': {
    summary: 'Delete a saved insight',
    ...done('The saved insight is deleted.'),
  },
  'GET /api/user/chat-sessions': {
    summary: 'List your conversations',
    status: 200,
    description: 'A page of conversations, grouped by episode.',
    schema: chatHistoryPageSchema,
  },
  'GET /api/user/chat-sessions/:id': {
    summary: 'Read a conversation in full',
    status: 200,
    description: 'The conversation.',
    schema: chatHistorySessionSchema,
  },
  'DELETE /api/user/chat-sessions/:id': {
    summary: 'Delete a conversation',
    ...done('The conversation is deleted.'),
  },
});

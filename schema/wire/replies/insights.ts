import { z } from 'zod';
import { sessionStateSchema } from '../chat.ts';
import { idSchema } from '../common.ts';
import { inRoom } from './operation.ts';

/** The reply of `POST /api/podcasts/episodes/{episodeId}/insights`. */
const chatSessionInitSchema = z.object({
  success: z.literal(true),
  type: z.literal('chat_session_init'),
  data: z.object({
    session: sessionStateSchema,
    initialInsight: z
      .string()
      .nullable()
      .describe('Markdown; null while it is being written, or if there can be none.'),
    episode: z.object({
      id: idSchema,
      title: z.string(),
      isYoutubeShort: z.boolean(),
      transcriptUnavailable: z.boolean(),
    }),
    insightStatus: z
      .enum(['queued', 'done', 'none'])
      .describe('queued: it will arrive over the socket; none: not possible, or not asked for.'),
  }),
  remainingFollowUps: z.number().int(),
});
export type ChatSessionInit = z.output<typeof chatSessionInitSchema>;

/** The reply of `GET /api/podcasts/episodes/{episodeId}/insights`. */
const insightReplySchema = z.object({
  data: z.object({
    initialInsight: z.string().nullable(),
    status: z.enum(['none', 'queued', 'done', 'failed']),
    error: z.string().nullable().describe('Why it failed, in words.'),
  }),
});
export type InsightReply = z.output<typeof insightReplySchema>;

export const INSIGHT_OPERATIONS = inRoom('insights', {
  'POST /api/podcasts/episodes/:episodeId/insights': {
    summary: 'Generate insights about an episode',
    status: 200,
    description: 'A conversation about the episode, with the insights if they exist already.',
    schema: chatSessionInitSchema,
  },
  'GET /api/podcasts/episodes/:episodeId/insights': {
    summary: 'Read your insights about an episode',
    status: 200,
    description: 'The insights, or their progress.',
    schema: insightReplySchema,
  },
  'GET /api/user/remaining-generations': {
    summary: 'Get your remaining number of generations',
    status: 200,
    description: 'What is left in the current window.',
    schema: z.object({ remaining: z.number().int() }),
  },
});

import { z } from 'zod';

export type { ChatSessionInit, InsightReply } from './replies/insights.ts';

/** The query of `POST /api/podcasts/episodes/{episodeId}/insights`. */
export const insightsQuerySchema = z.object({
  generate: z
    .enum(['true', 'false'])
    .default('true')
    .describe('false: only open a conversation; insights are included if there are any'),
});

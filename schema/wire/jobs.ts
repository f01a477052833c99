/** What travels through the queues. Every consumer parses it: a queue is a door, too. */
import { z } from 'zod';
import { idSchema } from './common.ts';

export const refreshJobSchema = z.object({ podcastId: idSchema });
export type RefreshJob = z.infer<typeof refreshJobSchema>;

export const insightJobSchema = z.object({ generationId: idSchema });
export type InsightJob = z.infer<typeof insightJobSchema>;
